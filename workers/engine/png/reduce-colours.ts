import type { EngineContext } from '../context.ts';
import { differsGrossly } from '../perceptual/gross-difference.ts';
import { sampleTiles } from '../perceptual/sample-tiles.ts';
import { smallStructure } from '../perceptual/small-structure.ts';
import { VisualMeter } from '../perceptual/visual-score.ts';
import type { Raster } from '../raster.ts';
import { releaseBytes, releaseRaster } from '../release-raster.ts';
import { probeOf } from '../search/mosaic.ts';
import { estimateBytes, type IndexedPicture } from './indexed-picture.ts';
import { ColourMapper } from './map-colours.ts';
import { withMissedColours } from './missed-colours.ts';
import { paletteLadder } from './palette-ladder.ts';
import { isBehind, NEAR, START_AGAIN, ThriftSearch, type Measured } from './thrift-search.ts';

export interface ReduceRequest {
  readonly floor: number;
  readonly orientation: number;
  /** Tries fewer palettes [false]. */
  readonly isHurried?: boolean;
  /** Longer pictures are of no use: palettes that end far above it end the search [Infinity]. */
  readonly usefulBytes?: number;
  /** How the source is shown, in sRGB [the raster]. */
  readonly look: Raster;
  /** Lowest structural similarity accepted, over white and over black; for small pictures [0]. */
  readonly leastStructure?: number;
  /** How a reduced picture is shown; makes a raster of its own each time. */
  readonly show: (picture: IndexedPicture) => Promise<Raster>;
}

export interface Reduced {
  readonly picture: IndexedPicture;
  readonly score: number;
}

/**
 * Reduces a picture to a palette, as thriftily as the floor allows.
 * Tries palettes from a handful of colours up, until more colours do not pay: screens and drawings need few, photographs
 * many. Undithered pictures pack best; the best palette, and the largest that missed the floor, are tried with
 * half-strength dithering too, which smooth gradients need. The trials work on the spot tiles of pictures above 0.3 MP; the answer is measured itself.
 * @returns null when even 256 colours at their best miss the floor
 */
export async function reduceColours(
  raster: Raster,
  request: ReduceRequest,
  context: EngineContext,
): Promise<Reduced | null> {
  const bench = new Bench(raster, request, context);
  const isLarge = raster.width * raster.height > LARGE_PIXELS || bench.isLate;
  const kind = isLarge ? 'large' : request.isHurried ? 'hurried' : 'whole';
  const ladder = paletteLadder(raster, kind, context.codecs.image);
  const trials = await climb(ladder, bench);
  if (trials === 'hopeless') return null;
  const isSettled = trials[0] && (request.isHurried || bench.isLate || trials[0].bestScore >= PLENTY);
  const worthDithering = [bench.missed, ...trials.slice(0, 2).map(({ palette }) => palette)];
  for (const palette of isSettled ? [] : worthDithering) {
    const dithered = palette && (await bench.attempt(palette, 0.5, trials[0]));
    if (dithered && dithered !== 'behind') trials.push(dithered);
    trials.sort(byBytes);
  }
  if (!bench.isLate) await trials[0]?.search.run(FINISH, FINISH_TRIALS);
  const sound = await firstSound(raster, trials, bench);
  if (sound) return sound;
  // What looked well on the spots lost something elsewhere: more colours than seemed to be needed.
  for await (const palette of ladder) {
    const trial = await bench.attempt(palette, 0);
    const reduced = trial && trial !== 'behind' && (await firstSound(raster, [trial], bench));
    if (reduced) return reduced;
  }
  return null;
}

/** All palettes that reached the floor until more colours did not pay, the smallest picture first. */
async function climb(ladder: AsyncGenerator<Uint8Array>, bench: Bench): Promise<Trial[] | 'hopeless'> {
  const trials: Trial[] = [];
  for (;;) {
    const { value: palette, done } = await ladder.next();
    if (done) return trials;
    const [leader] = trials;
    const trial = await bench.attempt(palette, 0, leader);
    if (trial === 'behind') return trials;
    if (trial) trials.push(trial);
    if (trial && !leader && trial.search.best!.bytes > bench.hopelessBytes) return 'hopeless';
    trials.sort(byBytes);
    if (trials[0] && (bench.isLate || trials[0].bestScore >= PLENTY)) return trials;
  }
}

