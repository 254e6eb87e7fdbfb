import type { Raster } from '../raster.ts';
import { isOpaque } from './indexed-picture.ts';
import { NearestColours } from './nearest-colours.ts';

export interface MapOptions {
  /** How much of a pixel's error its neighbours make up for, 0 to 1. */
  readonly dither: number;
  /** Squared error, in levels, that a cheaper pixel may cost for each bit it saves; 0 always takes the nearest colour. */
  readonly thrift: number;
}

/** {@link ColourMapper} for a single use. */
export function mapColours(raster: Raster, palette: Uint8Array, options: MapOptions): Uint8Array {
  return new ColourMapper(raster, palette).map(options);
}

/**
 * Maps a picture to a palette with an eye on what packs well: of the colours near enough it takes the one that goes on
 * with the run or the row above. Error diffusion (Floyd and Steinberg, in serpentine rows) makes up for it nearby.
 * One mapper serves many options: without diffusion the nearest colours are found once.
 */
export class ColourMapper {
  private readonly raster: Raster;
  private readonly colours: NearestColours;
  private nearest: Uint8Array | null = null;

  /**
   * @param raster RGB, RGBA or grey, 8 bits
   * @param palette RGBA, at most 256 colours
   */
  constructor(raster: Raster, palette: Uint8Array) {
    this.raster = raster;
    this.colours = new NearestColours(palette, raster.channels % 2 === 1 && isOpaque(palette));
  }

  /** @returns one index a pixel, in an array of its own */
  map({ dither, thrift }: MapOptions): Uint8Array {
    if (dither > 0) return this.diffused(dither, thrift);
    if (thrift > 0) return this.thrifty(thrift);
    return this.nearestIndexes().slice();
  }

  /** The nearest colour of each pixel; shared, so not to be written to. */
  nearestIndexes(): Uint8Array {
    if (this.nearest) return this.nearest;
    const { width, height } = this.raster;
    const nearest = new Uint8Array(width * height);
    const row = new Float32Array(width * 4);
    for (let y = 0, at = 0; y < height; y++) {
      readRow(this.raster, y, row);
      for (let x = 0, i = 0; x < width; x++, at++, i += 4) {
        // Runs of one colour are common, and cheaper to see than to look up.
        const isRun =
          x > 0 &&
          row[i] === row[i - 4] &&
          row[i + 1] === row[i - 3] &&
          row[i + 2] === row[i - 2] &&
          row[i + 3] === row[i - 1];
        nearest[at] = isRun
          ? nearest[at - 1]!
          : this.colours.find(row[i]!, row[i + 1]!, row[i + 2]!, row[i + 3]!);
      }
    }
    return (this.nearest = nearest);
  }

  private thrifty(thrift: number): Uint8Array {
    const { width, height } = this.raster;
    const nearest = this.nearestIndexes();
    const indexes = new Uint8Array(nearest.length);
    const row = new Float32Array(width * 4);
    for (let y = 0; y < height; y++) {
      readRow(this.raster, y, row);
      const step = y % 2 === 0 ? 1 : -1;
      const choice = { colours: this.colours, indexes, before: null, width, y, step, thrift };
      for (let i = 0, x = step > 0 ? 0 : width - 1; i < width; i++, x += step) {
        const at = y * width + x;
        const p = x * 4;
        indexes[at] = cheapest(choice, nearest[at]!, i, x, row[p]!, row[p + 1]!, row[p + 2]!, row[p + 3]!);
      }
    }
    return indexes;
  }

