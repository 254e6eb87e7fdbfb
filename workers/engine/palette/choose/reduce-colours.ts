import type { EngineContext } from '../../context.ts';
import type { Raster } from '../../base/raster.ts';
import { releaseBytes, releaseRaster } from '../../base/release-raster.ts';
import { candidatePalettes, paletteLadder } from '../build/candidate-palettes.ts';
import { DriftedAreas } from '../repair/drifted-areas.ts';
import type { IndexedPicture } from '../map/indexed-picture.ts';
import type { Colouring, SteadyBlocks, MapOptions } from '../map/map-samples.ts';
import { ColourMapper } from '../map/map-colours.ts';
import { withMissedColours } from '../repair/missed-colours.ts';
import { DITHER, NEAR, PaletteTrials, type Trial } from './palette-trials.ts';
import { PictureProbe, type Judgement, type ReduceRequest } from './picture-probe.ts';

/** Pictures above this get one palette, made quickly. */
const LARGE_PIXELS = 12_000_000;

/** Leading palettes that are tried with dithering. */
const DITHERED_LEADERS = 2;

/** Points above the floor from which a whole picture is tried once more. */
const OVERSHOT = 1.2;

/** Points below the floor that take two steps of lambda at once when the time is up. */
const FAR = 10;

/** Points that a lower lambda must have brought for another one to be tried when the time is up. */
const LEAST_GAIN = 0.5;

/** Mappings of the whole picture at most, before the one that may overshoot. */
const WHOLE_ROUNDS = 4;

/** Times that what has drifted gets colours of its own. */
const STEADY_ROUNDS = 2;

export interface Reduced {
  readonly picture: IndexedPicture;
  readonly score: number;
  readonly colouring: Colouring;
}

/**
 * Reduces a picture to a palette, in as few bytes as the floor allows. The trials work on the spot tiles of pictures above
 * 0.3 MP; the answer is measured itself.
 * @returns null when even 256 colours at their best miss the floor, or the result is of no use
 */
export async function reduceColours(
  raster: Raster,
  request: ReduceRequest,
  context: EngineContext,
): Promise<Reduced | null> {
  const probe = new PictureProbe(raster, request, context);
  const trials = new PaletteTrials(probe.subject);
  const isLarge = raster.width * raster.height > LARGE_PIXELS;
  const usual = request.effort === 'fast' ? 'coarse' : 'all';
  // What looks well on the spots of a large picture may be given up on the whole of it, which takes longest.
  const late = probe.isWhole ? 'hasty' : 'single';
  const range = isLarge ? 'single' : probe.isLate ? late : usual;
  const { image } = context.codecs;
  const ladder = await paletteLadder(raster, image, context.budget);
  if (!ladder) return null;
  const candidates = candidatePalettes(raster, ladder, range, image);
  if (!(await trials.tryCandidates(candidates))) return null;
  if (!(await trials.tryDithered(DITHERED_LEADERS))) return null;
  await trials.tryFewer(ladder);
  await trials.finish();
  const sound = await firstSound(raster, trials.sound, trials, probe);
  if (sound) return sound;
  // What looked well on the spots lost something elsewhere: more colours than seemed to be needed, and then dithering.
  let fullest = fullestOf(trials.sound);
  for await (const palette of candidates) {
    fullest = palette;
    if (probe.isRuledOut({ palette, dither: 0 })) continue;
    const reduced = await attemptOnWhole(raster, { palette, dither: 0 }, trials, probe);
    if (reduced) return reduced;
  }
  return fullest && attemptOnWhole(raster, { palette: fullest, dither: DITHER }, trials, probe);
}

function fullestOf(trials: readonly Trial[]): Uint8Array | null {
  const palettes = trials.map(({ palette }) => palette);
  return palettes.sort((a, b) => b.length - a.length)[0] ?? null;
}

async function attemptOnWhole(
  raster: Raster,
  { palette, dither }: Pick<Trial, 'palette' | 'dither'>,
  trials: PaletteTrials,
  probe: PictureProbe,
): Promise<Reduced | null> {
  const trial = await trials.attempt(palette, dither);
  return trial && trial !== 'behind' ? firstSound(raster, [trial], trials, probe) : null;
}

/**
 * A picture in one palette at any lambda, whatever its score: sizes fall with lambda without a leap.
 * @returns maps it at a lambda; 0 shows most
 */
export function recolouring(
  raster: Raster,
  request: ReduceRequest,
  { palette, dither, steady }: Colouring,
  context: EngineContext,
): (lambda: number) => Promise<Reduced> {
  const probe = new PictureProbe(raster, request, context);
  const mapper = new ColourMapper(raster, palette);
  return (lambda) => mapWhole(mapper, palette, { dither, lambda, steady }, probe);
}

