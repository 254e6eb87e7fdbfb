import { SimilaritySum, type Luma, type Similarity } from './ssim.ts';

/** Side and standard deviation of a window, px, as published. Source: Wang, Bovik, Sheikh and Simoncelli, 2004. */
export const TAPS = 11;
const SIGMA = 1.5;

/** Weights of a window along one side. */
const KERNEL = normalised(
  Array.from({ length: TAPS }, (_, i) => Math.exp(-((i - (TAPS >> 1)) ** 2) / (2 * SIGMA ** 2))),
);

function normalised(weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight);
  return weights.map((weight) => weight / total);
}

/** Similarity in Gaussian windows around each pixel that has a whole one. @param b same size as `a`, at least {@link TAPS} a side */
export function gaussianSimilarity(a: Luma, b: Luma): Similarity {
  const blurredProduct = (p: Luma, q: Luma): Float32Array =>
    blurred({ ...p, data: p.data.map((value, i) => value * q.data[i]!) });
  const [meansA, meansB] = [blurred(a), blurred(b)];
  const [squaresA, squaresB, products] = [blurredProduct(a, a), blurredProduct(b, b), blurredProduct(a, b)];
  const sum = new SimilaritySum();
  for (let i = 0; i < meansA.length; i++) {
    const [meanA, meanB] = [meansA[i]!, meansB[i]!];
    const variances = squaresA[i]! - meanA * meanA + (squaresB[i]! - meanB * meanB);
    sum.add({ meanA, meanB, variances, covariance: products[i]! - meanA * meanB });
  }
  return sum.mean();
}

/** Whole windows only, so that ten rows and columns fall away. */
function blurred({ width, height, data }: Luma): Float32Array {
  const columns = width - TAPS + 1;
  const rows = height - TAPS + 1;
  const across = new Float32Array(columns * height);
  for (let y = 0, to = 0; y < height; y++)
    for (let x = 0, at = y * width; x < columns; x++, at++, to++) across[to] = weightedSum(data, at, 1);
  const result = new Float32Array(columns * rows);
  for (let at = 0; at < result.length; at++) result[at] = weightedSum(across, at, columns);
  return result;
}

/** Rounded to single precision after each tap, as sums in an array of floats are. */
function weightedSum(values: Float32Array, at: number, step: number): number {
  let sum = 0;
  for (let tap = 0; tap < TAPS; tap++) sum = Math.fround(sum + KERNEL[tap]! * values[at + tap * step]!);
  return sum;
}
