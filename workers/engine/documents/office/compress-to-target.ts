import { deriveContext, type EngineContext, type SizeTarget } from '../../context.ts';
import { ACCEPTABLE_SCORE, PRESET_INFO, type Preset } from '../../api/presets.ts';
import type { Outcome } from '../../api/report/report.ts';
import { NEAR_ENOUGH, reachTarget } from '../../search/target/reach-target.ts';
import type { OfficePackage } from './office-package.ts';
import type { PictureQuality } from './pictures/picture-quality.ts';
import { PictureVersions } from './pictures/picture-versions.ts';

/** Makes the whole deck, with its pictures as they are told. */
type MakeDeck = (
  context: EngineContext,
  pictures: Pick<OfficePackage, 'quality' | 'makePicture'>,
) => Promise<Outcome>;

/** A deck whose pictures were all made with one effort. */
interface Attempt {
  readonly effort: number;
  readonly deck: Outcome;
}

/**
 * Searches one effort for all pictures of a deck until its size lies within 90 to 100 % of a target; where sizes leap, single
 * pictures are made gentler until it does.
 * @returns the largest result found within the target; the smallest acceptable one where the target cannot be met
 */
export async function compressToTarget(
  source: Uint8Array,
  { bytes: targetBytes, tooLarge }: SizeTarget,
  context: EngineContext,
  makeDeck: MakeDeck,
): Promise<Outcome> {
  const versions = new PictureVersions();
  const tried: Attempt[] = [];
  const make = (quality: PictureQuality): Promise<Outcome> => {
    context.signal.throwIfAborted();
    const start = tried.length / (MAX_ATTEMPTS + 1);
    const onProgress = (ratio: number): void => context.onProgress(start + ratio / (MAX_ATTEMPTS + 1));
    const budget = context.budget.part(ATTEMPT_SHARE * context.budget.leftMs);
    const own = deriveContext(context, { target: undefined, onProgress, budget });
    return makeDeck(own, { quality, makePicture: (task, path) => versions.make(task, path) });
  };
  // The source is returned in place of a longer result.
  const sizeOf = ({ deck }: Attempt): number => Math.min(deck.bytes.length, source.length);
  const { result, target } = await reachTarget<Attempt>({
    targetBytes,
    attempt: async (effort) => {
      const attempt = { effort, deck: await make(qualityAt(effort)) };
      tried.push(attempt);
      return attempt;
    },
    sizeOf,
    usual: { effort: effortOf(context.preset), size: tooLarge.bytes.length },
    maxAttempts: MAX_ATTEMPTS,
    isSpent: () => context.budget.isSpent,
  });
  const [gentler] = tried
    .filter((attempt) => sizeOf(attempt) > targetBytes)
    .sort((a, b) => sizeOf(a) - sizeOf(b));
  const size = sizeOf(result);
  if (!target.met || !gentler || size >= NEAR_ENOUGH * targetBytes) return { ...result.deck, target };
  versions.fill(qualityAt(result.effort), qualityAt(gentler.effort), targetBytes - size);
  const fuller = { effort: result.effort, deck: await make(qualityAt(result.effort)) };
  const isFuller = sizeOf(fuller) <= targetBytes && sizeOf(fuller) > size;
  return { ...(isFuller ? fuller : result).deck, target };
}

/** Each attempt makes the whole deck. */
const MAX_ATTEMPTS = 5;

/** What an attempt may take of the work that is left. */
const ATTEMPT_SHARE = 1 / 3;

/** Pixels to the inch of the smallest acceptable pictures, as programs take them for e-mail. */
const LEAST_PPI = 96;

/** The effort that is about as strong as a preset. */
function effortOf(preset: Preset): number {
  return (100 - PRESET_INFO[preset].scoreFloor) / (100 - ACCEPTABLE_SCORE);
}

/**
 * Each member leads without a leap from lossless at full size to the smallest acceptable, so that sizes do as well.
 * @param effort 0 lossless at full size, 1 the smallest acceptable
 */
function qualityAt(effort: number): PictureQuality {
  return {
    floor: 100 - (100 - ACCEPTABLE_SCORE) * effort,
    ppi: LEAST_PPI / effort,
    detail: effort === 1 ? 0 : 1 - 0.05 * effort,
    // Asking for a size is not asking to crop for good.
    removesHidden: false,
    keepsMarked: false,
  };
}
