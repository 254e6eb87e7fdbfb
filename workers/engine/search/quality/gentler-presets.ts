import { nextFloor } from '../../api/presets.ts';
import type { WorkBudget } from '../../budget/work-budget.ts';
import { MOST_SCORE } from '../../quality/thresholds.ts';

export interface SmallestRequest<Found> {
  /** Lowest score accepted. */
  readonly floor: number;
  /** A size was asked for: no other preset is compared. */
  readonly isForTarget: boolean;
  /** A search takes little. */
  readonly isSmall: boolean;
  /** @param mostBytes a longer one is dropped [Infinity] */
  readonly find: (floor: number, mostBytes?: number) => Promise<Found | null>;
  readonly sizeOf: (found: Found) => number;
  /** The score of what a search at a higher floor may undercut, else null. */
  readonly scoreOf: (found: Found) => number | null;
  /** Each search has all of it. */
  readonly budget: WorkBudget;
}

/**
 * Scores leap from one palette to the next. What reaches the floor of a gentler preset is compared with that preset's, for as much
 * work: no preset takes more bytes than a gentler one. A search of a small picture takes little, so that what lies half way to it is
 * as well.
 */
export async function smallestOfPresets<Found>({
  floor,
  isForTarget,
  isSmall,
  find,
  sizeOf,
  scoreOf,
  budget,
}: SmallestRequest<Found>): Promise<Found | null> {
  let best = await find(floor);
  if (isForTarget) return best;
  let found = best;
  for (let [own, next] = [floor, nextFloor(floor)]; next < MOST_SCORE; own = next, next = nextFloor(own)) {
    const score = found && scoreOf(found);
    if (!best || score === null || score < (isSmall ? (own + next) / 2 : next)) break;
    budget.renew();
    found = await find(next, sizeOf(best));
    if (found && sizeOf(found) < sizeOf(best)) best = found;
  }
  return best;
}