/** The smallest trial that reaches the floor on the whole picture, if need be at a lower lambda. */
async function firstSound(
  raster: Raster,
  sound: readonly Trial[],
  trials: PaletteTrials,
  probe: PictureProbe,
): Promise<Reduced | null> {
  for (const trial of sound) {
    if (probe.isRuledOut(trial)) continue;
    const mapper = probe.keptMapper(trial.palette) ?? new ColourMapper(raster, trial.palette);
    const palette = withMissedColours(raster, trial.palette, mapper.nearestIndexes());
    const isFull = palette === trial.palette;
    const fuller = isFull ? trial : await trials.refit(trial, palette);
    const reduced = await applyToWhole(isFull ? mapper : new ColourMapper(raster, palette), fuller, probe);
    const steady = reduced?.hasDrifted ? await withoutDrift(raster, reduced, fuller, probe) : reduced;
    if (steady) return steady;
  }
  return null;
}

/** The trial again, with the areas that have drifted kept steady, in colours of their own. */
async function withoutDrift(
  raster: Raster,
  drifted: Whole,
  trial: Trial,
  probe: PictureProbe,
): Promise<Reduced | null> {
  let reduced: Whole | null = drifted;
  for (let round = 1; reduced?.hasDrifted && round <= STEADY_ROUNDS; round++) {
    const { picture, colouring }: Reduced = reduced;
    const areas = new DriftedAreas(raster, picture, colouring.steady);
    const palette = areas.addedTo(picture);
    releaseBytes(picture.indexes);
    const steady = await new PaletteTrials(probe.steadySubject(colouring)).refit(trial, palette);
    const drift = { steady: areas.blocks, isLast: round === STEADY_ROUNDS };
    reduced = await applyToWhole(new ColourMapper(raster, palette), { ...steady, palette }, probe, drift);
  }
  return reduced;
}

/**
 * The trial on the whole picture, at a lower lambda where that turns out worse than its part, and back where that was too
 * much.
 * @param drift blocks whose colour stays, and whether a lower lambda is to keep that of others; what has drifted comes back
 *   at once otherwise
 */
async function applyToWhole(
  mapper: ColourMapper,
  { palette, search, dither }: Trial,
  probe: PictureProbe,
  { steady, isLast }: { steady?: SteadyBlocks; isLast: boolean } = { isLast: false },
): Promise<Whole | null> {
  const { floor } = probe.request;
  let { lambda } = search.best!;
  let missed: { lambda: number; score: number } | null = null;
  for (let round = 0; round < WHOLE_ROUNDS; round++) {
    const reduced = await mapWhole(mapper, palette, { dither, lambda, steady }, probe);
    if (reduced.hasDrifted && !reduced.isGross && !isLast) return reduced;
    if (reduced.score >= floor) {
      if (!missed || reduced.score - floor < OVERSHOT || probe.isLate) return reduced;
      const share = (reduced.score - floor - NEAR / 2) / (reduced.score - missed.score);
      const options = { dither, lambda: lambda + share * (missed.lambda - lambda), steady };
      const smaller = await mapWhole(mapper, palette, options, probe);
      return smaller.score >= floor ? smaller : reduced;
    }
    releaseBytes(reduced.picture.indexes);
    const isFar = floor - reduced.score > FAR;
    const isStuck = missed !== null && probe.isLate && reduced.score < missed.score + LEAST_GAIN;
    if (lambda === 0 || isStuck) {
      if (isFar) probe.ruleOut(palette);
      break;
    }
    if (!reduced.isGross) missed = { lambda, score: reduced.score };
    const missing = floor - reduced.score + 0.2;
    const isNear = round === 0 && missing < 3;
    const isHurried = isFar && probe.isLate;
    const isLastTry = reduced.isGross || round === (isHurried ? 1 : 2);
    lambda = isLastTry ? 0 : isNear ? search.easedBy(missing) : (isHurried ? 0.36 : 0.6) * lambda;
  }
  return null;
}

type Whole = Reduced & Judgement;

async function mapWhole(
  mapper: ColourMapper,
  palette: Uint8Array,
  options: MapOptions,
  probe: PictureProbe,
): Promise<Whole> {
  probe.context.signal.throwIfAborted();
  const { width, height } = probe.request.reference;
  const kept = probe.keptMapping(palette, options);
  const picture = kept ?? { width, height, palette, indexes: mapper.map(options) };
  const rendered = await probe.request.render(picture);
  const judgement = probe.judgeWhole(picture, rendered);
  releaseRaster(rendered);
  return { picture, ...judgement, colouring: { palette, ...options } };
}
