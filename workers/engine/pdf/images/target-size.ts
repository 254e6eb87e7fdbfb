import type { PicturePlan } from './plan-pictures.ts';
import type { PictureSettings } from './recompress-picture.ts';

/** Plans tried at most. */
const MAX_STEPS = 9;
/** A result this near below the target is near enough. */
const NEAR_RATIO = 0.93;
/** The gentlest and the strongest settings; past the strongest, text in pictures is hard to read. */
const GENTLEST = { floor: 92, dpi: 300 };
const STRONGEST = { floor: 40, dpi: 72 };

/** A point on the way from the gentlest settings (0) to the strongest (1). */
interface Point {
  readonly position: number;
  readonly size: number;
}

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
  const gentlest = await plan(settingsAt(0), 1 / MAX_STEPS);
  if (sizeOf(gentlest) <= targetBytes) return gentlest;
  let best = await plan(settingsAt(1), 2 / MAX_STEPS);
  if (sizeOf(best) > targetBytes) return best;
  let gentle: Point = { position: 0, size: sizeOf(gentlest) };
  let strong: Point = { position: 1, size: sizeOf(best) };
  for (let step = 3; step < MAX_STEPS && strong.size < targetBytes * NEAR_RATIO; step++) {
    const position = between(gentle, strong, targetBytes, step);
    const next = await plan(settingsAt(position), step / MAX_STEPS);
    if (sizeOf(next) <= targetBytes) {
      strong = { position, size: sizeOf(next) };
      best = next;
    } else gentle = { position, size: sizeOf(next) };
  }
  return best;
}

/** Where the target should lie, as sizes fall by equal ratios; every third step halves, as they may also leap. */
function between(gentle: Point, strong: Point, targetBytes: number, step: number): number {
  const aim = Math.log((targetBytes * (1 + NEAR_RATIO)) / 2);
  const fall = Math.log(gentle.size) - Math.log(strong.size);
  const share = step % 3 === 1 ? 0.5 : (Math.log(gentle.size) - aim) / Math.max(1e-6, fall);
  return gentle.position + (strong.position - gentle.position) * Math.max(0.08, Math.min(0.92, share));
}

/** Settings at a position: even steps of score, equal ratios of resolution. */
function settingsAt(position: number): PictureSettings {
  return {
    floor: GENTLEST.floor + (STRONGEST.floor - GENTLEST.floor) * position,
    dpi: GENTLEST.dpi * (STRONGEST.dpi / GENTLEST.dpi) ** position,
    isForSize: true,
  };
}
