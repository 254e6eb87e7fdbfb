const FIRST_MS = 2_000;
const LONGEST_MS = 15_000;
const GROWTH = 1.5;
/** While no events arrive. */
const UNHEARD_MS = 250;

/** When to look at a record again of which nothing is heard: ever more seldom, and not all at the same moment. */
export class PollPace {
  private readonly firstMs: number;
  private readonly isHeard: () => boolean;
  private ms: number;

  /** @param isHeard whether events of the record arrive, see EventBus [they do] */
  constructor(firstMs: number = FIRST_MS, isHeard: () => boolean = () => true) {
    this.firstMs = firstMs;
    this.isHeard = isHeard;
    this.ms = firstMs;
  }

  /** Until the next look, in ms: a fifth more or less than planned. */
  next(): number {
    const ms = this.isHeard() ? this.ms : UNHEARD_MS;
    this.ms = Math.max(this.firstMs, Math.min(ms * GROWTH, LONGEST_MS));
    return ms * (0.8 + 0.4 * Math.random());
  }

  /** Something was heard: from the beginning. */
  reset(): void {
    this.ms = this.firstMs;
  }
}