/** A palette whose nearest colours score this much needs no more colours, and no dithering. */
const PLENTY = 95;

/** Pictures above this get one palette, made quickly. */
const LARGE_PIXELS = 12_000_000;

/** The leader is brought this close to the floor, in points, with so many measures. */
const FINISH = 0.25;
const FINISH_TRIALS = 3;

interface Trial {
  readonly palette: Uint8Array;
  readonly dither: number;
  /** Has a best. */
  readonly search: ThriftSearch;
  /** Score with the least thrift that was measured. */
  readonly bestScore: number;
}

function byBytes(a: Trial, b: Trial): number {
  return a.search.best!.bytes - b.search.best!.bytes;
}

/** Where palettes are tried: part of the picture, with its meter. */
class Bench {
  /** The last palette that missed the floor, but not by much. */
  missed: Uint8Array | null = null;
  /** Bytes of the part from which the whole has no hope. */
  readonly hopelessBytes: number;
  private readonly probe: Raster;
  private readonly look: Raster;
  private readonly meter: VisualMeter;
  readonly request: ReduceRequest;
  readonly context: EngineContext;
  readonly wholeMeter: VisualMeter;

  constructor(raster: Raster, request: ReduceRequest, context: EngineContext) {
    const sampling = sampleTiles(raster.width, raster.height, request.orientation);
    const probe = probeOf(raster, sampling, PROBE_FROM_PIXELS);
    const look =
      request.look === raster ? probe.raster : probeOf(request.look, sampling, PROBE_FROM_PIXELS).raster;
    this.probe = probe.raster;
    this.look = look;
    this.meter = new VisualMeter(look, 1, probe.sampling);
    this.wholeMeter = new VisualMeter(request.look, request.orientation);
    this.request = request;
    this.context = context;
    const share = (probe.raster.width * probe.raster.height) / (raster.width * raster.height);
    this.hopelessBytes = HOPELESS * share * (request.usefulBytes ?? Infinity);
  }

  get isLate(): boolean {
    return this.context.budget.isSpent;
  }

  /**
   * Looks for the thriftiest use of a palette.
   * @returns null when the palette misses the floor, "behind" as soon as it cannot beat the leader
   */
  async attempt(palette: Uint8Array, dither: number, leader?: Trial): Promise<Trial | null | 'behind'> {
    const { floor } = this.request;
    const search = this.searchWith(palette, dither);
    const bar = leader?.search.best;
    const first = await search.at(bar ? Math.max(bar.thrift, START_AGAIN) : 0);
    if (bar && isBehind(first, bar, leader.search.slope)) return 'behind';
    if (!bar && first.score < floor) {
      if (first.score > floor - DITHER_GAIN) this.missed = palette;
      return null;
    }
    await search.run(NEAR, bar ? TRIALS - 1 : TRIALS);
    return search.best && { palette, dither, search, bestScore: Math.max(first.score, search.best.score) };
  }

  /** The same trial with a fuller palette: its thrift may be higher. */
  async refit(trial: Trial, palette: Uint8Array): Promise<Trial> {
    const search = this.searchWith(palette, trial.dither);
    await search.at(trial.search.best!.thrift);
    if (!this.isLate) await search.run(FINISH, TRIALS);
    return search.best ? { ...trial, palette, search } : trial;
  }

  private searchWith(palette: Uint8Array, dither: number): ThriftSearch {
    const mapper = new ColourMapper(this.probe, palette);
    const measure = (thrift: number): Promise<Measured> => this.measure(mapper, palette, dither, thrift);
    return new ThriftSearch({ floor: this.request.floor, measure });
  }

