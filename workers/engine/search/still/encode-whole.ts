import { clamp } from '../../base/bytes.ts';
import type { ForecastAreas } from '../quality/area-forecast.ts';
import { searchQuality, slopeAt } from '../quality/quality-search.ts';
import { raiseToFloor } from '../quality/raise-to-floor.ts';
import type { Found } from '../quality/settings-search.ts';
import type { Encoded, FloorRequest, Setting } from './floor-request.ts';
import type { EncodeAt } from './whole-encoder.ts';
import { EASES, NEAR_MISS_POINTS, OVERSHOT_POINTS } from '../tuning.ts';

export interface Missed {
  readonly setting: Setting;
  readonly encoded: Encoded;
}

/** What a search found, the best first, and all settings that it was given. */
export interface Choices {
  readonly found: readonly Found[];
  readonly settings: readonly Setting[];
}

export interface WholeRequest extends Pick<FloorRequest, 'floor' | 'budget' | 'maxBytes'> {
  /** Whether one more encode takes seconds, so that a good one is taken as it is. */
  readonly isHuge: boolean;
  /** What areas would score at a quality; asked for once quality is raised. */
  readonly forecast: () => ForecastAreas | null;
}

/**
 * Encodes the whole picture as found; where it scores lower than its trial, as found next, then at more quality. Where its worst
 * tile or its hues miss the floor by far, another setting may be what that needs, such as full chroma.
 * @param missed an encode of it whose areas or worst tile alone are below the floor [none]
 * @returns null where the result would be longer than `maxBytes`, or the highest quality misses the floor too
 */
export async function encodeWhole(
  { found, settings }: Choices,
  request: WholeRequest,
  encodeAt: EncodeAt,
  missed: Missed | null = null,
): Promise<Encoded | null> {
  const { floor, maxBytes = Infinity, isHuge, forecast } = request;
  let last = missed;
  for (const { setting, trial } of found.slice(0, 3)) {
    const encoded = await encodeAt(setting, trial.quality);
    if (encoded.bytes.length > maxBytes) return null;
    if (encoded.score >= floor) return encoded;
    if (!last || !isBySetting(encoded) || encoded.score > last.encoded.score) last = { setting, encoded };
    if (encoded.score > floor - NEAR_MISS_POINTS) break;
  }
  if (!last) return null;
  if (isBySetting(last.encoded) && last.encoded.score <= floor - NEAR_MISS_POINTS && !isHuge)
    last = await bestAtQuality(last, settings, request, encodeAt);
  if (last.encoded.score >= floor) return lowerToFloor(last, request, encodeAt);
  return raiseToFloor(last.setting, last.encoded, { ...request, forecast: forecast() }, encodeAt);
}

/** Whether another setting may mend what another quality hardly does. */
function isBySetting({ cause }: Encoded): boolean {
  return cause === 'worst-tile' || cause === 'hues';
}

/** The best score of what missed and of other settings at the same quality, as far as the budget allows. */
async function bestAtQuality(
  missed: Missed,
  settings: readonly Setting[],
  { budget }: WholeRequest,
  encodeAt: EncodeAt,
): Promise<Missed> {
  let best = missed;
  for (const setting of settings) {
    if (setting === missed.setting || budget.isSpent) continue;
    const quality = missed.encoded.quality + setting.start - missed.setting.start;
    const encoded = await encodeAt(setting, clamp(quality, 1, setting.max));
    if (encoded.score > best.encoded.score) best = { setting, encoded };
  }
  return best;
}

/** The shortest encode in a setting of which one lies above the floor. */
async function lowerToFloor(
  { setting, encoded }: Missed,
  { floor, budget }: WholeRequest,
  encodeAt: EncodeAt,
): Promise<Encoded> {
  let best = encoded;
  const spare = encoded.score - floor;
  if (spare < OVERSHOT_POINTS || encoded.quality === 1 || budget.isSpent) return best;
  await searchQuality({
    floor,
    min: 1,
    max: encoded.quality - 1,
    start: encoded.quality - Math.ceil(spare / slopeAt(encoded.score)),
    tolerance: OVERSHOT_POINTS,
    maxTrials: EASES,
    shouldStop: () => budget.isSpent,
    attempt: async (quality) => {
      const lower = await encodeAt(setting, quality);
      if (lower.score >= floor && lower.bytes.length < best.bytes.length) best = lower;
      return lower;
    },
  });
  return best;
}
