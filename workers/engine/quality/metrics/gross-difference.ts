import { LOST_PART_BLOCKS as SIDE } from '../thresholds.ts';
import { BLOCK_PIXELS, type BlockMeans } from './block-means.ts';

/**
 * How far the part of a picture that differs most has moved: it may be missing, shifted or of another colour. Means tolerate fine
 * loss.
 * @returns the largest difference between the means of areas of 32 × 32 px, 0 to 255
 */
export function grossDifference({ columns, rows, before, after }: BlockMeans): number {
  const wide = Math.ceil(columns / SIDE);
  const sums = new Int32Array(wide * Math.ceil(rows / SIDE) * 3);
  for (let block = 0; block < columns * rows; block++) {
    const row = Math.floor(block / columns / SIDE);
    const area = row * wide + Math.floor((block % columns) / SIDE);
    for (let c = 0; c < 3; c++) sums[area * 3 + c]! += before[block * 3 + c]! - after[block * 3 + c]!;
  }
  // Slivers at the right and bottom count as parts of full areas: a mean over a few pixels proves nothing.
  return sums.reduce((worst, sum) => Math.max(worst, Math.abs(sum)), 0) / (BLOCK_PIXELS * SIDE ** 2);
}
