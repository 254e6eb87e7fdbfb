import { readdirSync, readFileSync } from 'node:fs';

/** What a process used. */
export interface Usage {
  readonly cpuSeconds: number;
  readonly peakResidentBytes: number;
}

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

/** All processes below one that live now. */
export function descendantsOf(pid: number): number[] {
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

function usageOf(pid: number): Usage | undefined {
  const cpuSeconds = cpuSecondsOf(pid);
  if (cpuSeconds === undefined) return undefined;
  // Source: VmHWM of proc_pid_status(5).
  const peak = Number(/VmHWM:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);
  return { cpuSeconds, peakResidentBytes: peak * 1024 };
}

/** Of a process that lives. Source: proc_pid_stat(5), fields 14 and 15. */
export function cpuSecondsOf(pid: number): number | undefined {
  // The name of the program stands in parentheses and may hold anything.
  const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  const ticks = Number(fields[11]) + Number(fields[12]);
  return Number.isFinite(ticks) ? ticks / TICKS : undefined;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'ascii');
  } catch {
    return ''; // Gone in the meantime.
  }
}
