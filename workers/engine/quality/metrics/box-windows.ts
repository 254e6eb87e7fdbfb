import { BOX_BLOCK_PX as BLOCK } from '../thresholds.ts';
import { SimilaritySum, type Luma, type Similarity } from './ssim.ts';

/** Side of a window, px. */
export const BOX_SIDE = 2 * BLOCK;

/** Similarity in windows of 6 px every 3 px. @param b same size as `a`, at least {@link BOX_SIDE} a side */
export function boxSimilarity(a: Luma, b: Luma): Similarity {
  const columns = Math.floor(a.width / BLOCK);
  const rows = Math.floor(a.height / BLOCK);
  const sum = new SimilaritySum();
  let above = new Float64Array(columns * MOMENTS);
  let row = new Float64Array(columns * MOMENTS);
  for (let index = 0; index < rows; index++) {
    addBlocks(a, b, index * BLOCK, row);
    if (index > 0) addWindows(above, row, sum);
    [above, row] = [row, above];
  }
  return sum.mean();
}

/** Sums a block keeps: of a, b, their squares and their product. */
const MOMENTS = 5;

/** Moments of a row of blocks. */
function addBlocks(a: Luma, b: Luma, top: number, moments: Float64Array): void {
  moments.fill(0);
  const columns = moments.length / MOMENTS;
  for (let y = top; y < top + BLOCK; y++) {
    let at = y * a.width;
    for (let column = 0, to = 0; column < columns; column++, to += MOMENTS) {
      for (const end = at + BLOCK; at < end; at++) {
        const p = a.data[at]!;
        const q = b.data[at]!;
        moments[to]! += p;
        moments[to + 1]! += q;
        moments[to + 2]! += p * p;
        moments[to + 3]! += q * q;
        moments[to + 4]! += p * q;
      }
    }
  }
}

/** Similarities of all windows over two rows of blocks. */
function addWindows(above: Float64Array, below: Float64Array, sum: SimilaritySum): void {
  for (let at = MOMENTS; at < below.length; at += MOMENTS) {
    const mean = (moment: number): number => {
      const i = at + moment;
      return (above[i - MOMENTS]! + above[i]! + below[i - MOMENTS]! + below[i]!) / BOX_SIDE ** 2;
    };
    const [meanA, meanB] = [mean(0), mean(1)];
    const variances = mean(2) - meanA * meanA + (mean(3) - meanB * meanB);
    sum.add({ meanA, meanB, variances, covariance: mean(4) - meanA * meanB });
  }
}
