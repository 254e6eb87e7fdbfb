import { VisualMeter } from '../../perceptual/visual-score.ts';
import { sampleTiles } from '../../perceptual/sample-tiles.ts';
import type { Raster } from '../../raster.ts';
import { probeOf } from '../../search/mosaic.ts';
import { spreadEvenly } from '../../spread-evenly.ts';
import { ColourMapper } from '../map-colours.ts';
import { withMissedColours } from '../missed-colours.ts';
import { paletteLadder } from '../palette-ladder.ts';
import { isBehind, NEAR, START_AGAIN, ThriftSearch, type Measured } from '../thrift-search.ts';
import type { Looks } from './check-frames.ts';
import { pixelsOf, rasterOfPixels, type Pixels } from './compose-frames.ts';
import { FrameMapper } from './map-frames.ts';

export interface BenchRequest extends Looks {
  readonly floor: number;
  /** Longer results are of no use: the search ends where the first palette promises one [Infinity]. */
  readonly usefulBytes?: number;
}

/** A palette that reached the floor on the frames looked at. */
export interface AnimationTrial {
  readonly palette: Uint8Array;
  readonly dither: number;
  readonly thrift: number;
}

/** One frame of those that are tried. */
interface ProbeFrame {
  readonly pixels: Pixels;
  /** Measures it; null where it is only the frame before one that is measured. */
  readonly meter: VisualMeter | null;
}

/** Tries palettes on a few frames, each with the one before it; of large frames on their spot tiles. */
export class AnimationBench {
  private readonly request: BenchRequest;
  private readonly probe: readonly ProbeFrame[];
  private readonly size: { readonly width: number; readonly height: number };
  /** Frames under each other, from which palettes are made. */
  private readonly sheet: Raster;

  private constructor(
    request: BenchRequest,
    probe: readonly ProbeFrame[],
    size: { width: number; height: number },
    sheet: Raster,
  ) {
    this.request = request;
    this.probe = probe;
    this.size = size;
    this.sheet = sheet;
  }

  static async open(request: BenchRequest): Promise<AnimationBench> {
    const { reel, looks } = request;
    const { width, height, count } = reel;
    const measured = spreadEvenly(count, MEASURED);
    const numbers = [...new Set(measured.flatMap((n) => [Math.max(0, n - 1), n]))].sort((a, b) => a - b);
    const frames = await reel.pick(numbers);
    const shown = looks === reel ? frames : await looks.pick(numbers);
    const sampling = sampleTiles(width, height);
    const part = (pixels: Pixels) =>
      probeOf(rasterOfPixels(pixels, width, height), sampling, PROBE_FROM_PIXELS);
    const size = part(frames[0]!).raster;
    const probe = frames.map((pixels, i) => {
      const look = part(shown[i]!);
      const meter = measured.includes(numbers[i]!) ? new VisualMeter(look.raster, 1, look.sampling) : null;
      return { pixels: pixelsOf(part(pixels).raster), meter };
    });
    const sheet = await sheetOf(request);
    return new AnimationBench(request, probe, { width: size.width, height: size.height }, sheet);
  }

  /** All palettes that reached the floor until more colours did not pay, the smallest first. */
  async trials(): Promise<AnimationTrial[]> {
    const { context } = this.request;
    const trials: Trial[] = [];
    let missed: Uint8Array | null = null;
    for await (const full of paletteLadder(this.sheet, 'whole', context.codecs.image)) {
      const palette = this.withRoom(full);
      const trial = await this.attempt(palette, 0, trials[0]);
      if (trial === 'behind') break;
      if (trial && !trials[0] && trial.search.best!.bytes > HOPELESS * (this.request.usefulBytes ?? Infinity))
        return [];
      if (trial) trials.push(trial);
      else missed = palette;
      trials.sort(byBytes);
      if (trials[0] && context.budget.isSpent) break;
    }
    for (const palette of [missed, trials[0]?.palette ?? null]) {
      const trial = palette && (await this.attempt(palette, DITHER, trials[0]));
      if (trial && trial !== 'behind') trials.push(trial);
      trials.sort(byBytes);
    }
    const [best] = trials;
    return best ? [this.withMissed(best), ...trials.slice(1, 3)].map(answer) : [];
  }

