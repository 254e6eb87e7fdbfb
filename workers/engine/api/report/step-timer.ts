import type { StepTime } from './report.ts';

/** Adds up the wall time of each step of one file, those of pictures in a document included. */
export class StepTimer {
  private readonly ms = new Map<string, number>();

  /** Runs a step and adds its wall time, also when it throws. */
  async timed<T>(step: string, work: () => T | Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      return await work();
    } finally {
      this.ms.set(step, (this.ms.get(step) ?? 0) + performance.now() - start);
    }
  }

  /** In the order in which steps first ended, rounded to 0.1 ms. */
  get times(): StepTime[] {
    return [...this.ms].map(([step, ms]) => ({ step, ms: Math.round(ms * 10) / 10 }));
  }
}
