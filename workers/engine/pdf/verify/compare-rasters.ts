import type { Raster } from '../../raster.ts';

/** Side of the blocks whose mean difference is looked at. */
const BLOCK_PX = 16;

/** Whether two pictures have the same size and samples. */
export function isSameRaster(a: Raster, b: Raster): boolean {
  if (a.width !== b.width || a.height !== b.height || a.data.length !== b.data.length) return false;
  for (let i = 0; i < a.data.length; i++) if (a.data[i] !== b.data[i]) return false;
  return true;
}

/**
 * The largest mean difference of any 16 by 16 pixel block and colour channel, 0 to 255; Infinity when the sizes differ.
 * A mean over the page hides a missing word, a block does not.
 */
export function worstBlock(a: Raster, b: Raster): number {
  if (a.width !== b.width || a.height !== b.height || a.channels !== b.channels) return Infinity;
  let worst = 0;
  for (let top = 0; top < a.height; top += BLOCK_PX) {
    for (let left = 0; left < a.width; left += BLOCK_PX) {
      worst = Math.max(worst, blockDifference(a, b, left, top));
    }
  }
  return worst;
}

function blockDifference(a: Raster, b: Raster, left: number, top: number): number {
  const right = Math.min(a.width, left + BLOCK_PX);
  const bottom = Math.min(a.height, top + BLOCK_PX);
  const sums = [0, 0, 0];
  const step = a.channels;
  const colours = Math.min(3, step);
  for (let y = top; y < bottom; y++) {
    let at = (y * a.width + left) * step;
    for (let x = left; x < right; x++, at += step) {
      for (let c = 0; c < colours; c++) sums[c]! += Math.abs(a.data[at + c]! - b.data[at + c]!);
    }
  }
  // A sliver at the edge counts as part of a whole block: one odd pixel row is no harm.
  return Math.max(...sums) / Math.max((right - left) * (bottom - top), (BLOCK_PX * BLOCK_PX) / 2);
}
