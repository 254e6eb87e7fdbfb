import type { Raster } from '../raster.ts';

/**
 * Whether any part of two rasters differs grossly: a block that is missing, shifted or of another colour.
 * Looks at the whole picture, cheaply, where the visual score looks at tiles; block means forgive fine loss.
 * @returns the largest difference between the means of 32 × 32 px blocks, 0 to 255; Infinity when the sizes differ
 */
export function grossDifference(reference: Raster, candidate: Raster): number {
  if (reference.width !== candidate.width || reference.height !== candidate.height) return Infinity;
  if (reference.channels !== candidate.channels) return 0;
  let worst = 0;
  for (let y = 0; y < reference.height; y += BLOCK) {
    for (let x = 0; x < reference.width; x += BLOCK)
      worst = Math.max(worst, blockDifference(reference, candidate, x, y));
  }
  return worst;
}

const BLOCK = 32;

/** Every second row is enough: a lost block does not hide between rows. */
function blockDifference(a: Raster, b: Raster, x0: number, y0: number): number {
  const { width, channels } = a;
  const columns = Math.min(BLOCK, width - x0) * channels;
  const bottom = Math.min(y0 + BLOCK, a.height);
  const sums = [0, 0, 0, 0];
  let rows = 0;
  for (let y = y0; y < bottom; y += 2, rows++) {
    const at = (y * width + x0) * channels;
    for (let i = 0; i < columns; i++) sums[i % channels]! += a.data[at + i]! - b.data[at + i]!;
  }
  return Math.max(...sums.map(Math.abs)) / (rows * (columns / channels));
}
