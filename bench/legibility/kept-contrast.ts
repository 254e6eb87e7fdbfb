import type { Raster } from '#engine/base/raster.ts';
import type { Mark } from './drawings.ts';

/**
 * The share of its contrast that a mark keeps: what its own drawing explains of the result's samples, beside what it explains of the
 * source's. Shares no code with the engine's judge.
 * @param source RGBA, opaque
 * @param result RGBA, same size
 * @returns 1 where all is kept, 0 where the mark is gone; more where it is stronger
 */
export function keptContrast(mark: Mark, source: Raster, result: Raster): number {
  const [before, after] = [slopes(mark, source), slopes(mark, result)];
  const [kept, all] = [product(before, after), product(before, before)];
  return kept / all;
}

/** For each channel the levels that its samples rise with the mark's coverage. */
function slopes(
  { left, top, coverage: { width, height, shares } }: Mark,
  { data, ...size }: Raster,
): number[] {
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  const variance = shares.reduce((sum, share) => sum + (share - mean) ** 2, 0);
  const sums = [0, 0, 0];
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++)
      for (let c = 0; c < 3; c++)
        sums[c]! += (shares[at]! - mean) * data[((top + y) * size.width + left + x) * 4 + c]!;
  return sums.map((sum) => sum / variance);
}

function product(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, at) => sum + value * b[at]!, 0);
}
