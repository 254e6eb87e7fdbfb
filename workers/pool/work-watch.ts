import { EngineFailure } from './engine-job.ts';

export interface WorkLimits {
  /** CPU time, in ms: more is too much work. */
  readonly cpuMs: number;
  /** Time on a machine so busy that the CPU time hardly grows, in ms [five times `cpuMs`]. */
  readonly wallMs?: number;
  /** Time after which a process stands still that has hardly taken any CPU time in it, in ms [60 000]. */
  readonly stillMs?: number;
}

/** How often a process is looked at, in ms. */
export const LOOK_EVERY_MS = 1_000;
/** A process that waits takes some 60 ms a minute for its timers. */
const HARDLY_ANY_MS = 200;

/**
 * Says when an engine process must end: by its work, and by the clock only at the last, since a busy machine is no fault of
 * a file. Time is counted in looks: none passes while we are stopped as well, or the machine sleeps.
 */
export class WorkWatch {
  private readonly limits: Required<WorkLimits>;
  private readonly startCpuMs: number;
  private movedCpuMs: number;
  private lookedMs = 0;
  private movedMs = 0;

  /** @param startCpuMs that the process has taken before; null where it cannot be told */
  constructor({ cpuMs, wallMs = 5 * cpuMs, stillMs = 60_000 }: WorkLimits, startCpuMs: number | null) {
    this.limits = { cpuMs, wallMs, stillMs };
    this.startCpuMs = startCpuMs ?? 0;
    this.movedCpuMs = this.startCpuMs;
  }

  /**
   * To be called every {@link LOOK_EVERY_MS}.
   * @param cpuMs    that the process has taken so far; null where it cannot be told: then the clock alone decides
   * @param isHelped whether another process works for it, which is watched itself: it may wait for that
   * @returns why it must end; null while it may go on
   */
  look(cpuMs: number | null, isHelped = false): EngineFailure | null {
    const { limits } = this;
    this.lookedMs += LOOK_EVERY_MS;
    if (cpuMs !== null && cpuMs - this.startCpuMs > limits.cpuMs) return tooMuchWork(limits.cpuMs);
    if (cpuMs === null || isHelped || cpuMs - this.movedCpuMs > HARDLY_ANY_MS) {
      this.movedCpuMs = cpuMs ?? this.movedCpuMs;
      this.movedMs = this.lookedMs;
    }
    if (this.lookedMs - this.movedMs >= limits.stillMs)
      return EngineFailure.of('timed-out', `no work for ${limits.stillMs} ms`);
    if (this.lookedMs >= limits.wallMs)
      return EngineFailure.of('timed-out', `not done after ${limits.wallMs} ms`);
    return null;
  }
}

function tooMuchWork(cpuMs: number): EngineFailure {
  return new EngineFailure(
    'limit-exceeded',
    'This file takes more work than one file may take. Please try a smaller one.',
    { cause: `more than ${cpuMs} ms of CPU time` },
  );
}
