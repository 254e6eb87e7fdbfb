import type { Raster } from '../../../base/raster.ts';
import type { Area } from '../content/area.ts';
import { BLOCK_PX } from '../tuning.ts';

/** Whether two pictures have the same size and samples. */
export function isSameRaster(a: Raster, b: Raster): boolean {
  if (a.width !== b.width || a.height !== b.height || a.data.length !== b.data.length) return false;
  // Four samples at once, where they lie so.
  const [wordsOfA, wordsOfB] = [words(a.data), words(b.data)];
  return wordsOfA && wordsOfB ? isEqual(wordsOfA, wordsOfB) : isEqual(a.data, b.data);
}

/** Whether all pixels are the same. */
export function isBlank({ data, channels }: Raster): boolean {
  for (let i = channels; i < data.length; i++) if (data[i] !== data[i - channels]) return false;
  return true;
}

function words({ buffer, byteOffset, length }: Uint8Array): Uint32Array | undefined {
  return byteOffset % 4 === 0 && length % 4 === 0
    ? new Uint32Array(buffer, byteOffset, length / 4)
    : undefined;
}

function isEqual(a: Uint8Array | Uint32Array, b: Uint8Array | Uint32Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/**
 * The largest mean difference of any 16 by 16 pixel block and colour channel, 0 to 255; Infinity when the sizes differ.
 * A mean over the page hides a missing word, a block does not.
 */
export function worstBlock(a: Raster, b: Raster): number {
  if (a.width !== b.width || a.height !== b.height || a.channels !== b.channels) return Infinity;
  let worst = 0;
  for (const [left, top] of blocksOf(a)) worst = Math.max(worst, blockDifference(a, b, left, top));
  return worst;
}

/**
 * Where two pictures of one size differ by more than a limit: blocks and the pixels around them, from 0, 0 at the upper left
 * corner of the pictures to 1, 1.
 */
export function blocksOver(a: Raster, b: Raster, limit: number): Area[] {
  const { width, height } = a;
  return blocksOf(a)
    .filter(([left, top]) => blockDifference(a, b, left, top) > limit)
    .map(([left, top]) => [
      (left - 1) / width,
      (top - 1) / height,
      (left + BLOCK_PX + 1) / width,
      (top + BLOCK_PX + 1) / height,
    ]);
}

function blocksOf({ width, height }: Raster): [left: number, top: number][] {
  const [columns, rows] = [width, height].map((side) => Math.ceil(side / BLOCK_PX)) as [number, number];
  return Array.from({ length: columns * rows }, (_, index) => [
    (index % columns) * BLOCK_PX,
    Math.floor(index / columns) * BLOCK_PX,
  ]);
}

function blockDifference(a: Raster, b: Raster, left: number, top: number): number {
  const right = Math.min(a.width, left + BLOCK_PX);
  const bottom = Math.min(a.height, top + BLOCK_PX);
  const step = a.channels;
  const sums = [0, 1, 2].slice(0, step).map((channel) => {
    let sum = 0;
    for (let y = top; y < bottom; y++) {
      let at = (y * a.width + left) * step + channel;
      for (let x = left; x < right; x++, at += step) sum += Math.abs(a.data[at]! - b.data[at]!);
    }
    return sum;
  });
  // A sliver at the edge counts as part of a whole block: one odd pixel row is no harm.
  return Math.max(...sums) / Math.max((right - left) * (bottom - top), (BLOCK_PX * BLOCK_PX) / 2);
}