  /** A palette without the colour used least where it is full: one place stands for "as before". */
  private withRoom(palette: Uint8Array): Uint8Array {
    const count = palette.length / 4;
    if (count <= MOST_COLOURS) return palette;
    const uses = new Uint32Array(count);
    for (const index of new ColourMapper(this.sheet, palette).nearestIndexes()) uses[index]!++;
    const least = uses.indexOf(Math.min(...uses)) * 4;
    const shorter = new Uint8Array(MOST_COLOURS * 4);
    shorter.set(palette.subarray(0, least));
    shorter.set(palette.subarray(least + 4), least);
    return shorter;
  }

  /** The same with colours for areas that the palette shows grossly wrong. */
  private withMissed(trial: Trial): Trial {
    const nearest = new ColourMapper(this.sheet, trial.palette).nearestIndexes();
    const palette = withMissedColours(this.sheet, trial.palette, nearest).subarray(0, MOST_COLOURS * 4);
    return palette.length === trial.palette.length ? trial : { ...trial, palette };
  }

  private async attempt(
    palette: Uint8Array,
    dither: number,
    leader?: Trial,
  ): Promise<Trial | null | 'behind'> {
    const { floor } = this.request;
    const search = new ThriftSearch({ floor, measure: (thrift) => this.measure(palette, dither, thrift) });
    const bar = leader?.search.best;
    const first = await search.at(bar ? Math.max(bar.thrift, START_AGAIN) : 0);
    if (!bar && first.score < floor) return null;
    if (bar && isBehind(first, bar)) return 'behind';
    await search.run(NEAR, TRIALS);
    return search.best && { palette, dither, search };
  }

  private async measure(palette: Uint8Array, dither: number, thrift: number): Promise<Measured> {
    const { reel, show, context } = this.request;
    const { width, height } = this.size;
    const mapper = new FrameMapper({ width, isOpaque: reel.isOpaque }, palette, { dither, thrift });
    let [score, bytes] = [Infinity, 0];
    let before: Uint8Array | null = null;
    const later = this.probe.filter(({ meter }, i) => meter && i > 0).length;
    for (const { pixels, meter } of this.probe) {
      context.signal.throwIfAborted();
      context.budget.charge((pixels.length * MAP_MS) / 1e6);
      const indexes = mapper.next(pixels);
      if (meter) {
        score = Math.min(score, meter.score(await show({ width, height, palette, indexes })));
        const drawn = before ? changedOnly(indexes, before) : indexes;
        const { length } = await context.codecs.deflate.deflate(drawn, { format: 'zlib', level: 6 });
        bytes += before ? (length * (reel.count - 1)) / later : length;
      }
      before = indexes;
    }
    return { thrift, score, bytes };
  }
}

interface Trial {
  readonly palette: Uint8Array;
  readonly dither: number;
  /** Has a best. */
  readonly search: ThriftSearch;
}

function answer({ palette, dither, search }: Trial): AnimationTrial {
  return { palette, dither, thrift: search.best!.thrift };
}

function byBytes(a: Trial, b: Trial): number {
  return a.search.best!.bytes - b.search.best!.bytes;
}

/** A trial, packed quickly, that promises so many times the useful bytes has no hope. */
const HOPELESS = 2;

/** Frames that are measured, from the first to the last. */
const MEASURED = 5;

/** One place of the palette stands for "as before". */
const MOST_COLOURS = 255;

const PROBE_FROM_PIXELS = 300_000;
const DITHER = 0.5;
const TRIALS = 3;

/** Work of mapping and measuring, ms a million pixels. */
const MAP_MS = 80;

function changedOnly(indexes: Uint8Array, before: Uint8Array): Uint8Array {
  // 255 is no colour: there are 255 at most.
  return indexes.map((index, i) => (index === before[i] ? 255 : index));
}

/** Pixels of the frames from which palettes are made, and how many frames there are at most and at least. */
const SHEET_PIXELS = 3_000_000;
const MOST_SHEETS = 12;
const LEAST_SHEETS = 2;

async function sheetOf({ reel }: BenchRequest): Promise<Raster> {
  const { width, height } = reel;
  const most = Math.max(LEAST_SHEETS, Math.min(MOST_SHEETS, Math.floor(SHEET_PIXELS / (width * height))));
  const frames = await reel.pick(spreadEvenly(reel.count, most));
  if (reel.still) frames.push(reel.still);
  const pixels = new Uint32Array(width * height * frames.length);
  frames.forEach((frame, i) => pixels.set(frame, i * width * height));
  return rasterOfPixels(pixels, width, height * frames.length);
}
