import type { Raster } from '../raster.ts';
import { bandPairs } from './band-pairs.ts';

/**
 * Whether any part of two rasters differs grossly: a block that is missing, shifted or of another colour.
 * Compares the whole picture (over white), cheaply, where the visual score measures tiles; means tolerate fine loss.
 * @returns the largest difference between the means of 32 × 32 px blocks, 0 to 255; Infinity when the sizes differ
 */
export function grossDifference(reference: Raster, candidate: Raster): number {
  const { width, height } = reference;
  if (width !== candidate.width || height !== candidate.height) return Infinity;
  let worst = 0;
  for (const { band, before, after } of bandPairs(reference, candidate, { rows: BLOCK, step: STEP }, [255]))
    worst = Math.max(worst, bandDifference(before, after, band));
  return worst;
}

/** Whether two rasters differ grossly: the mean of some block lies too far off, or the sizes differ. */
export function differsGrossly(reference: Raster, candidate: Raster): boolean {
  return grossDifference(reference, candidate) > GROSS_LIMIT;
}

/** Levels of 255 by which the mean of a block may move. */
const GROSS_LIMIT = 12;

const BLOCK = 32;

/** Every second row is enough: a lost block does not hide between rows. */
const STEP = 2;

function bandDifference(
  a: Uint8Array,
  b: Uint8Array,
  { width, height }: { width: number; height: number },
): number {
  const sums = new Int32Array(Math.ceil(width / BLOCK) * 3);
  for (let y = 0; y < height; y += STEP) {
    for (let x = 0, at = y * width * 3; x < width; x++, at += 3) {
      const block = (x >> 5) * 3;
      sums[block]! += a[at]! - b[at]!;
      sums[block + 1]! += a[at + 1]! - b[at + 1]!;
      sums[block + 2]! += a[at + 2]! - b[at + 2]!;
    }
  }
  // Slivers at the right and bottom count as parts of full blocks: a mean over a few pixels proves nothing.
  return sums.reduce((worst, sum) => Math.max(worst, Math.abs(sum)), 0) / ((BLOCK / STEP) * BLOCK);
}
