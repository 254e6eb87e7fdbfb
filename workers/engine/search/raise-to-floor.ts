import type { ForecastAreas } from './area-forecast.ts';
import type { Encoded, FloorRequest, Setting } from './floor-request.ts';
import { slopeAt } from './quality-search.ts';
import type { EncodeAt } from './whole-encoder.ts';

const ROUNDS = 5;

/** Least step of quality once the budget is spent: then the next encode should be the last. */
const LATE_STEP = 8;

/** Points above the floor that are worth one more encode of the whole. */
const OVERSHOT = 1;

/** Steps of quality over which one is looked for at which areas keep their colour. */
const LOOKAHEAD = 16;

/** Points by which the forecast of what areas score may be off. */
const FORECAST_ERROR = 2;

export interface RaiseRequest extends Pick<FloorRequest, 'floor' | 'budget'> {
  /** One more encode takes seconds: it is saved. */
  readonly isHuge: boolean;
  /** What areas would score [100 at any quality]. */
  readonly forecast?: ForecastAreas | null;
}

/**
 * Raises the quality of a whole picture that missed the floor until it reaches it, and lowers it by half a step where that
 * was too much.
 * @returns null when the highest quality misses the floor too
 */
export async function raiseToFloor(
  setting: Setting,
  missed: Encoded,
  { floor, budget, isHuge, forecast }: RaiseRequest,
  encodeAt: EncodeAt,
): Promise<Encoded | null> {
  const foretold = new Map<number, number>();
  const areasAt = async (quality: number): Promise<number> => {
    const score = foretold.get(quality) ?? (await forecast?.(setting, quality)) ?? 100;
    foretold.set(quality, score);
    return score;
  };
  const lowestKeepingAreas = async (from: number, to: number): Promise<number | null> => {
    for (let quality = from; quality <= to; quality++) if ((await areasAt(quality)) >= floor) return quality;
    return null;
  };
  let low = missed;
  for (let round = 0; round < ROUNDS && low.quality < setting.max; round++) {
    const step = Math.ceil((floor - low.score) / slopeAt(low.score));
    // Some scores hardly rise with quality: steps that grow reach the floor all the same.
    const least = budget.isSpent ? LATE_STEP : 1 + 3 * round;
    const usual = Math.min(setting.max, low.quality + Math.max(least, Math.min(15, step)));
    // What areas score does not rise with quality but leaps: where they alone are at fault, the next one may do.
    const isByAreas = (await areasAt(low.quality)) < low.score + FORECAST_ERROR;
    const from = isByAreas ? low.quality + 1 : usual;
    const quality = (await lowestKeepingAreas(from, Math.min(setting.max, from + LOOKAHEAD))) ?? usual;
    const high = await encodeAt(setting, quality);
    if (high.score < floor) {
      low = high;
      continue;
    }
    const isWorthwhile = high.score >= floor + OVERSHOT && !isHuge && !budget.isSpent;
    const between = isWorthwhile
      ? await lowestKeepingAreas(qualityBetween(low, high, floor), high.quality - 1)
      : null;
    if (between === null) return high;
    const lower = await encodeAt(setting, between);
    return lower.score >= floor && lower.bytes.length < high.bytes.length ? lower : high;
  }
  return null;
}

function qualityBetween(low: Encoded, high: Encoded, floor: number): number {
  const share = (floor + 0.15 - low.score) / (high.score - low.score);
  return Math.ceil(low.quality + share * (high.quality - low.quality));
}
