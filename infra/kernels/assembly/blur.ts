/** The blur of SSIMULACRA2: nine taps, the same from both ends. */
import { four, square, STEP } from './rows';

/**
 * Weights of the blur: sigma 1.5, the centre last. The reference tools run a recursive filter (Charalampidis 2016, truncated
 * cosines, radius 5) with nothing outside the picture; these are its impulse response, so a plain convolution with zero
 * padding gives the same blur. The test of the kernels computes them.
 */
const TAPS = memory.data<f32>([0.00941436780965374, 0.03601111465836439, 0.10933537277746035, 0.21292859201042227, 0.2646211054881986]);

/** The weight of a row or column, counted from the first of nine. */
@inline
function tap(index: i32): v128 {
  return four(TAPS + ((index > 4 ? 8 - index : index) << 2));
}

/**
 * Blurs a row downwards.
 * @param at     the sample four rows above
 * @param stride bytes between rows
 */
export function blurDown(at: usize, stride: usize, to: usize, columns: i32): void {
  const end = <usize>columns << 2;
  const t0 = tap(0), t1 = tap(1), t2 = tap(2), t3 = tap(3), t4 = tap(4);
  for (let x: usize = 0; x < end; x += STEP) {
    let from = at + x;
    let sum = f32x4.mul(v128.load(from), t0);
    sum = f32x4.add(sum, f32x4.mul(v128.load((from += stride)), t1));
    sum = f32x4.add(sum, f32x4.mul(v128.load((from += stride)), t2));
    sum = f32x4.add(sum, f32x4.mul(v128.load((from += stride)), t3));
    sum = f32x4.add(sum, f32x4.mul(v128.load((from += stride)), t4));
    sum = f32x4.add(sum, f32x4.mul(v128.load((from += stride)), t3));
    sum = f32x4.add(sum, f32x4.mul(v128.load((from += stride)), t2));
    sum = f32x4.add(sum, f32x4.mul(v128.load((from += stride)), t1));
    sum = f32x4.add(sum, f32x4.mul(v128.load(from + stride), t0));
    v128.store(to + x, sum);
  }
}

/** Weighted squared differences of samples from those at an address. */
@inline
function differing(sample: v128, other: usize, weight: v128): v128 {
  return f32x4.mul(square(f32x4.sub(sample, v128.load(other))), weight);
}

/**
 * Blurs downwards samples, their squares and their squared differences from a reference of the same stride. Row by row by hand: as a
 * loop over the rows it takes 1.4 times as long, and an inlined function cannot add to three sums.
 */
export function blurMomentsDown(
  at: usize,
  reference: usize,
  stride: usize,
  to: usize,
  toSquares: usize,
  toDifferences: usize,
  columns: i32,
): void {
  const end = <usize>columns << 2;
  const t0 = tap(0), t1 = tap(1), t2 = tap(2), t3 = tap(3), t4 = tap(4);
  for (let x: usize = 0; x < end; x += STEP) {
    let from = at + x, other = reference + x;
    let sample = v128.load(from);
    let weighted = f32x4.mul(sample, t0);
    let sum = weighted;
    let squares = f32x4.mul(weighted, sample);
    let differences = differing(sample, other, t0);
    weighted = f32x4.mul((sample = v128.load((from += stride))), t1);
    sum = f32x4.add(sum, weighted);
    squares = f32x4.add(squares, f32x4.mul(weighted, sample));
    differences = f32x4.add(differences, differing(sample, (other += stride), t1));
    weighted = f32x4.mul((sample = v128.load((from += stride))), t2);
    sum = f32x4.add(sum, weighted);
    squares = f32x4.add(squares, f32x4.mul(weighted, sample));
    differences = f32x4.add(differences, differing(sample, (other += stride), t2));
    weighted = f32x4.mul((sample = v128.load((from += stride))), t3);
    sum = f32x4.add(sum, weighted);
    squares = f32x4.add(squares, f32x4.mul(weighted, sample));
    differences = f32x4.add(differences, differing(sample, (other += stride), t3));
    weighted = f32x4.mul((sample = v128.load((from += stride))), t4);
    sum = f32x4.add(sum, weighted);
    squares = f32x4.add(squares, f32x4.mul(weighted, sample));
    differences = f32x4.add(differences, differing(sample, (other += stride), t4));
    weighted = f32x4.mul((sample = v128.load((from += stride))), t3);
    sum = f32x4.add(sum, weighted);
    squares = f32x4.add(squares, f32x4.mul(weighted, sample));
    differences = f32x4.add(differences, differing(sample, (other += stride), t3));
    weighted = f32x4.mul((sample = v128.load((from += stride))), t2);
    sum = f32x4.add(sum, weighted);
    squares = f32x4.add(squares, f32x4.mul(weighted, sample));
    differences = f32x4.add(differences, differing(sample, (other += stride), t2));
    weighted = f32x4.mul((sample = v128.load((from += stride))), t1);
    sum = f32x4.add(sum, weighted);
    squares = f32x4.add(squares, f32x4.mul(weighted, sample));
    differences = f32x4.add(differences, differing(sample, (other += stride), t1));
    weighted = f32x4.mul((sample = v128.load((from += stride))), t0);
    sum = f32x4.add(sum, weighted);
    squares = f32x4.add(squares, f32x4.mul(weighted, sample));
    differences = f32x4.add(differences, differing(sample, (other += stride), t0));
    v128.store(to + x, sum);
    v128.store(toSquares + x, squares);
    v128.store(toDifferences + x, differences);
  }
}

/** Blurs a row across. @param at the sample four columns before */
export function blurAcross(at: usize, to: usize, columns: i32): void {
  const end = <usize>columns << 2;
  const t0 = tap(0), t1 = tap(1), t2 = tap(2), t3 = tap(3), t4 = tap(4);
  for (let x: usize = 0; x < end; x += STEP) {
    const from = at + x;
    let sum = f32x4.mul(v128.load(from), t0);
    sum = f32x4.add(sum, f32x4.mul(v128.load(from, 4), t1));
    sum = f32x4.add(sum, f32x4.mul(v128.load(from, 8), t2));
    sum = f32x4.add(sum, f32x4.mul(v128.load(from, 12), t3));
    sum = f32x4.add(sum, f32x4.mul(v128.load(from, 16), t4));
    sum = f32x4.add(sum, f32x4.mul(v128.load(from, 20), t3));
    sum = f32x4.add(sum, f32x4.mul(v128.load(from, 24), t2));
    sum = f32x4.add(sum, f32x4.mul(v128.load(from, 28), t1));
    sum = f32x4.add(sum, f32x4.mul(v128.load(from, 32), t0));
    v128.store(to + x, sum);
  }
}
