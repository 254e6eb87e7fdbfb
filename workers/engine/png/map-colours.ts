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
export function mapColours(raster: Raster, palette: Uint8Array, { dither, thrift }: MapOptions): Uint8Array {
  const { width, height } = raster;
  const indexes = new Uint8Array(width * height);
  const nearest = new NearestColours(palette);
  const read = pixelReader(raster);
  const pixel = new Float32Array(4);
  let here = new Float32Array((width + 2) * 4);
  let below = new Float32Array((width + 2) * 4);
  for (let y = 0; y < height; y++) {
    const step = y % 2 === 0 ? 1 : -1;
    for (let i = 0, x = step > 0 ? 0 : width - 1; i < width; i++, x += step) {
      read(y * width + x, pixel);
      const at = (x + 1) * 4;
      for (let c = 0; c < 4; c++) pixel[c] = clamp(pixel[c]! + here[at + c]!);
      const chosen = choose(pixel, nearest, neighbours(indexes, x, y, width, step), thrift);
      indexes[y * width + x] = chosen;
      if (dither > 0) spread(pixel, nearest.weighted, chosen, { here, below, at, ahead: step * 4 }, dither);
    }
    [here, below] = [below, here];
    below.fill(0);
  }
  return indexes;
}

/** Premultiplied samples: colour under transparency does not count. */
function pixelReader({ data, channels }: Raster): (index: number, to: Float32Array) => void {
  return (index, to) => {
    const at = index * channels;
    const alpha = channels === 4 ? data[at + 3]! : channels === 2 ? data[at + 1]! : 255;
    const scale = alpha / 255;
    to[0] = data[at]! * scale;
    to[1] = (channels > 2 ? data[at + 1]! : data[at]!) * scale;
    to[2] = (channels > 2 ? data[at + 2]! : data[at]!) * scale;
    to[3] = alpha;
  };
}

const known = { left: -1, up: -1, upAhead: -1, upBehind: -1 };

/** Indexes already chosen around a pixel; -1 outside. The one object is used again for every pixel. */
function neighbours(indexes: Uint8Array, x: number, y: number, width: number, step: number): typeof known {
  const at = y * width + x;
  const hasBehind = step > 0 ? x > 0 : x < width - 1;
  const hasAhead = step > 0 ? x < width - 1 : x > 0;
  known.left = hasBehind ? indexes[at - step]! : -1;
  known.up = y > 0 ? indexes[at - width]! : -1;
  known.upAhead = y > 0 && hasAhead ? indexes[at - width + step]! : -1;
  known.upBehind = y > 0 && hasBehind ? indexes[at - width - step]! : -1;
  return known;
}

/** Bits that a literal costs, and one that goes on with a run, with the row above, or with its neighbours. */
const LITERAL = 6;
const BITS = { left: 1, up: 1.5, diagonal: 3 } as const;

function choose(pixel: Float32Array, nearest: NearestColours, around: typeof known, thrift: number): number {
  const best = nearest.find(pixel);
  if (thrift === 0) return best;
  let index = best;
  let cost = nearest.distance(best, pixel) + thrift * LITERAL;
  const consider = (candidate: number, bits: number): void => {
    if (candidate < 0) return;
    const total = nearest.distance(candidate, pixel) + thrift * bits;
    if (total < cost) {
      cost = total;
      index = candidate;
    }
  };
  consider(around.left, BITS.left);
  consider(around.up, BITS.up);
  consider(around.upAhead, BITS.diagonal);
  consider(around.upBehind, BITS.diagonal);
  return index;
}

interface Rows {
  readonly here: Float32Array;
  readonly below: Float32Array;
  readonly at: number;
  readonly ahead: number;
}

function spread(pixel: Float32Array, colours: Float32Array, chosen: number, rows: Rows, dither: number): void {
  const { here, below, at, ahead } = rows;
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
  private readonly cells = new Map<number, Uint8Array>();

  constructor(palette: Uint8Array) {
    this.count = palette.length / 4;
    this.weighted = new Float32Array(palette.length);
    for (let i = 0; i < palette.length; i += 4) {
      const scale = palette[i + 3]! / 255;
      for (let c = 0; c < 3; c++) this.weighted[i + c] = palette[i + c]! * scale;
      this.weighted[i + 3] = palette[i + 3]!;
    }
  }

  find(pixel: Float32Array): number {
    const key = ((pixel[0]! >> 3) << 15) | ((pixel[1]! >> 3) << 10) | ((pixel[2]! >> 3) << 5) | (pixel[3]! >> 3);
    let cell = this.cells.get(key);
    if (!cell) this.cells.set(key, (cell = this.candidates(pixel)));
    let best = cell[0]!;
    let least = Infinity;
    for (const index of cell) {
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
    const at = index * 4;
    const r = this.weighted[at]! - pixel[0]!;
    const g = this.weighted[at + 1]! - pixel[1]!;
    const b = this.weighted[at + 2]! - pixel[2]!;
    const a = this.weighted[at + 3]! - pixel[3]!;
    return 0.9 * r * r + 1.5 * g * g + 0.6 * b * b + a * a;
  }

  /** Entries that can be nearest to some colour of the cell: within the cell's reach of the best at its centre. */
  private candidates(pixel: Float32Array): Uint8Array {
    const centre = pixel.map((sample) => ((sample >> 3) << 3) + 3.5);
    const distances = Array.from({ length: this.count }, (_, index) => Math.sqrt(this.distance(index, centre)));
    const reach = Math.min(...distances) + 2 * CELL_REACH;
    return Uint8Array.from(distances.flatMap((distance, index) => (distance <= reach ? [index] : [])));
  }
}

/** Half the diagonal of a cell under the weights of `distance`. */
const CELL_REACH = 8;

function clamp(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : value;
}
