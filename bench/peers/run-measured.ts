import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export interface ToolRun {
  /** Null when it was stopped for its time. */
  readonly status: number | null;
  readonly complaints: string;
  /** Of the program and all that it started [s]. */
  readonly cpuSeconds: number;
  /** On the clock. */
  readonly seconds: number;
}

/** The shell adds up what its children used and says so on a line of its own. */
const TIMED = '"$@"; status=$?; times >&3; exit $status';

/**
 * Runs another program to its end and measures its CPU.
 * @param limitSeconds of wall time, after which it is killed
 */
export async function runMeasured(
  program: string,
  args: readonly string[],
  limitSeconds: number,
): Promise<ToolRun> {
  const begin = performance.now();
  const child = spawn('sh', ['-c', TIMED, 'sh', program, ...args], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), limitSeconds * 1000);
  const [complaints, times, [status]] = await Promise.all([
    text(child.stderr!),
    text(child.stdio[3] as NodeJS.ReadableStream),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  clearTimeout(timer);
  const seconds = (performance.now() - begin) / 1000;
  return { status, complaints: complaints.trim(), cpuSeconds: childSeconds(times), seconds };
}

/** `times` prints two lines of "0m0.010s 0m0.020s": the shell's own, and its children's. */
function childSeconds(times: string): number {
  const [, children = ''] = times.trim().split('\n');
  const parts = [...children.matchAll(/(\d+)m([\d.]+)s/g)];
  return parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}
