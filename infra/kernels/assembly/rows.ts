/** Four columns of a row at once: what kernels over rows share. Rows have room for three columns past their last. */

/** Bytes of four columns of single precision. */
export const STEP: usize = 16;

/** Where a row ends, for {@link existing}. @param end bytes of the row */
@inline
export function endOf(end: usize): v128 {
  return i32x4.sub(i32x4.splat(<i32>end), i32x4(0, 4, 8, 12));
}

/** All bits set in the lanes of columns that exist. @param at bytes from the row's start @param ends of {@link endOf} */
@inline
export function existing(at: usize, ends: v128): v128 {
  return i32x4.lt_s(i32x4.splat(<i32>at), ends);
}

/** The larger of two numbers, the second where they are equal: one instruction, where `max` with its rules for zeros takes six. */
@inline
export function larger(a: v128, b: v128): v128 {
  return f32x4.pmax(b, a);
}

@inline
export function square(value: v128): v128 {
  return f32x4.mul(value, value);
}

/** Four times a number in memory: V8 makes constants anew in each turn of a loop, and keeps what was read before it. */
@inline
export function four(address: usize): v128 {
  return v128.load32_splat(address);
}
