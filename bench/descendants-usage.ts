import { readdirSync, readFileSync } from 'node:fs';
import type { Usage } from './usage-reporter.ts';

const SAMPLE_MS = 20;
/** Kernel ticks a second: 100 on every Linux that Node runs on. */
const TICKS = 100;

/**
 * Looks on at all processes below one, every 20 ms. An engine is killed with its sandbox at the end, and nobody waits for
 * it, so that getrusage(2) of its parents knows nothing of what it used.
 * @returns a function that ends this and tells what they used in all, and the largest of them
 */
export function watchDescendants(pid: number): () => Usage {
  const used = new Map<number, Usage>();
  const look = (): void => {
    for (const id of descendantsOf(pid)) {
      const usage = usageOf(id);
      if (usage) used.set(id, usage);
    }
  };
  const timer = setInterval(look, SAMPLE_MS);
  return () => {
    clearInterval(timer);
    const all = [...used.values()];
    return {
      cpuSeconds: all.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
      peakResidentBytes: Math.max(0, ...all.map(({ peakResidentBytes }) => peakResidentBytes)),
    };
  };
}

function descendantsOf(pid: number): number[] {
  const children = threadsOf(pid).flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
  return [...children, ...children.flatMap(descendantsOf)];
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return []; // Gone.
  }
}

/** Source: proc_pid_stat(5), fields 14 and 15, and VmHWM of proc_pid_status(5). */
function usageOf(pid: number): Usage | undefined {
  // The name of the program stands in parentheses and may hold anything.
  const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  const ticks = Number(fields[11]) + Number(fields[12]);
  if (!Number.isFinite(ticks)) return undefined;
  const peak = Number(/VmHWM:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);
  return { cpuSeconds: ticks / TICKS, peakResidentBytes: peak * 1024 };
}

function read(path: string): string {
  try {
    return readFileSync(path, 'ascii');
  } catch {
    return ''; // Gone in the meantime.
  }
}
