import type { Raster } from '../../base/raster.ts';
import { releaseBytes, releaseRaster } from '../../base/release-raster.ts';
import type { EngineContext } from '../../context.ts';
import {
  candidatePalettes,
  paletteLadder,
  type CandidatePalettes,
  type CandidateRange,
} from '../build/candidate-palettes.ts';
import { ColourMapper } from '../map/map-colours.ts';
import type { Colouring } from '../map/map-options.ts';
import { PartMeter } from '../measure/part-meter.ts';
import type { ReduceRequest } from '../measure/reduce-request.ts';
import { WholeMeter, type Reduced } from '../measure/whole-meter.ts';
import { LARGE_PIXELS } from '../tuning.ts';
import { PaletteSearch } from './palette-search.ts';
import { UprightView } from './upright-view.ts';

/**
 * Reduces a picture to a palette, in as few bytes as the floor allows: palettes are built, the picture is mapped to each and
 * measured, on the spot tiles of pictures above 0.3 MP, and the best one is applied to all of it and mended. Where the whole misses
 * the floor in a tile, palettes are tried once more with that tile in the part; where none shows that well enough, its own is dithered
 * more: a sky of a large picture misses the floor by little.
 * @returns null when even 256 colours at their best miss the floor, or every result is longer than `maxBytes`
 */
export async function reduceColours(
  raster: Raster,
  request: ReduceRequest,
  context: EngineContext,
): Promise<Reduced | null> {
  const view = new UprightView(request.reference);
  const upright = uprightRequest(raster, request, view);
  const reduced = await reduceUpright(upright.raster, upright.request, context);
  for (const copy of new Set([upright.raster, upright.request.reference]))
    if (copy !== raster && copy !== request.reference) releaseRaster(copy);
  return reduced && asItWas(reduced, view);
}

async function reduceUpright(
  raster: Raster,
  request: ReduceRequest,
  context: EngineContext,
): Promise<Reduced | null> {
  const part = new PartMeter(raster, request, context);
  const range = candidateRange(raster, request, part);
  const ladder = paletteLadder(raster, context.budget, request.known);
  const meter = new WholeMeter(request, context, part.wholeJudge);
  const candidates = (fewest: number): CandidatePalettes => candidatePalettes({ ladder, range, fewest });
  const first = new PaletteSearch(raster, part, meter, ladder);
  const reduced = await first.run(candidates(0));
  const { missedTile } = first;
  if (reduced || !missedTile) return reduced;
  const fuller = new PartMeter(raster, request, context, missedTile);
  const second = await new PaletteSearch(raster, fuller, meter, ladder).run(candidates(first.fewestColours));
  return second ?? first.dithered(missedTile.palette);
}

/** What looks well on the spots of a large picture may be given up on the whole of it, which takes longest. */
function candidateRange(
  { width, height }: Raster,
  { effort }: ReduceRequest,
  part: PartMeter,
): CandidateRange {
  if (part.isBudgetSpent) return part.isWhole ? 'fewest' : 'one';
  return effort === 'fast' || width * height > LARGE_PIXELS ? 'few' : 'all';
}

/**
 * A picture in one palette at any lambda, whatever its score: sizes fall with lambda without a leap.
 * @returns maps it at a lambda; 0 shows most
 */
export function recolouring(
  raster: Raster,
  request: ReduceRequest,
  { palette, dither, locked }: Colouring,
  context: EngineContext,
): (lambda: number) => Promise<Reduced> {
  const view = new UprightView(request.reference);
  const upright = uprightRequest(raster, request, view);
  const meter = new WholeMeter(upright.request, context);
  const mapper = new ColourMapper(upright.raster, palette);
  return async (lambda) => asItWas(await meter.map(mapper, palette, { dither, lambda, locked }), view);
}

/** A picture and what is asked of it, as it is reduced. */
function uprightRequest(
  raster: Raster,
  request: ReduceRequest,
  view: UprightView,
): { readonly raster: Raster; readonly request: ReduceRequest } {
  const upright = view.of(raster);
  const reference = request.reference === raster ? upright : view.of(request.reference);
  return { raster: upright, request: { ...request, reference } };
}

/** A result for the picture as it was given. */
function asItWas(reduced: Reduced, view: UprightView): Reduced {
  const { picture } = reduced;
  const indexes = view.bytes(picture.indexes);
  if (indexes !== picture.indexes) releaseBytes(picture.indexes);
  return { ...reduced, picture: { ...picture, indexes } };
}
