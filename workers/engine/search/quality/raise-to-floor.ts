import type { ForecastAreas } from './area-forecast.ts';
import type { Encoded, FloorRequest, Setting } from '../still/floor-request.ts';
import { slopeAt } from './quality-search.ts';
import type { EncodeAt } from '../still/whole-encoder.ts';

const ROUNDS = 5;

/** Least step of quality once the budget is spent: then the next encode should be the last. */
const LATE_STEP = 8;

/** Points above the floor that are worth one more encode of the whole. */
const OVERSHOT = 1;

/** Such encodes at most: each lies between the closest miss and the closest hit. */
const EASES = 2;

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
 * Raises the quality of a whole picture that missed the floor until it reaches it, and lowers it again where that was too
 * much.
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
  /** The first quality on the way from one to another, up or down, at which areas keep their colour. */
  const firstKeepingAreas = async (from: number, to: number, step = 1): Promise<number | null> => {
    for (let quality = from; step * (to - quality) >= 0; quality += step)
      if ((await areasAt(quality)) >= floor) return quality;
    return null;
  };
  const eased = async (below: Encoded, above: Encoded): Promise<Encoded> => {
    let [miss, best] = [below, above];
    for (let ease = 0; ease < EASES && best.score >= floor + OVERSHOT && !budget.isSpent; ease++) {
      const likely = qualityBetween(miss, best, floor);
      const quality =
        (await firstKeepingAreas(likely, best.quality - 1)) ??
        (await firstKeepingAreas(likely - 1, miss.quality + 1, -1));
      if (quality === null) break;
      const between = await encodeAt(setting, quality);
      if (between.score < floor) miss = between;
      else if (between.bytes.length < best.bytes.length) best = between;
      else break;
    }
    return best;
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
    const quality = (await firstKeepingAreas(from, Math.min(setting.max, from + LOOKAHEAD))) ?? usual;
    const high = await encodeAt(setting, quality);
    if (high.score < floor) {
      low = high;
      continue;
    }
    return isHuge ? high : eased(low, high);
  }
  return null;
}

function qualityBetween(low: Encoded, high: Encoded, floor: number): number {
  const share = (floor + 0.15 - low.score) / (high.score - low.score);
  return Math.ceil(low.quality + share * (high.quality - low.quality));
}
