import { systemClock, type Clock } from '../../clock.ts';
import type { TaskLeases } from '../../ports/task-leases.ts';

const FORGET_EVERY_MS = 60_000;

/** Leases among the callers of one process. */
export class LocalTaskLeases implements TaskLeases {
  readonly #takenUntil = new Map<string, number>();
  readonly #clock: Clock;
  #forgetAt = 0;

  constructor(options: { readonly clock?: Clock } = {}) {
    this.#clock = options.clock ?? systemClock;
  }

  async take(task: string, seconds: number): Promise<boolean> {
    const now = this.#clock.now();
    if ((this.#takenUntil.get(task) ?? 0) > now) return false;
    this.#forgetEnded(now);
    this.#takenUntil.set(task, now + seconds * 1000);
    return true;
  }

  /** Tasks that come once only, such as deliveries, would stay for ever. */
  #forgetEnded(now: number): void {
    if (now < this.#forgetAt) return;
    this.#forgetAt = now + FORGET_EVERY_MS;
    for (const [task, until] of this.#takenUntil) if (until <= now) this.#takenUntil.delete(task);
  }

  async close(): Promise<void> {}
}
