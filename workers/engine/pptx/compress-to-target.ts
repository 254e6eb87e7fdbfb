import { deriveContext, type EngineContext } from '../context.ts';
import { PRESET_INFO } from '../presets.ts';
import type { Outcome } from '../report/report.ts';
import { reachTarget } from '../search/reach-target.ts';
import type { PictureQuality } from './pictures/picture-quality.ts';

/**
 * Searches one effort for all pictures of a deck until its size lies within 90 to 100 % of a target.
 * @param attempt makes the whole deck at a quality
 * @returns the largest result found within the target; the smallest acceptable one where the target cannot be met
 */
export async function compressToTarget(
  source: Uint8Array,
  targetBytes: number,
  context: EngineContext,
  attempt: (context: EngineContext, quality: PictureQuality) => Promise<Outcome>,
): Promise<Outcome> {
  let attempts = 0;
  const { result, target } = await reachTarget({
    targetBytes,
    attempt: (effort) => {
      context.signal.throwIfAborted();
      const start = attempts++ / MAX_ATTEMPTS;
      const onProgress = (ratio: number): void => context.onProgress(start + ratio / MAX_ATTEMPTS);
      const own = deriveContext(context, { targetBytes: undefined, onProgress });
      return attempt(own, qualityAt(effort));
    },
    // The source is returned in place of a longer result.
    sizeOf: ({ bytes }) => Math.min(bytes.length, source.length),
    firstEffort: FIRST_EFFORT,
    maxAttempts: MAX_ATTEMPTS,
    isSpent: () => context.budget.isSpent,
  });
  return { ...result, target };
}

/** Each attempt makes the whole deck. */
const MAX_ATTEMPTS = 7;
/** About the balanced preset. */
const FIRST_EFFORT = 0.7;

/**
 * Each member leads without a leap from lossless at full size to the smallest acceptable, so that sizes do as well.
 * @param effort 0 lossless at full size, 1 the smallest acceptable
 */
function qualityAt(effort: number): PictureQuality {
  const { scoreFloor, pptxImagePpi } = PRESET_INFO.small;
  return {
    floor: 100 - (100 - scoreFloor) * effort,
    ppi: pptxImagePpi / effort,
    detail: effort === 1 ? 0 : 1 - 0.05 * effort,
    // Asking for a size is not asking to crop for good.
    removesHidden: false,
    keepsMarked: false,
  };
}
