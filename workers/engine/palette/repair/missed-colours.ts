import type { Raster } from '../../base/raster.ts';
import { difference, withColours } from './with-colours.ts';

/**
 * Adds to a palette the colours of areas that it shows grossly wrong. Quantisers go by numbers of pixels: a small red dot
 * on a large grey picture may well become grey.
 * @param palette RGBA
 * @param nearest index of the nearest colour for each pixel
 * @returns the palette itself when nothing is missed; a full one gives up colours that are hardly used or have a close twin
 */
export function withMissedColours(raster: Raster, palette: Uint8Array, nearest: Uint8Array): Uint8Array {
  const buckets = missedBuckets(raster, palette, nearest).sort((a, b) => b.error - a.error);
  const missed = joined(buckets.slice(0, MOST_BUCKETS)).filter(({ count }) => count >= LEAST_PIXELS);
  const added: number[][] = [];
  for (const bucket of missed.sort((a, b) => b.error - a.error)) {
    if (added.length === MOST_ADDED) break;
    const colour = meanOf(bucket);
    if (added.every((other) => difference(other, colour) > NEAR)) added.push(colour);
  }
  return withColours(palette, nearest, added);
}

/** Colours added at most, pixels that a colour must have, and the difference within which one added colour does for two. */
const MOST_ADDED = 24;
const LEAST_PIXELS = 12;
const NEAR = 600;

/** Difference within which buckets are one: the shades of an icon have few pixels each. */
const SHADES = 2000;

/** Buckets that are looked at, the worst first: noise has tens of thousands. */
const MOST_BUCKETS = 1000;

/** Squared difference, summed over the channels, that nobody overlooks: about 40 levels of grey. */
const GROSS = 4500;

/** Squared difference beside that of lightness, summed over the channels, at which a thin line shows another hue. */
const WRONG_HUE = 1600;

/** Buckets with those too small to count joined to the first that is about their colour. */
function joined(buckets: readonly Bucket[]): Bucket[] {
  const large: Bucket[] = [];
  for (const bucket of buckets) {
    const colour = meanOf(bucket);
    const shades =
      bucket.count < LEAST_PIXELS && large.find((other) => difference(meanOf(other), colour) <= SHADES);
    if (!shades) large.push({ ...bucket });
    else for (const key of SUMS) shades[key] += bucket[key];
  }
  return large;
}

const SUMS = ['r', 'g', 'b', 'a', 'count', 'error'] as const;

function meanOf({ r, g, b, a, count }: Bucket): number[] {
  return [r, g, b, a].map((sum) => Math.round(sum / count));
}

interface Bucket {
  r: number;
  g: number;
  b: number;
  a: number;
  count: number;
  error: number;
}

/**
 * Wrong pixels by colour: the grossly wrong that are solid, with three neighbours as wrong (edges of letters are no areas), the
 * notably wrong in blocks whose mean has moved, and those that are tinted, edges too: a grey line with green ends is seen.
 */
function missedBuckets(raster: Raster, palette: Uint8Array, nearest: Uint8Array): Bucket[] {
  const { width, height } = raster;
  const buckets = new Map<number, Bucket>();
  const isMoved = movedBlocks(raster, palette, nearest);
  const columns = Math.ceil(width / BLOCK);
  let above = new Uint8Array(width + 1);
  let here = new Uint8Array(width + 1);
  const pixel = [0, 0, 0, 255];
  for (let y = 0, at = 0; y < height; y++) {
    const row = (y >> BLOCK_BITS) * columns;
    for (let x = 0; x < width; x++, at++) {
      readPixel(raster, at, pixel);
      const error = errorOf(pixel, palette, nearest[at]! * 4);
      here[x + 1] = error > GROSS ? 1 : 0;
      const isSolid = error > GROSS && above[x]! + above[x + 1]! + here[x]! === 3;
      const isWrong = isSolid || (error > NOTABLE && isMoved[row + (x >> BLOCK_BITS)]);
      if (isWrong || (error > WRONG_HUE && isTinted(pixel, palette, nearest[at]! * 4)))
        note(buckets, pixel, error);
    }
    [above, here] = [here, above];
  }
  return [...buckets.values()];
}

