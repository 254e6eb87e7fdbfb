/** A transformation [a b c d e f] of user space (ISO 32000-1, 8.3.4). */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** First `inner`, then `outer`. */
export function multiply(inner: Matrix, outer: Matrix): Matrix {
  const [a, b, c, d, e, f] = inner;
  const [A, B, C, D, E, F] = outer;
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}

/** A matrix from six finite numbers, or undefined. */
export function matrixOf(numbers: readonly number[] | undefined): Matrix | undefined {
  return numbers?.length === 6 && numbers.every(Number.isFinite) ? (numbers as unknown as Matrix) : undefined;
}

/** The longer of what the units of the two axes become. */
export function scaleOf(matrix: Matrix): number {
  return Math.max(Math.hypot(matrix[0], matrix[1]), Math.hypot(matrix[2], matrix[3]));
}
