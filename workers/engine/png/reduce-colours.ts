import type { EngineContext } from '../context.ts';
import { grossDifference } from '../perceptual/gross-difference.ts';
import { sampleTiles } from '../perceptual/sample-tiles.ts';
import { VisualMeter } from '../perceptual/visual-score.ts';
import type { Raster } from '../raster.ts';
import { probeOf } from '../search/mosaic.ts';
import { rasterOf, readPalette, writeIndexedPng, type IndexedPicture } from './indexed-picture.ts';
import { mapColours } from './map-colours.ts';

export interface ReduceRequest {
  readonly floor: number;
  readonly orientation: number;
  /** How the source is shown, in sRGB [the raster]. */
  readonly look: Raster;
  /** How a reduced picture is shown. */
  readonly show: (picture: IndexedPicture) => Promise<Raster>;
}

export interface Reduced {
  readonly picture: IndexedPicture;
  readonly score: number;
}

/** Largest thrift: about ten levels of error a channel, the most that faint lines survive. */
const MAX_THRIFT = 60;

/**
 * Reduces a picture to a palette, as thriftily as the floor allows.
 * Tries 16 colours, and 256 at two qualities: screens need few, photographs many. Undithered pictures pack best; the
 * best palette is tried with half-strength dithering too, which smooth gradients need.
 * @returns null when even 256 colours at their best miss the floor
 */
export async function reduceColours(
  raster: Raster,
  request: ReduceRequest,
  context: EngineContext,
): Promise<Reduced | null> {
  const palettes = await makePalettes(raster, context);
  const sampling = sampleTiles(raster.width, raster.height, request.orientation);
  const probe = probeOf(raster, sampling);
  const look = request.look === raster ? probe.raster : probeOf(request.look, sampling).raster;
  const meter = new VisualMeter(look, 1, probe.sampling);
  const attempt = (palette: Palette, dither: number): Promise<Trial | null> =>
    thriftiest({ raster: probe.raster, palette, dither, meter }, request, context);
  const isLate = (): boolean => performance.now() > context.deadlineMs;
  const trials: Trial[] = [];
  for (const palette of palettes) {
    if (trials.length > 0 && isLate()) break;
    const trial = await attempt(palette, 0);
    if (trial) trials.push(trial);
  }
  const [best] = trials.sort((a, b) => a.bytes - b.bytes);
  const dithered = isLate() ? null : await attempt(best?.palette ?? palettes.at(-1)!, 0.5);
  if (dithered) trials.push(dithered);
  trials.sort((a, b) => a.bytes - b.bytes);
  for (const trial of trials) {
    const reduced = await applyToWhole(raster, trial, request, context);
    if (reduced) return reduced;
  }
  return null;
}

interface Palette {
  readonly colours: Uint8Array;
}

async function makePalettes(raster: Raster, { codecs, deadlineMs }: EngineContext): Promise<Palette[]> {
  const isLarge = raster.width * raster.height > LARGE_PIXELS || performance.now() > deadlineMs;
  const effort = raster.width * raster.height > 2_000_000 || isLarge ? 3 : 7;
  const ways = [
    { colors: 16, quality: 100 },
    { colors: 256, quality: 80 },
    { colors: 256, quality: 100 },
  ];
  const palettes: Palette[] = [];
  for (const way of isLarge ? ways.slice(2) : ways) {
    const png = await codecs.image.quantizePng(raster, { engine: 'libimagequant', effort, ...way });
    const colours = readPalette(png);
    if (colours) palettes.push({ colours });
  }
  return palettes;
}

const LARGE_PIXELS = 12_000_000;

interface Trial {
  readonly palette: Palette;
  readonly dither: number;
  readonly thrift: number;
  readonly bytes: number;
}

interface Attempt {
  readonly raster: Raster;
  readonly palette: Palette;
  readonly dither: number;
  readonly meter: VisualMeter;
}

/** Finds the largest thrift that keeps the floor, by halving on a logarithmic scale. */
async function thriftiest(
  attempt: Attempt,
  request: ReduceRequest,
  context: EngineContext,
): Promise<Trial | null> {
  const { raster, palette, dither, meter } = attempt;
  const measure = async (thrift: number): Promise<{ score: number; picture: IndexedPicture }> => {
    const picture = mapped(raster, palette, dither, thrift);
    return { score: meter.score(await request.show(picture)), picture };
  };
  let best = await measure(0);
  if (best.score < request.floor) return null;
  let low = 0;
  let high = Math.log2(MAX_THRIFT + 1);
  let thrift = 0;
  for (let step = 0; step < 5; step++) {
    context.signal.throwIfAborted();
    const middle = step === 0 ? high : (low + high) / 2;
    const candidate = 2 ** middle - 1;
    const trial = await measure(candidate);
    if (trial.score >= request.floor) {
      best = trial;
      thrift = candidate;
      low = middle;
      if (step === 0 || trial.score < request.floor + 0.5) break;
    } else {
      high = middle;
    }
  }
  const bytes = (await writeIndexedPng(best.picture, context.codecs.deflate, 9)).length;
  return { palette, dither, thrift, bytes };
}

function mapped(raster: Raster, palette: Palette, dither: number, thrift: number): IndexedPicture {
  const { width, height } = raster;
  return {
    width,
    height,
    palette: palette.colours,
    indexes: mapColours(raster, palette.colours, { dither, thrift }),
  };
}

/** Maps the whole picture as the trial did; less thriftily where the whole turns out worse than its mosaic. */
async function applyToWhole(
  raster: Raster,
  trial: Trial,
  request: ReduceRequest,
  context: EngineContext,
): Promise<Reduced | null> {
  const meter = new VisualMeter(request.look, request.orientation);
  let { thrift } = trial;
  for (let round = 0; round < 3; round++) {
    context.signal.throwIfAborted();
    const picture = mapped(raster, trial.palette, trial.dither, thrift);
    const shown = await request.show(picture);
    const score = grossDifference(request.look, shown) > GROSS_LIMIT ? -Infinity : meter.score(shown);
    if (score >= request.floor) return { picture, score };
    thrift = round === 1 ? 0 : thrift * 0.7;
  }
  return null;
}

/** Levels of 255 by which the mean of a 32 px block may move. */
const GROSS_LIMIT = 12;

/** How an indexed picture looks where nothing but its samples matters. */
export function showIndexed(picture: IndexedPicture): Promise<Raster> {
  return Promise.resolve(rasterOf(picture));
}
