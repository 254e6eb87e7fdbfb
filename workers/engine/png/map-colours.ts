import type { Raster } from '../raster.ts';

export interface MapOptions {
  /** How much of a pixel's error its neighbours make up for, 0 to 1. */
  readonly dither: number;
  /** Squared error, in levels, that a cheaper pixel may cost for each bit it saves; 0 always takes the nearest colour. */
  readonly thrift: number;
}

/**
 * Maps a picture to a palette with an eye on what packs well: of the colours near enough it takes the one that goes on
 * with the run or the row above. Error diffusion (Floyd and Steinberg, in serpentine rows) makes up for it nearby.
 * @param raster RGB, RGBA or grey, 8 bits
 * @param palette RGBA, at most 256 colours
 * @returns one index a pixel
 */
export function mapColours(raster: Raster, palette: Uint8Array, options: MapOptions): Uint8Array {
  const { width, height } = raster;
  const indexes = new Uint8Array(width * height);
  const nearest = new NearestColours(palette);
  const row = new Float32Array(width * 4);
  let here = new Float32Array((width + 2) * 4);
  let below = new Float32Array((width + 2) * 4);
  for (let y = 0; y < height; y++) {
    readRow(raster, y, row);
    mapRow({ row, here, below, indexes, width, y }, nearest, options);
    [here, below] = [below, here];
    below.fill(0);
  }
  return indexes;
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

interface RowWork {
  /** Samples of the row. */
  readonly row: Float32Array;
  /** Errors handed to this row and to the next, one pixel of margin on each side. */
  readonly here: Float32Array;
  readonly below: Float32Array;
  readonly indexes: Uint8Array;
  readonly width: number;
  readonly y: number;
}

/** Bits that a pixel costs when it goes on with a run, with the row above or with a neighbour, and otherwise. */
const RUN = 1;
const ABOVE = 1.5;
const DIAGONAL = 3;
const LITERAL = 6;

function mapRow(work: RowWork, nearest: NearestColours, { dither, thrift }: MapOptions): void {
  const { row, here, indexes, width, y } = work;
  const pixel = new Float32Array(4);
  const step = y % 2 === 0 ? 1 : -1;
  const first = y * width;
  for (let i = 0, x = step > 0 ? 0 : width - 1; i < width; i++, x += step) {
    const at = (x + 1) * 4;
    for (let c = 0; c < 4; c++) pixel[c] = clamp(row[x * 4 + c]! + here[at + c]!);
    let chosen = nearest.find(pixel);
    if (thrift > 0) {
      // The four cheaper choices, written out: this is the innermost loop of all.
      let cost = nearest.distance(chosen, pixel) + thrift * LITERAL;
      let candidate = i > 0 ? indexes[first + x - step]! : chosen;
      let total = nearest.distance(candidate, pixel) + thrift * RUN;
      if (i > 0 && total < cost) [cost, chosen] = [total, candidate];
      if (y > 0) {
        const up = first + x - width;
        candidate = indexes[up]!;
        total = nearest.distance(candidate, pixel) + thrift * ABOVE;
        if (total < cost) [cost, chosen] = [total, candidate];
        candidate = i < width - 1 ? indexes[up + step]! : candidate;
        total = nearest.distance(candidate, pixel) + thrift * DIAGONAL;
        if (total < cost) [cost, chosen] = [total, candidate];
        candidate = i > 0 ? indexes[up - step]! : candidate;
        total = nearest.distance(candidate, pixel) + thrift * DIAGONAL;
        if (total < cost) chosen = candidate;
      }
    }
    indexes[first + x] = chosen;
    if (dither > 0) spread(work, pixel, nearest.weighted, chosen, at, step * 4, dither);
  }
}

function spread(
  { here, below }: RowWork,
  pixel: Float32Array,
  colours: Float32Array,
  chosen: number,
  at: number,
  ahead: number,
  dither: number,
): void {
  for (let c = 0; c < 4; c++) {
    const error = (pixel[c]! - colours[chosen * 4 + c]!) * dither;
    here[at + ahead + c]! += error * 0.4375;
    below[at - ahead + c]! += error * 0.1875;
    below[at + c]! += error * 0.3125;
    below[at + ahead + c]! += error * 0.0625;
  }
}

/** Finds palette colours by a grid of 32 levels a channel that remembers the few entries worth looking at. */
class NearestColours {
  /** Premultiplied palette. */
  readonly weighted: Float32Array;
  private readonly count: number;
  /** For each cell, where its entries begin in `entries`, plus one; 0 where it was not looked at yet. */
  private readonly starts = new Int32Array(1 << 20);
  /** Lists, each led by its length. */
  private entries = new Uint8Array(1 << 16);
  private used = 0;
  private readonly distances: Float32Array;

  constructor(palette: Uint8Array) {
    this.count = palette.length / 4;
    this.distances = new Float32Array(this.count);
    this.weighted = new Float32Array(palette.length);
    for (let i = 0; i < palette.length; i += 4) {
      const scale = palette[i + 3]! / 255;
      for (let c = 0; c < 3; c++) this.weighted[i + c] = palette[i + c]! * scale;
      this.weighted[i + 3] = palette[i + 3]!;
    }
  }

  find(pixel: Float32Array): number {
    const key =
      ((pixel[0]! >> 3) << 15) | ((pixel[1]! >> 3) << 10) | ((pixel[2]! >> 3) << 5) | (pixel[3]! >> 3);
    const start = (this.starts[key] || this.addCell(key)) - 1;
    const end = start + this.entries[start]!;
    let best = this.entries[start + 1]!;
    let least = this.distance(best, pixel);
    for (let i = start + 2; i <= end; i++) {
      const index = this.entries[i]!;
      const distance = this.distance(index, pixel);
      if (distance < least) {
        least = distance;
        best = index;
      }
    }
    return best;
  }

  /** Squared distance; green counts most, as the eye sees it. */
  distance(index: number, pixel: Float32Array): number {
    const colours = this.weighted;
    const at = index * 4;
    const r = colours[at]! - pixel[0]!;
    const g = colours[at + 1]! - pixel[1]!;
    const b = colours[at + 2]! - pixel[2]!;
    const a = colours[at + 3]! - pixel[3]!;
    return 0.9 * r * r + 1.5 * g * g + 0.6 * b * b + a * a;
  }

  /** Lists the entries that can be nearest to some colour of the cell: those within its reach of the best at its centre. */
  private addCell(key: number): number {
    const centre = Float32Array.of(key >> 15, (key >> 10) & 31, (key >> 5) & 31, key & 31).map(
      (cell) => cell * 8 + 3.5,
    );
    let least = Infinity;
    for (let i = 0; i < this.count; i++) {
      const distance = Math.sqrt(this.distance(i, centre));
      this.distances[i] = distance;
      if (distance < least) least = distance;
    }
    if (this.used + 257 > this.entries.length) {
      const larger = new Uint8Array(this.entries.length * 2);
      larger.set(this.entries);
      this.entries = larger;
    }
    const start = this.used++;
    for (let i = 0; i < this.count && this.used - start <= 255; i++) {
      if (this.distances[i]! <= least + 2 * CELL_REACH) this.entries[this.used++] = i;
    }
    this.entries[start] = this.used - start - 1;
    return (this.starts[key] = start + 1);
  }
}

/** Half the diagonal of a cell under the weights of `distance`. */
const CELL_REACH = 8;

function clamp(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : value;
}
