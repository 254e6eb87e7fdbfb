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
  /** Tries fewer palettes, and searches their thrift less closely [false]. */
  readonly isHurried?: boolean;
  /** Longer pictures are of no use: palettes that end far above it end the search [Infinity]. */
  readonly usefulBytes?: number;
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
 * Tries from a handful of colours up to 256: screens and drawings need few, photographs many. Undithered pictures pack best; the
 * best palette is tried with half-strength dithering too, which smooth gradients need.
 * @returns null when even 256 colours at their best miss the floor
 */
export async function reduceColours(
  raster: Raster,
  request: ReduceRequest,
  context: EngineContext,
): Promise<Reduced | null> {
  const sampling = sampleTiles(raster.width, raster.height, request.orientation);
  const probe = probeOf(raster, sampling);
  const look = request.look === raster ? probe.raster : probeOf(request.look, sampling).raster;
  const meter = new VisualMeter(look, 1, probe.sampling);
  const attempt = (palette: Uint8Array, dither: number): Promise<Trial | null> =>
    thriftiest({ raster: probe.raster, palette, dither, meter }, request, context);
  const isLate = (): boolean => context.budget.isSpent;
  const isLarge = raster.width * raster.height > LARGE_PIXELS || isLate();
  const trials: Trial[] = [];
  let palette: Uint8Array | null = null;
  const ways = isLarge ? PALETTES.slice(-1) : request.isHurried ? HURRIED_PALETTES : PALETTES;
  const lastResort = request.isHurried ? ways.at(-1) : undefined;
  const probeShare = (probe.raster.width * probe.raster.height) / (raster.width * raster.height);
  const hopelessBytes = HOPELESS * probeShare * (request.usefulBytes ?? Infinity);
  for (const way of ways) {
    if (trials.length > 0 && (isLate() || way === lastResort)) break;
    palette = (await makePalette(raster, way, context)) ?? palette;
    const trial = palette && (await attempt(palette, 0));
    if (trial) trials.push(trial);
    if (trial && trial.bestScore >= PLENTY) break;
    if (trial && trial.bytes > hopelessBytes) return null;
  }
  if (!palette) return null;
  const [best] = trials.sort((a, b) => a.bytes - b.bytes);
  const dithered =
    isLate() || (best && (request.isHurried || best.bestScore >= PLENTY))
      ? null
      : await attempt(best?.palette ?? palette, 0.5);
  if (dithered) trials.push(dithered);
  return firstSound(raster, trials, request, context);
}

/** From few colours to many; the quality is the quantiser's, which then needs fewer than it may use. */
const PALETTES = [
  { colors: 256, quality: 40, effort: 3 },
  { colors: 256, quality: 60, effort: 3 },
  { colors: 256, quality: 80, effort: 3 },
  { colors: 16, quality: 100, effort: 5 },
  { colors: 256, quality: 100, effort: 7 },
] as const;

/** The last one only where none of the others will do. */
const HURRIED_PALETTES = [PALETTES[0], PALETTES[1], PALETTES[3]];

/** A trial on part of the picture that promises more than this many times the useful bytes has no hope. */
const HOPELESS = 2.5;

/** A palette whose nearest colours score this much needs no more colours, and no dithering. */
const PLENTY = 95;

/** Pictures above this get one palette, made quickly. */
const LARGE_PIXELS = 12_000_000;

async function makePalette(raster: Raster, way: (typeof PALETTES)[number], { codecs }: EngineContext) {
  const effort = raster.width * raster.height > 2_000_000 ? 3 : way.effort;
  return readPalette(await codecs.image.quantizePng(raster, { engine: 'libimagequant', ...way, effort }));
}

/** The smallest trial that also stands on the whole picture, if need be less thriftily. */
async function firstSound(
  raster: Raster,
  trials: Trial[],
  request: ReduceRequest,
  context: EngineContext,
): Promise<Reduced | null> {
  trials.sort((a, b) => a.bytes - b.bytes);
  for (const trial of trials) {
    for (const ease of [1, 0.6, 0]) {
      const reduced = await applyToWhole(raster, { ...trial, thrift: trial.thrift * ease }, request, context);
      if (reduced) return reduced;
    }
  }
  return null;
}

interface Trial {
  readonly palette: Uint8Array;
  readonly dither: number;
  readonly thrift: number;
  readonly bytes: number;
  /** Score with nearest colours. */
  readonly bestScore: number;
}

interface Attempt {
  readonly raster: Raster;
  readonly palette: Uint8Array;
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
  const bestScore = best.score;
  let low = 0;
  let high = Math.log2(MAX_THRIFT + 1);
  let thrift = 0;
  for (let step = 0; step < (request.isHurried ? 4 : 5); step++) {
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
  return { palette, dither, thrift, bytes, bestScore };
}

function mapped(raster: Raster, palette: Uint8Array, dither: number, thrift: number): IndexedPicture {
  const { width, height } = raster;
  return {
    width,
    height,
    palette,
    indexes: mapColours(raster, palette, { dither, thrift }),
  };
}

/** Maps the whole picture as the trial did, and measures it; null where it is worse than its mosaic promised. */
async function applyToWhole(
  raster: Raster,
  trial: Trial,
  request: ReduceRequest,
  context: EngineContext,
): Promise<Reduced | null> {
  context.signal.throwIfAborted();
  const picture = mapped(raster, trial.palette, trial.dither, trial.thrift);
  const shown = await request.show(picture);
  if (grossDifference(request.look, shown) > GROSS_LIMIT) return null;
  const score = new VisualMeter(request.look, request.orientation).score(shown);
  return score >= request.floor ? { picture, score } : null;
}

/** Levels of 255 by which the mean of a 32 px block may move. */
const GROSS_LIMIT = 12;

/** How an indexed picture looks where nothing but its samples matters. */
export function showIndexed(picture: IndexedPicture): Promise<Raster> {
  return Promise.resolve(rasterOf(picture));
}
