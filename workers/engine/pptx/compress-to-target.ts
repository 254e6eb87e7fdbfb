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

/** @param effort 0 lossless at full size, 1 the smallest acceptable */
function qualityAt(effort: number): PictureQuality {
  const least = PRESET_INFO.small;
  const between = (from: number, to: number): number => from + (to - from) * effort;
  return {
    floor: between(100, least.scoreFloor),
    ppi: effort === 0 ? Infinity : between(400, least.pptxImagePpi),
    detail: effort === 1 ? 0 : between(0.995, 0.95),
    // Asking for a size is not asking to crop for good.
    removesHidden: false,
    keepsMarked: false,
  };
}
