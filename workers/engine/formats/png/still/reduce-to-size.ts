import type { EngineContext } from '../../../context.ts';
import { MAX_LAMBDA } from '../../../palette/tuning.ts';
import { ColourMapper } from '../../../palette/map/map-colours.ts';
import type { Colouring } from '../../../palette/map/map-options.ts';
import { recolouring } from '../../../palette/choose/reduce-colours.ts';
import { withoutLeastMissed } from '../../../palette/repair/add-colours.ts';
import { ACCEPTABLE_SCORE, AMPLE_SCORE } from '../../../api/presets.ts';
import type { Raster } from '../../../base/raster.ts';
import { reachTarget } from '../../../search/target/reach-target.ts';
import { NEAR_ENOUGH, NEAR_SHARE } from '../../../search/target/tuning.ts';
import type { PngSource } from '../png-source.ts';
import type { PalettePng, ReduceToSize } from '../png-strategies.ts';
import { MAX_ATTEMPTS, SAME_LAMBDA_SHARE } from '../tuning.ts';
import { prepareStill, releasePrepared } from './prepare-still.ts';
import { packReduced, reduceRequest } from './reduce-to-floor.ts';

/** A palette and the lambdas between which a size is looked for. */
interface Range {
  readonly colouring: Colouring;
  readonly from: number;
  readonly to: number;
}

/**
 * A still picture in the bytes that are wanted, where palettes leap over them: in the palette that there is, with less given away
 * for packing; then in the one that was too large, with more; then in one with as many colours as lie between the two.
 * @returns null where none takes more bytes than the present one, fits and looks as good
 */
export async function reduceToSize(
  source: PngSource,
  stored: Raster,
  { targetBytes, present, nextGentler }: ReduceToSize,
  context: EngineContext,
): Promise<PalettePng | null> {
  const prepared = await prepareStill(source, stored, context);
  const request = reduceRequest(prepared, source, ACCEPTABLE_SCORE);
  const leastScore = Math.min(present.score, AMPLE_SCORE);
  const fillFrom = async ({ colouring, from, to }: Range): Promise<PalettePng | null> => {
    if (to <= from) return null;
    const colour = recolouring(prepared.raster, request, colouring, context);
    const { result } = await reachTarget<PalettePng>({
      targetBytes,
      attempt: async (effort) => {
        if (colouring === present.colouring && effort === 1) return present;
        const reduced = await colour(lambdaAt(from, to, effort));
        return packReduced(reduced, { ...prepared, floor: ACCEPTABLE_SCORE }, source, context);
      },
      sizeOf: ({ bytes }) => bytes.length,
      maxAttempts: MAX_ATTEMPTS,
      resolution: SAME_LAMBDA_SHARE,
      isSpent: () => context.budget.isSpent,
    });
    return result.bytes.length <= targetBytes && result.score >= leastScore ? result : null;
  };
  const { colouring: own } = present;
  let best = longer(present, own ? await fillFrom({ colouring: own, from: 0, to: own.lambda }) : null);
  const finer = best.bytes.length < NEAR_ENOUGH * targetBytes ? (await nextGentler())?.colouring : undefined;
  if (finer) best = longer(best, await fillFrom({ colouring: finer, from: finer.lambda, to: MAX_LAMBDA }));
  const isShort = best.bytes.length < NEAR_SHARE * targetBytes && !context.budget.isSpent;
  if (isShort && own && finer && own.palette.length < finer.palette.length) {
    const palette = paletteBetween(own.palette, finer.palette, prepared.raster);
    const colouring = { palette, dither: 0, lambda: MAX_LAMBDA };
    best = longer(best, await fillFrom({ colouring, from: 0, to: MAX_LAMBDA }));
  }
  releasePrepared(prepared, stored);
  return best === present ? null : best;
}

/** The finer of two palettes with the geometric mean of their numbers of colours. */
function paletteBetween(coarse: Uint8Array, finer: Uint8Array, raster: Raster): Uint8Array {
  const excess = Math.floor((finer.length - Math.sqrt(coarse.length * finer.length)) / 4);
  return withoutLeastMissed(finer, new ColourMapper(raster, finer).nearestIndexes(), excess);
}

function longer(one: PalettePng, other: PalettePng | null): PalettePng {
  return other && other.bytes.length > one.bytes.length ? other : one;
}

/** Sizes fall evenly along the logarithm of lambda. */
function lambdaAt(from: number, to: number, effort: number): number {
  const [low, high] = [Math.log2(from + 1), Math.log2(to + 1)];
  return 2 ** (low + effort * (high - low)) - 1;
}
