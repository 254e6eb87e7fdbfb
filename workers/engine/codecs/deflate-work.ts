import type { WorkBudget } from '../budget/work-budget.ts';

/** What a million bytes take, in ms, by level 0 to 12: rows of screens, drawings and photographs in palettes. */
const LEVEL_MS = [5, 10, 12, 15, 18, 22, 28, 32, 45, 60, 150, 300, 550] as const;

/** What deflating takes, in ms of one usual core. @param level 0 to 12 */
export function deflateMs(bytes: number, level: number): number {
  return (bytes / 1e6) * LEVEL_MS[level]!;
}

/** The first of several levels, the highest first, for which the work that is left will do; the last where it does for none. */
export function affordableLevel(bytes: number, levels: readonly number[], { leftMs }: WorkBudget): number {
  return levels.find((level) => deflateMs(bytes, level) <= leftMs) ?? levels.at(-1)!;
}
