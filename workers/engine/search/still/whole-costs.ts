import type { WorkBudget } from '../../budget/work-budget.ts';
import type { Setting } from './floor-request.ts';
import type { Trial } from '../quality/trial.ts';
import { RESERVED_ENCODES } from '../tuning.ts';

/** What an encode of the whole picture takes with each setting, as told by what its trials on a mosaic took. */
export class WholeCosts {
  private readonly budget: WorkBudget;
  private readonly share: number;
  private readonly trialMs = new Map<string, number>();

  /** @param share of the picture's pixels that the mosaic has; 1 where trials are final, so that nothing comes after them */
  constructor(budget: WorkBudget, share: number) {
    this.budget = budget;
    this.share = share;
  }

  /** Runs a trial, and counts what it takes. */
  async counted<T>({ name }: Setting, trial: () => Promise<T>): Promise<T> {
    const before = this.budget.spentMs;
    const result = await trial();
    this.trialMs.set(name, this.budget.spentMs - before);
    return result;
  }

  /** Work to leave in the budget for encodes of the whole with the cheapest setting so far, in ms. */
  get reserveMs(): number {
    const isFinal = this.share === 1 || this.trialMs.size === 0;
    return isFinal ? 0 : (RESERVED_ENCODES * Math.min(...this.trialMs.values())) / this.share;
  }

  /** Those whose encode of the whole leaves work for another; where there are none, those of the cheapest setting. */
  affordable(found: readonly Trial<Setting>[]): readonly Trial<Setting>[] {
    if (this.share === 1) return found;
    const wholeMs = ({ setting }: Trial<Setting>): number =>
      (this.trialMs.get(setting.name) ?? 0) / this.share;
    const cheap = found.filter((each) => this.budget.allows(2 * wholeMs(each)));
    if (cheap.length > 0) return cheap;
    const least = Math.min(...found.map(wholeMs));
    return found.filter((each) => wholeMs(each) === least);
  }
}
