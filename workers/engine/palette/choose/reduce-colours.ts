import type { Raster } from '../../base/raster.ts';
import type { EngineContext } from '../../context.ts';
import { candidatePalettes, paletteLadder, type CandidateRange } from '../build/candidate-palettes.ts';
import { ColourMapper } from '../map/map-colours.ts';
import type { Colouring } from '../map/map-samples.ts';
import { PartMeter } from '../measure/part-meter.ts';
import type { ReduceRequest } from '../measure/reduce-request.ts';
import { WholeMeter, type Reduced } from '../measure/whole-meter.ts';
import { DITHER, DITHERED_LEADERS, LARGE_PIXELS } from '../tuning.ts';
import { PaletteTrials, type Trial } from './palette-trials.ts';
import { WholePicture } from './whole-picture.ts';

/**
 * Reduces a picture to a palette, in as few bytes as the floor allows: palettes are built, the picture is mapped to each and
 * measured, on the spot tiles of pictures above 0.3 MP, and the best one is applied to all of it and mended.
 * @returns null when even 256 colours at their best miss the floor, or every result is longer than `maxBytes`
 */
export async function reduceColours(
  raster: Raster,
  request: ReduceRequest,
  context: EngineContext,
): Promise<Reduced | null> {
  const { image } = context.codecs;
  const part = new PartMeter(raster, request, context);
  const range = candidateRange(raster, request, part);
  const ladder = await paletteLadder(raster, image, context.budget);
  if (!ladder) return null;
  const candidates = candidatePalettes(raster, ladder, range, image);
  const trials = new PaletteTrials(part.subject);
  if (!(await trials.tryCandidates(candidates))) return null;
  if (!(await trials.tryDithered(DITHERED_LEADERS))) return null;
  await trials.tryFewer(ladder);
  await trials.finish();
  const whole = new WholePicture(raster, part, new WholeMeter(request, context, part.wholeJudge));
  const reduced = await whole.firstAcceptable(trials.acceptable);
  if (reduced) return reduced;
  // What looked well on the spots lost something elsewhere: more colours than seemed to be needed, and then dithering.
  const attempt = async (palette: Uint8Array, dither: number): Promise<Reduced | null> => {
    const trial = await trials.attempt(palette, dither);
    return trial && trial !== 'behind' ? whole.firstAcceptable([trial]) : null;
  };
  let fullest = fullestOf(trials.acceptable);
  for await (const palette of candidates) {
    fullest = palette;
    const found = await attempt(palette, 0);
    if (found) return found;
  }
  return fullest && attempt(fullest, DITHER);
}

/** What looks well on the spots of a large picture may be given up on the whole of it, which takes longest. */
function candidateRange(
  { width, height }: Raster,
  { effort }: ReduceRequest,
  part: PartMeter,
): CandidateRange {
  if (width * height > LARGE_PIXELS) return 'one';
  if (part.isBudgetSpent) return part.isWhole ? 'fewest' : 'one';
  return effort === 'fast' ? 'few' : 'all';
}

function fullestOf(trials: readonly Trial[]): Uint8Array | null {
  const palettes = trials.map(({ palette }) => palette);
  return palettes.sort((a, b) => b.length - a.length)[0] ?? null;
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
  const meter = new WholeMeter(request, context);
  const mapper = new ColourMapper(raster, palette);
  return (lambda) => meter.map(mapper, palette, { dither, lambda, locked });
}