  private diffused(dither: number, thrift: number): Uint8Array {
    const { width, height } = this.raster;
    const { colours } = this;
    const indexes = new Uint8Array(width * height);
    const row = new Float32Array(width * 4);
    let here = new Float32Array((width + 2) * 4);
    let below = new Float32Array((width + 2) * 4);
    for (let y = 0; y < height; y++) {
      readRow(this.raster, y, row);
      const step = y % 2 === 0 ? 1 : -1;
      const choice = { colours, indexes, before: null, width, y, step, thrift };
      for (let i = 0, x = step > 0 ? 0 : width - 1; i < width; i++, x += step) {
        const p = x * 4;
        const at = p + 4;
        const r = clamp(row[p]! + here[at]!);
        const g = clamp(row[p + 1]! + here[at + 1]!);
        const b = clamp(row[p + 2]! + here[at + 2]!);
        const a = clamp(row[p + 3]! + here[at + 3]!);
        const nearest = colours.find(r, g, b, a);
        const chosen = thrift > 0 ? cheapest(choice, nearest, i, x, r, g, b, a) : nearest;
        indexes[y * width + x] = chosen;
        const colour = chosen * 4;
        const { weighted } = colours;
        spread(here, below, at, step * 4, (r - weighted[colour]!) * dither);
        spread(here, below, at + 1, step * 4, (g - weighted[colour + 1]!) * dither);
        spread(here, below, at + 2, step * 4, (b - weighted[colour + 2]!) * dither);
        spread(here, below, at + 3, step * 4, (a - weighted[colour + 3]!) * dither);
      }
      [here, below] = [below, here];
      below.fill(0);
    }
    return indexes;
  }
}

/** Premultiplied samples: colour under transparency does not count. */
function readRow({ data, channels, width }: Raster, y: number, to: Float32Array): void {
  const isGrey = channels < 3;
  const hasAlpha = channels === 2 || channels === 4;
  for (let x = 0, from = y * width * channels, at = 0; x < width; x++, from += channels, at += 4) {
    const alpha = hasAlpha ? data[from + channels - 1]! : 255;
    const scale = alpha / 255;
    to[at] = data[from]! * scale;
    to[at + 1] = data[isGrey ? from : from + 1]! * scale;
    to[at + 2] = data[isGrey ? from : from + 2]! * scale;
    to[at + 3] = alpha;
  }
}

/** Bits that a pixel costs when it goes on with a run, with the row above or with a neighbour, and otherwise. */
const RUN = 1;
const ABOVE = 1.5;
const DIAGONAL = 3;
const LITERAL = 6;

export interface Choice {
  readonly colours: NearestColours;
  readonly indexes: Uint8Array;
  /** Those of the frame before, whose pixels need not be drawn again; null for pictures by themselves. */
  readonly before: Uint8Array | null;
  readonly width: number;
  readonly y: number;
  readonly step: number;
  readonly thrift: number;
}

/** The nearest colour or one of the five that pack better, whichever costs least; the innermost loop of all. */
export function cheapest(
  { colours, indexes, before, width, y, step, thrift }: Choice,
  nearest: number,
  i: number,
  x: number,
  r: number,
  g: number,
  b: number,
  a: number,
): number {
  const at = y * width + x;
  let chosen = nearest;
  const least = colours.distance(nearest, r, g, b, a);
  let cost = least + thrift * LITERAL;
  if (i > 0) {
    const run = indexes[at - step]!;
    const total = thrift * RUN + (run === nearest ? least : colours.distance(run, r, g, b, a));
    if (total < cost) [cost, chosen] = [total, run];
  }
  if (before) {
    const same = before[at]!;
    const goesOn = i > 0 && indexes[at - step] === before[at - step];
    const total = thrift * (goesOn ? RUN : DIAGONAL) + colours.distance(same, r, g, b, a);
    if (total < cost) [cost, chosen] = [total, same];
  }
  if (y === 0) return chosen;
  const up = at - width;
  const above = indexes[up]!;
  if (above !== chosen) {
    const total = thrift * ABOVE + (above === nearest ? least : colours.distance(above, r, g, b, a));
    if (total < cost) [cost, chosen] = [total, above];
  }
  if (cost <= thrift * DIAGONAL) return chosen;
  const ahead = i < width - 1 ? indexes[up + step]! : chosen;
  if (ahead !== chosen) {
    const total = thrift * DIAGONAL + colours.distance(ahead, r, g, b, a);
    if (total < cost) [cost, chosen] = [total, ahead];
  }
  const behind = i > 0 ? indexes[up - step]! : chosen;
  if (behind !== chosen && thrift * DIAGONAL + colours.distance(behind, r, g, b, a) < cost) return behind;
  return chosen;
}

export function spread(
  here: Float32Array,
  below: Float32Array,
  at: number,
  ahead: number,
  error: number,
): void {
  here[at + ahead]! += error * 0.4375;
  below[at - ahead]! += error * 0.1875;
  below[at]! += error * 0.3125;
  below[at + ahead]! += error * 0.0625;
}

export function clamp(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : value;
}
