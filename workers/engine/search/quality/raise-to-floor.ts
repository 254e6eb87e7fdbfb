import { MOST_SCORE } from '../../quality/thresholds.ts';
import type { ForecastAreas } from './area-forecast.ts';
import type { Encoded, FloorRequest, Setting } from '../still/floor-request.ts';
import { qualityBetween, slopeAt } from './quality-search.ts';
import type { EncodeAt } from '../still/whole-encoder.ts';
import {
  EASES,
  FORECAST_ERROR_POINTS,
  FORECAST_QUALITIES,
  LAST_RAISE,
  MOST_RAISE,
  OVERSHOT_POINTS,
  RAISES,
} from '../tuning.ts';

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
    const score = foretold.get(quality) ?? (await forecast?.(setting, quality)) ?? MOST_SCORE;
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
    for (let ease = 0; ease < EASES && best.score >= floor + OVERSHOT_POINTS && !budget.isSpent; ease++) {
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
  for (let round = 0; round < RAISES && low.quality < setting.max; round++) {
    const step = Math.ceil((floor - low.score) / slopeAt(low.score));
    // Some scores hardly rise with quality: steps that grow reach the floor all the same.
    const least = budget.isSpent ? LAST_RAISE : 1 + 3 * round;
    const usual = Math.min(setting.max, low.quality + Math.max(least, Math.min(MOST_RAISE, step)));
    // The score of areas leaps between qualities: where areas alone miss the floor, the next quality may reach it.
    const isByAreas = (await areasAt(low.quality)) < low.score + FORECAST_ERROR_POINTS;
    const from = isByAreas ? low.quality + 1 : usual;
    const quality =
      (await firstKeepingAreas(from, Math.min(setting.max, from + FORECAST_QUALITIES))) ?? usual;
    const high = await encodeAt(setting, quality);
    if (high.score < floor) {
      low = high;
      continue;
    }
    return isHuge ? high : eased(low, high);
  }
  return null;
}
