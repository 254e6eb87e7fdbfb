/** From pixels to the colours of SSIMULACRA2 (XYB), and to luma. */
import { endOf, existing, four, STEP } from './rows';

/** What the table adds up to for a pixel: long, medium and short cones, and luma. @param table 3 × 256 vectors, one a level of red, green, blue */
@inline
function mixed(pixel: usize, table: usize): v128 {
  const red = v128.load(table + (<usize>load<u8>(pixel) << 4));
  const green = v128.load(table + (<usize>load<u8>(pixel, 1) << 4), 4096);
  const blue = v128.load(table + (<usize>load<u8>(pixel, 2) << 4), 8192);
  return f32x4.add(f32x4.add(red, green), blue);
}

/** Cone responses of 8-bit RGB pixels. */
export function cones(rgb: usize, table: usize, long: usize, medium: usize, short: usize, columns: i32): void {
  const end = <usize>columns << 2;
  for (let x: usize = 0; x < end; x += STEP, rgb += 12) {
    const a = mixed(rgb, table), b = mixed(rgb + 3, table), c = mixed(rgb + 6, table), d = mixed(rgb + 9, table);
    const ab = i32x4.shuffle(a, b, 0, 4, 1, 5);
    const cd = i32x4.shuffle(c, d, 0, 4, 1, 5);
    v128.store(long + x, i32x4.shuffle(ab, cd, 0, 1, 4, 5));
    v128.store(medium + x, i32x4.shuffle(ab, cd, 2, 3, 6, 7));
    v128.store(short + x, i32x4.shuffle(i32x4.shuffle(a, b, 2, 6, 2, 6), i32x4.shuffle(c, d, 2, 6, 2, 6), 0, 1, 4, 5));
  }
}

/** Fourfold luma of 8-bit RGB pixels. */
export function luma(rgb: usize, table: usize, to: usize, columns: i32): void {
  const end = <usize>columns << 2;
  for (let x: usize = 0; x < end; x += STEP, rgb += 12) {
    const a = mixed(rgb, table), b = mixed(rgb + 3, table), c = mixed(rgb + 6, table), d = mixed(rgb + 9, table);
    v128.store(to + x, i32x4.shuffle(i32x4.shuffle(a, b, 3, 7, 3, 7), i32x4.shuffle(c, d, 3, 7, 3, 7), 0, 1, 4, 5));
  }
}

/** Means of two by two samples of two rows. @param columns of the halved row */
export function halve(top: usize, bottom: usize, to: usize, columns: i32): void {
  const end = <usize>columns << 2;
  const quarter = f32x4.splat(0.25);
  for (let x: usize = 0; x < end; x += STEP) {
    const from = x << 1;
    const a = f32x4.add(v128.load(top + from), v128.load(bottom + from));
    const b = f32x4.add(v128.load(top + from, 16), v128.load(bottom + from, 16));
    const pairs = f32x4.add(i32x4.shuffle(a, b, 0, 2, 4, 6), i32x4.shuffle(a, b, 1, 3, 5, 7));
    v128.store(to + x, f32x4.mul(pairs, quarter));
  }
}

/** Cube root of the bias that cone responses carry, 0.0037930732552754493. */
const BIAS_ROOT = memory.data<f32>([0.1559542005492486]);
/** Added to a third of a number's bits, these are about those of its cube root. */
const ROOT_BITS = memory.data<f32>([709_958_130]);
const THIRD = memory.data<f32>([1.0 / 3.0]);
const HALF = memory.data<f32>([0.5]);
/** Added to X, Y and B, so that all are positive. */
const LIFT_Y = memory.data<f32>([0.05]);
const LIFT_B = memory.data<f32>([1.1]);

/** Cube root less that of the bias: a guess from the exponent, and two of Halley's steps (each triples the digits). */
@inline
function root(cone: v128, third: v128, bits: v128, biasRoot: v128): v128 {
  const guess = i32x4.trunc_sat_f32x4_s(f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(cone), third), bits));
  return f32x4.sub(nearer(nearer(guess, cone), cone), biasRoot);
}

/** One step of Halley's. */
@inline
function nearer(guess: v128, cone: v128): v128 {
  const cube = f32x4.mul(f32x4.mul(guess, guess), guess);
  const above = f32x4.mul(guess, f32x4.add(cube, f32x4.add(cone, cone)));
  return f32x4.div(above, f32x4.add(f32x4.add(cube, cube), cone));
}

/** X and Y of XYB; columns past the last become 0. */
export function opsinXy(long: usize, medium: usize, toX: usize, toY: usize, columns: i32): void {
  const end = <usize>columns << 2;
  const ends = endOf(end);
  const third = four(THIRD), bits = four(ROOT_BITS), biasRoot = four(BIAS_ROOT), half = four(HALF), lift = four(LIFT_Y);
  for (let x: usize = 0; x < end; x += STEP) {
    const l = root(v128.load(long + x), third, bits, biasRoot);
    const m = root(v128.load(medium + x), third, bits, biasRoot);
    const mask = existing(x, ends);
    v128.store(toX + x, v128.and(f32x4.add(f32x4.mul(f32x4.sub(l, m), half), half), mask));
    v128.store(toY + x, v128.and(f32x4.add(f32x4.mul(f32x4.add(l, m), half), lift), mask));
  }
}

/** B of XYB; columns past the last become 0. */
export function opsinB(long: usize, medium: usize, short: usize, to: usize, columns: i32): void {
  const end = <usize>columns << 2;
  const ends = endOf(end);
  const third = four(THIRD), bits = four(ROOT_BITS), biasRoot = four(BIAS_ROOT), half = four(HALF), lift = four(LIFT_B);
  for (let x: usize = 0; x < end; x += STEP) {
    const l = root(v128.load(long + x), third, bits, biasRoot);
    const m = root(v128.load(medium + x), third, bits, biasRoot);
    const s = root(v128.load(short + x), third, bits, biasRoot);
    const value = f32x4.add(f32x4.sub(s, f32x4.mul(f32x4.add(l, m), half)), lift);
    v128.store(to + x, v128.and(value, existing(x, ends)));
  }
}