const BLOCK_BITS = 4;
const BLOCK = 1 << BLOCK_BITS;

/**
 * Levels by which the mean of a block may move in a channel, and the squared error that counts in one that moved. Blocks of 16 px,
 * in which an icon or a sign is seen: yellow asterisks were white, and a red and yellow house of 20 px grey.
 */
const MOVED = 6;
const NOTABLE = 200;

function movedBlocks(raster: Raster, palette: Uint8Array, nearest: Uint8Array): Uint8Array {
  const { width, height } = raster;
  const columns = Math.ceil(width / BLOCK);
  const sums = new Int32Array(columns * Math.ceil(height / BLOCK) * 4);
  const pixel = [0, 0, 0, 255];
  for (let y = 0, at = 0; y < height; y++) {
    const row = (y >> BLOCK_BITS) * columns;
    for (let x = 0; x < width; x++, at++) {
      readPixel(raster, at, pixel);
      const block = (row + (x >> BLOCK_BITS)) * 4;
      const colour = nearest[at]! * 4;
      const weight = palette[colour + 3] === 0 ? 0 : 1;
      for (let c = 0; c < 3; c++) sums[block + c]! += weight * (pixel[c]! - palette[colour + c]!);
      sums[block + 3]! += pixel[3]! - palette[colour + 3]!;
    }
  }
  return Uint8Array.from({ length: sums.length / 4 }, (_, block) =>
    sums.subarray(block * 4, block * 4 + 4).some((sum) => Math.abs(sum) > MOVED * BLOCK * BLOCK) ? 1 : 0,
  );
}

function readPixel({ data, channels }: Raster, at: number, to: number[]): void {
  const from = at * channels;
  const isGrey = channels < 3;
  to[0] = data[from]!;
  to[1] = data[isGrey ? from : from + 1]!;
  to[2] = data[isGrey ? from : from + 2]!;
  to[3] = channels % 2 === 0 ? data[from + channels - 1]! : 255;
}

/** Colours count as far as they are opaque. */
function errorOf(pixel: readonly number[], palette: Uint8Array, colour: number): number {
  const alpha = palette[colour + 3]!;
  const [p, c] = [pixel[3]! / 255, alpha / 255];
  const dr = pixel[0]! * p - palette[colour]! * c;
  const dg = pixel[1]! * p - palette[colour + 1]! * c;
  const db = pixel[2]! * p - palette[colour + 2]! * c;
  const da = pixel[3]! - alpha;
  return dr * dr + dg * dg + db * db + da * da;
}

/** Whether a colour has another hue than a pixel, and is no duller: fringes of letters may become grey. */
function isTinted(pixel: readonly number[], palette: Uint8Array, colour: number): boolean {
  const before = hueOf(pixel[0]!, pixel[1]!, pixel[2]!, pixel[3]! / 255);
  const after = hueOf(
    palette[colour]!,
    palette[colour + 1]!,
    palette[colour + 2]!,
    palette[colour + 3]! / 255,
  );
  const moved = before.map((sample, c) => after[c]! - sample);
  return squared(moved) > WRONG_HUE && squared(after) > squared(before);
}

/** What a colour has beside its lightness. */
function hueOf(r: number, g: number, b: number, alpha: number): number[] {
  const lightness = 0.3 * r + 0.59 * g + 0.11 * b;
  return [r, g, b].map((sample) => (sample - lightness) * alpha);
}

function squared(samples: readonly number[]): number {
  return samples.reduce((sum, sample) => sum + sample * sample, 0);
}

function note(buckets: Map<number, Bucket>, [r, g, b, a]: readonly number[], error: number): void {
  const key = ((r! >> 4) << 12) | ((g! >> 4) << 8) | ((b! >> 4) << 4) | (a! >> 4);
  const bucket = buckets.get(key) ?? { r: 0, g: 0, b: 0, a: 0, count: 0, error: 0 };
  bucket.r += r!;
  bucket.g += g!;
  bucket.b += b!;
  bucket.a += a!;
  bucket.count++;
  bucket.error += error;
  buckets.set(key, bucket);
}
