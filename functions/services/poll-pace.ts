const FIRST_MS = 2_000;
const LONGEST_MS = 15_000;
const GROWTH = 1.5;

/** When to look at a record again of which nothing is heard: ever more seldom, and not all at the same moment. */
export class PollPace {
  private readonly firstMs: number;
  private ms: number;

  constructor(firstMs: number = FIRST_MS) {
    this.firstMs = firstMs;
    this.ms = firstMs;
  }

  /** Until the next look, in ms: a fifth more or less than planned. */
  next(): number {
    const ms = this.ms * (0.8 + 0.4 * Math.random());
    this.ms = Math.max(this.firstMs, Math.min(this.ms * GROWTH, LONGEST_MS));
    return ms;
  }

  /** Something was heard: from the beginning. */
  reset(): void {
    this.ms = this.firstMs;
  }
}
