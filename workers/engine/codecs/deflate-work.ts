import type { WorkBudget } from '../budget/work-budget.ts';
import { WORK_MS } from '../budget/work-costs.ts';

/** What deflating takes, in ms of one usual core. @param level 0 to 12 */
export function deflateMs(bytes: number, level: number): number {
  return (bytes / 1e6) * WORK_MS.deflatePerMb[level]!;
}

/** The first of several levels, the highest first, for which the work that is left will do; the last where it does for none. */
export function affordableLevel(bytes: number, levels: readonly number[], budget: WorkBudget): number {
  return levels.find((level) => budget.allows(deflateMs(bytes, level))) ?? levels.at(-1)!;
}
