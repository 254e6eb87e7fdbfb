import type { PicturePlan } from './plan-pictures.ts';
import type { PictureSettings } from './recompress-picture.ts';

/** Plans tried at most; each one halves what is left of the range. */
const MAX_STEPS = 7;
/** A result this near below the target is near enough. */
const NEAR_RATIO = 0.93;
/** The gentlest and the strongest settings; past the strongest, text in pictures is hard to read. */
const GENTLEST = { floor: 92, dpi: 300 };
const STRONGEST = { floor: 40, dpi: 72 };

/**
 * Finds the gentlest picture settings whose result fits a size.
 * @param targetBytes     size to reach
 * @param withoutPictures size of the file with its pictures as they are
 * @param plan            plans pictures; told how far the search is, 0 to 1
 * @returns the plan nearest below the target; the strongest one when none fits
 */
export async function planForTarget(
  targetBytes: number,
  withoutPictures: number,
  plan: (settings: PictureSettings, progress: number) => Promise<PicturePlan>,
): Promise<PicturePlan> {
  const sizeOf = (pictures: PicturePlan): number => withoutPictures - pictures.savedBytes;
  const exact = await plan({ floor: 100, dpi: Infinity }, 0);
  if (sizeOf(exact) <= targetBytes) return exact;
  let best = await plan(STRONGEST, 1 / MAX_STEPS);
  if (sizeOf(best) > targetBytes) return best;
  let gentle = 0;
  let strong = 1;
  for (let step = 2; step < MAX_STEPS && sizeOf(best) < targetBytes * NEAR_RATIO; step++) {
    const middle = (gentle + strong) / 2;
    const next = await plan(settingsAt(middle), step / MAX_STEPS);
    if (sizeOf(next) <= targetBytes) {
      strong = middle;
      best = next;
    } else gentle = middle;
  }
  return best;
}

/** Settings between the gentlest (0) and the strongest (1): even steps of score, equal ratios of resolution. */
function settingsAt(position: number): PictureSettings {
  return {
    floor: GENTLEST.floor + (STRONGEST.floor - GENTLEST.floor) * position,
    dpi: GENTLEST.dpi * (STRONGEST.dpi / GENTLEST.dpi) ** position,
  };
}
