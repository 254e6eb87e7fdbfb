import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export interface ToolRun {
  /** Null when it was stopped for its time. */
  readonly status: number | null;
  readonly complaints: string;
  /** Of the program and all that it started [s]. */
  readonly cpuSeconds: number;
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
  return { status, complaints: complaints.trim(), cpuSeconds: childSeconds(times) };
}

/** `times` prints two lines of "0m0.010s 0m0.020s": the shell's own, and its children's. */
function childSeconds(times: string): number {
  const [, children = ''] = times.trim().split('\n');
  const parts = [...children.matchAll(/(\d+)m([\d.]+)s/g)];
  return parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}

/** Runs a program that must succeed. @returns what it wrote @throws when it fails or is not installed */
export async function runTool(program: string, args: readonly string[]): Promise<Buffer> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  child.stdout.on('data', (data: Buffer) => output.push(data));
  const [complaints, [status]] = await Promise.all([
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${complaints.trim().slice(0, 300)}`);
  return Buffer.concat(output);
}
