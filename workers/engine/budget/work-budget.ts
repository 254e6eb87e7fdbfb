/**
 * How much work may still go into a file. Work is counted by what was done (pixels encoded, bytes packed) and not by the
 * clock: the same file takes the same decisions on a busy machine and on a quiet one.
 */
export class WorkBudget {
  private readonly workMs: number;
  private readonly onCharge: (ms: number) => void;
  private allowedMs: number;
  private doneMs = 0;
  /** Work that the answers so far leave over, and that they lack, at least. */
  private spareMs = Infinity;
  private lackMs = Infinity;

  /**
   * @param workMs work allowed, in ms of one usual core (2024); 0 is spent from the start, Infinity never
   * @param onCharge hears of all that is counted, in ms
   */
  constructor(workMs: number, onCharge: (ms: number) => void = () => {}) {
    this.workMs = workMs;
    this.onCharge = onCharge;
    this.allowedMs = workMs;
  }

  /** Work that was counted so far, in ms. */
  get spentMs(): number {
    return this.doneMs;
  }

  /** A budget for one part of this work, which ends with it at the latest; what is done for the part counts here. */
  part(workMs: number): WorkBudget {
    return new PartBudget(this, workMs);
  }

  /**
   * Allows as much work as at the start from now on: for steps that another preset takes with nothing done before them. What was done of
   * a part until then does not count in the whole.
   */
  renew(): void {
    this.allowedMs = this.spentMs + this.workMs;
  }

  /** Takes back work that was counted, in ms. */
  forget(ms: number): void {
    this.doneMs -= ms;
  }

  /** Counts work that is about to be done. @param ms what it takes one usual core */
  charge(ms: number): void {
    this.doneMs += ms;
    this.onCharge(ms);
  }

  /** Whether steps should choose their cheaper settings. Never fails a file. */
  get isSpent(): boolean {
    return !this.allows(0);
  }

  /** Whether more than so much work may still be done, in ms. What decides by it alone would decide alike within {@link answersAlike}. */
  allows(ms: number): boolean {
    const overMs = this.allowedMs - this.spentMs - ms;
    if (overMs > 0) this.spareMs = Math.min(this.spareMs, overMs);
    else this.lackMs = Math.min(this.lackMs, -overMs);
    return overMs > 0;
  }

  /** How much less and more work at the start would have led to the answers that `allows` gave, in ms. */
  get answersAlike(): { readonly lessMs: number; readonly moreMs: number } {
    return { lessMs: this.spareMs, moreMs: this.lackMs };
  }

  /** Work that may still be done, in ms; 0 or less where the budget is spent. */
  get leftMs(): number {
    return this.allowedMs - this.spentMs;
  }
}

/** Parts follow each other: all that the whole counts while one of them is worked on is done for it. */
class PartBudget extends WorkBudget {
  private readonly whole: WorkBudget;
  private readonly beforeMs: number;

  constructor(whole: WorkBudget, workMs: number) {
    super(workMs);
    this.whole = whole;
    this.beforeMs = whole.spentMs;
  }

  override get spentMs(): number {
    return this.whole.spentMs - this.beforeMs;
  }

  override charge(ms: number): void {
    this.whole.charge(ms);
  }

  override renew(): void {
    this.forget(this.spentMs);
  }

  override forget(ms: number): void {
    this.whole.forget(ms);
  }

  override get leftMs(): number {
    return Math.min(super.leftMs, this.whole.leftMs);
  }

  override allows(ms: number): boolean {
    return super.allows(ms) && this.whole.allows(ms);
  }
}
