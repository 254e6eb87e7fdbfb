import type { Raster } from '#engine/base/raster.ts';

const BLOCK_PX = 8;
/** The constants of SSIM for 8 bits (Wang, Bovik, Sheikh, Simoncelli 2004). */
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;

/**
 * Mean structural similarity of the blocks of a page that show something. Shares nothing with the engine's own meter,
 * so that tuning that one moves no record.
 * @param before as a page is drawn, four channels, the last of which says nothing
 * @param after  the same size
 * @returns 100 for identical pages, and for empty ones
 */
export function pageSimilarity(before: Raster, after: Raster): number {
  const scores: number[] = [];
  for (let y = 0; y + BLOCK_PX <= before.height; y += BLOCK_PX) {
    for (let x = 0; x + BLOCK_PX <= before.width; x += BLOCK_PX) {
      const [one, other] = [greyBlock(before, x, y), greyBlock(after, x, y)];
      if (isFlat(one) && isFlat(other) && one[0] === other[0]) continue;
      scores.push(ssim(one, other));
    }
  }
  return scores.length === 0 ? 100 : 100 * mean(scores);
}

function greyBlock({ width, data }: Raster, x: number, y: number): number[] {
  return Array.from({ length: BLOCK_PX ** 2 }, (_, i) => {
    const at = ((y + Math.floor(i / BLOCK_PX)) * width + x + (i % BLOCK_PX)) * 4;
    return (data[at]! + data[at + 1]! + data[at + 2]!) / 3;
  });
}

function isFlat(block: readonly number[]): boolean {
  return block.every((value) => value === block[0]);
}

function ssim(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  const varianceA = mean(a.map((value) => (value - meanA) ** 2));
  const varianceB = mean(b.map((value) => (value - meanB) ** 2));
  const covariance = mean(a.map((value, i) => (value - meanA) * (b[i]! - meanB)));
  const luminance = (2 * meanA * meanB + C1) / (meanA ** 2 + meanB ** 2 + C1);
  return (luminance * (2 * covariance + C2)) / (varianceA + varianceB + C2);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
