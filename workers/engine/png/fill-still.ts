import type { EngineContext } from '../context.ts';
import { MAX_LAMBDA } from '../palette/lambda-search.ts';
import { recolouring, type Colouring } from '../palette/reduce-colours.ts';
import { ACCEPTABLE_SCORE, AMPLE_SCORE } from '../presets.ts';
import type { Raster } from '../raster.ts';
import { releaseRaster } from '../release-raster.ts';
import { NEAR_ENOUGH, reachTarget } from '../search/reach-target.ts';
import type { FillRequest, PngSource, ReducedPng } from './png-source.ts';
import { packReduced, prepareStill, reduceRequest } from './reduce-still.ts';

/** Mappings of the picture at most, for each of two palettes. */
const MAX_ATTEMPTS = 4;

/** Lambdas closer together than this share of the way give the same result. */
const RESOLUTION = 0.01;

/** A palette and the lambdas between which a size is looked for. */
interface Range {
  readonly colouring: Colouring;
  readonly from: number;
  readonly to: number;
}

/**
 * A still picture in the bytes that are wanted, where palettes leap over them: in the palette that there is, with less given
 * away for packing; then in the one that was too large, with more.
 * @returns null where none takes more bytes than there is, fits and looks as good
 */
export async function fillStill(
  source: PngSource,
  stored: Raster,
  { targetBytes, present, gentler }: FillRequest,
  context: EngineContext,
): Promise<ReducedPng | null> {
  const prepared = await prepareStill(source, stored, context);
  const request = reduceRequest(prepared, source, ACCEPTABLE_SCORE, context);
  const leastScore = Math.min(present.score, AMPLE_SCORE);
  const own = present.colouring && { colouring: present.colouring, from: 0, to: present.colouring.lambda };
  const finer = gentler?.colouring && {
    colouring: gentler.colouring,
    from: gentler.colouring.lambda,
    to: MAX_LAMBDA,
  };
  let best: ReducedPng | null = null;
  for (const range of [own, finer]) {
    if (!range || range.to <= range.from) continue;
    const colour = recolouring(prepared.raster, request, range.colouring, context);
    const { result } = await reachTarget<ReducedPng>({
      targetBytes,
      attempt: async (effort) => {
        if (range === own && effort === 1) return present;
        const reduced = await colour(lambdaAt(range, effort));
        return packReduced(reduced, { ...prepared, floor: ACCEPTABLE_SCORE }, source, context);
      },
      sizeOf: ({ bytes }) => bytes.length,
      maxAttempts: MAX_ATTEMPTS,
      resolution: RESOLUTION,
      isSpent: () => context.budget.isSpent,
    });
    const size = result.bytes.length;
    const isFuller = size <= targetBytes && size > (best ?? present).bytes.length;
    if (isFuller && result.score >= leastScore) best = result;
    if ((best?.bytes.length ?? 0) >= NEAR_ENOUGH * targetBytes) break;
  }
  for (const copy of new Set([prepared.raster, prepared.reference])) if (copy !== stored) releaseRaster(copy);
  return best;
}

/** Sizes fall evenly along the logarithm of lambda. */
function lambdaAt({ from, to }: Range, effort: number): number {
  const [low, high] = [Math.log2(from + 1), Math.log2(to + 1)];
  return 2 ** (low + effort * (high - low)) - 1;
}
