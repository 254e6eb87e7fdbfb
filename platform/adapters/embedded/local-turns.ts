import { systemClock, type Clock } from '../../clock.ts';
import type { Turns } from '../../ports/turns.ts';

/** The turns of one process. */
export class LocalTurns implements Turns {
  readonly #takenUntil = new Map<string, number>();
  readonly #clock: Clock;

  constructor(options: { readonly clock?: Clock } = {}) {
    this.#clock = options.clock ?? systemClock;
  }

  async take(task: string, seconds: number): Promise<boolean> {
    const now = this.#clock.now();
    if ((this.#takenUntil.get(task) ?? 0) > now) return false;
    this.#takenUntil.set(task, now + seconds * 1000);
    return true;
  }

  async close(): Promise<void> {}
}