  private async measure(
    mapper: ColourMapper,
    palette: Uint8Array,
    dither: number,
    thrift: number,
  ): Promise<Measured> {
    this.context.signal.throwIfAborted();
    const { width, height } = this.probe;
    const picture = { width, height, palette, indexes: mapper.map({ dither, thrift }) };
    const shown = await this.request.show(picture);
    const score = guarded(this.meter.score(shown), shown, this.look, this.request);
    const bytes = await estimateBytes(picture, this.context.codecs.deflate);
    return { thrift, score, bytes };
  }
}

/** The score, but below the floor by as much as structure is lost beyond what is accepted. */
function guarded(
  score: number,
  shown: Raster,
  look: Raster,
  { leastStructure, floor }: ReduceRequest,
): number {
  if (!leastStructure || score < floor) return score;
  const structures = ([255, 0] as const).map((background) => smallStructure(look, shown, background));
  return Math.min(score, floor + (Math.min(...structures) - leastStructure) * POINTS_OF_STRUCTURE);
}

/** Points of score for the whole of the structure: how steeply both fall together on small pictures. */
const POINTS_OF_STRUCTURE = 500;

/** Pictures above this are tried on their spot tiles. */
const PROBE_FROM_PIXELS = 300_000;

/** A trial on part of the picture that promises more than this many times the useful bytes has no hope. */
const HOPELESS = 2.5;

/** Measures that a palette gets. */
const TRIALS = 4;

/** Points that dithering may bring. */
const DITHER_GAIN = 25;

/** The smallest trial that also stands on the whole picture, if need be less thriftily. */
async function firstSound(raster: Raster, trials: readonly Trial[], bench: Bench): Promise<Reduced | null> {
  for (const trial of trials) {
    const mapper = new ColourMapper(raster, trial.palette);
    const palette = withMissedColours(raster, trial.palette, mapper.nearestIndexes());
    if (palette === trial.palette) {
      const reduced = await applyToWhole(mapper, trial, bench);
      if (reduced) return reduced;
      continue;
    }
    const fuller = await bench.refit(trial, palette);
    const reduced = await applyToWhole(new ColourMapper(raster, palette), fuller, bench);
    if (reduced) return reduced;
  }
  return null;
}

/** The trial on the whole picture, less thriftily where that turns out worse than its part, and back where that was too much. */
async function applyToWhole(mapper: ColourMapper, trial: Trial, bench: Bench): Promise<Reduced | null> {
  const { request } = bench;
  const { palette, search, dither } = trial;
  const { width, height } = request.look;
  const apply = async (thrift: number): Promise<Reduced & { isGross: boolean }> => {
    bench.context.signal.throwIfAborted();
    const picture = { width, height, palette, indexes: mapper.map({ dither, thrift }) };
    const shown = await request.show(picture);
    const isGross = differsGrossly(request.look, shown);
    const score = isGross ? 0 : guarded(bench.wholeMeter.score(shown), shown, request.look, request);
    releaseRaster(shown);
    return { picture, isGross, score };
  };
  let { thrift } = search.best!;
  let missed: { thrift: number; score: number } | null = null;
  for (let round = 0; round < 4; round++) {
    const reduced = await apply(thrift);
    if (reduced.score >= request.floor) {
      if (!missed || reduced.score - request.floor < OVERSHOT || bench.isLate) return reduced;
      const share = (reduced.score - request.floor - NEAR / 2) / (reduced.score - missed.score);
      const thriftier = await apply(thrift + share * (missed.thrift - thrift));
      return thriftier.score >= request.floor ? thriftier : reduced;
    }
    releaseBytes(reduced.picture.indexes);
    if (thrift === 0) break;
    if (!reduced.isGross) missed = { thrift, score: reduced.score };
    const missing = request.floor - reduced.score + 0.2;
    const isNear = round === 0 && missing < 3;
    thrift = reduced.isGross || round === 2 ? 0 : isNear ? search.easedBy(missing) : 0.6 * thrift;
  }
  return null;
}

/** Points above the floor from which a whole picture is tried once more. */
const OVERSHOT = 1.2;
