import type { Encoded, FloorRequest, Setting } from './floor-request.ts';
import { slopeAt } from './quality-search.ts';
import type { EncodeAt } from './whole-encoder.ts';

const ROUNDS = 5;

/** Least step of quality once the budget is spent: then the next encode should be the last. */
const LATE_STEP = 8;

/** Points above the floor that are worth one more encode of the whole. */
const OVERSHOT = 1;

/**
 * Raises the quality of a whole picture that missed the floor until it reaches it, and lowers it by half a step where that
 * was too much.
 * @param request.isHuge one more encode takes seconds: it is saved
 * @returns null when the highest quality misses the floor too
 */
export async function raiseToFloor(
  setting: Setting,
  missed: Encoded,
  { floor, budget, isHuge }: Pick<FloorRequest, 'floor' | 'budget'> & { readonly isHuge: boolean },
  encodeAt: EncodeAt,
): Promise<Encoded | null> {
  let low = missed;
  for (let round = 0; round < ROUNDS && low.quality < setting.max; round++) {
    const step = Math.ceil((floor - low.score) / slopeAt(low.score));
    // Some scores hardly rise with quality: steps that grow reach the floor all the same.
    const least = budget.isSpent ? LATE_STEP : 1 + 3 * round;
    const quality = Math.min(setting.max, low.quality + Math.max(least, Math.min(15, step)));
    const high = await encodeAt(setting, quality);
    if (high.score < floor) {
      low = high;
      continue;
    }
    const between = qualityBetween(low, high, floor);
    const isWorthwhile =
      high.score >= floor + OVERSHOT && between < high.quality && !isHuge && !budget.isSpent;
    if (!isWorthwhile) return high;
    const lower = await encodeAt(setting, between);
    return lower.score >= floor && lower.bytes.length < high.bytes.length ? lower : high;
  }
  return null;
}

function qualityBetween(low: Encoded, high: Encoded, floor: number): number {
  const share = (floor + 0.15 - low.score) / (high.score - low.score);
  return Math.ceil(low.quality + share * (high.quality - low.quality));
}
