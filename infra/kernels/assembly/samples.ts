/** Loops over 8-bit samples: what pixels look like over a background, and sums over blocks of two pictures. */
import { reserve, take } from './room';

/** Vectors are read and written this many bytes past the end. */
const SLACK: usize = 16;

/** Where room for samples begins. */
const start = take(0);

/** @returns the address of so many bytes, whatever they hold, until more are asked for */
export function room(bytes: usize): usize {
  reserve(start + bytes + SLACK);
  return start;
}

/** RGBA pixels as RGB over a grey background, each sample rounded to the nearest. */
export function over(rgba: usize, rgb: usize, pixels: i32, background: i32): void {
  const opaque = i16x8.splat(255);
  const grey = i16x8.splat(<i16>background);
  for (let end = rgba + (<usize>pixels << 2); rgba < end; rgba += 16, rgb += 12) {
    const four = v128.load(rgba);
    const first = mixed(i16x8.extend_low_i8x16_u(four), opaque, grey);
    const second = mixed(i16x8.extend_high_i8x16_u(four), opaque, grey);
    const bytes = i8x16.narrow_i16x8_u(first, second);
    v128.store(rgb, i8x16.shuffle(bytes, bytes, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 0, 0, 0, 0));
  }
}

/** Two pixels over a background: a sum divided by 255 and rounded, without a division (exact below 65 535). */
@inline
function mixed(two: v128, opaque: v128, grey: v128): v128 {
  const alpha = i8x16.shuffle(two, two, 6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15);
  const behind = i16x8.add(i16x8.mul(grey, i16x8.sub(opaque, alpha)), i16x8.splat(127));
  const sum = i16x8.add(i16x8.mul(two, alpha), behind);
  return i16x8.shr_u(i16x8.add(i16x8.add(sum, i16x8.splat(1)), i16x8.shr_u(sum, 8)), 8);
}

/** Side of a block, px: a row of it is three vectors of RGB. */
const SIDE = 16;
const PIXEL: usize = 3;
const ROW: usize = 48;

/** Sums of a block that are stored: {@link sumBlocks}. */
const SUMS: usize = 40;

/**
 * Stores sums over a row of blocks of two pictures, 40 bytes a block: red, green and blue before, and after; how much further they
 * have moved in even rows than in odd ones; squares of fourfold luma before.
 * @param before RGB rows
 * @param after  as many
 * @param rows   at most 16
 */
export function sumBlocks(before: usize, after: usize, width: i32, rows: i32, sums: usize): void {
  const stride = <usize>width * PIXEL;
  let left = 0;
  for (; left + SIDE <= width; left += SIDE, before += ROW, after += ROW, sums += SUMS)
    sumWhole(before, after, stride, rows, sums);
  if (left < width) sumNarrow(before, after, width - left, stride, rows, sums);
}

function sumWhole(before: usize, after: usize, stride: usize, rows: i32, sums: usize): void {
  let red = i16x8.splat(0), green = i16x8.splat(0), blue = i16x8.splat(0);
  let nextRed = i16x8.splat(0), nextGreen = i16x8.splat(0), nextBlue = i16x8.splat(0);
  let apartRed = i16x8.splat(0), apartGreen = i16x8.splat(0), apartBlue = i16x8.splat(0);
  let squares = i32x4.splat(0);
  let sign = i16x8.splat(1);
  for (let y = 0; y < rows; y++, before += stride, after += stride) {
    const reds = redOf(before), greens = greenOf(before), blues = blueOf(before);
    squares = i32x4.add(squares, i32x4.add(lightSquares(
      i16x8.extend_low_i8x16_u(reds), i16x8.extend_low_i8x16_u(greens), i16x8.extend_low_i8x16_u(blues),
    ), lightSquares(
      i16x8.extend_high_i8x16_u(reds), i16x8.extend_high_i8x16_u(greens), i16x8.extend_high_i8x16_u(blues),
    )));
    const r = i16x8.extadd_pairwise_i8x16_u(reds), nextR = i16x8.extadd_pairwise_i8x16_u(redOf(after));
    const g = i16x8.extadd_pairwise_i8x16_u(greens), nextG = i16x8.extadd_pairwise_i8x16_u(greenOf(after));
    const b = i16x8.extadd_pairwise_i8x16_u(blues), nextB = i16x8.extadd_pairwise_i8x16_u(blueOf(after));
    red = i16x8.add(red, r);
    green = i16x8.add(green, g);
    blue = i16x8.add(blue, b);
    nextRed = i16x8.add(nextRed, nextR);
    nextGreen = i16x8.add(nextGreen, nextG);
    nextBlue = i16x8.add(nextBlue, nextB);
    apartRed = i16x8.add(apartRed, i16x8.mul(sign, i16x8.sub(nextR, r)));
    apartGreen = i16x8.add(apartGreen, i16x8.mul(sign, i16x8.sub(nextG, g)));
    apartBlue = i16x8.add(apartBlue, i16x8.mul(sign, i16x8.sub(nextB, b)));
    sign = i16x8.neg(sign);
  }
  store<i32>(sums, sumOf(red));
  store<i32>(sums, sumOf(green), 4);
  store<i32>(sums, sumOf(blue), 8);
  store<i32>(sums, sumOf(nextRed), 12);
  store<i32>(sums, sumOf(nextGreen), 16);
  store<i32>(sums, sumOf(nextBlue), 20);
  store<i32>(sums, sumOf(apartRed), 24);
  store<i32>(sums, sumOf(apartGreen), 28);
  store<i32>(sums, sumOf(apartBlue), 32);
  store<i32>(sums, sumOfFour(squares), 36);
}

/** The reds of sixteen pixels. */
@inline
function redOf(at: usize): v128 {
  const low = i8x16.shuffle(v128.load(at), v128.load(at, 16), 0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 0, 0, 0, 0, 0);
  return i8x16.shuffle(low, v128.load(at, 32), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 17, 20, 23, 26, 29);
}

@inline
function greenOf(at: usize): v128 {
  const low = i8x16.shuffle(v128.load(at), v128.load(at, 16), 1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 0, 0, 0, 0, 0);
  return i8x16.shuffle(low, v128.load(at, 32), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 18, 21, 24, 27, 30);
}

@inline
function blueOf(at: usize): v128 {
  const low = i8x16.shuffle(v128.load(at), v128.load(at, 16), 2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 0, 0, 0, 0, 0, 0);
  return i8x16.shuffle(low, v128.load(at, 32), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 19, 22, 25, 28, 31);
}

/** Sums of two squares each of the fourfold luma of eight pixels. */
@inline
function lightSquares(red: v128, green: v128, blue: v128): v128 {
  const light = i16x8.add(i16x8.add(red, blue), i16x8.shl(green, 1));
  return i32x4.dot_i16x8_s(light, light);
}

@inline
function sumOf(eight: v128): i32 {
  return sumOfFour(i32x4.extadd_pairwise_i16x8_s(eight));
}

@inline
function sumOfFour(four: v128): i32 {
  const two = i32x4.add(four, i32x4.shuffle(four, four, 2, 3, 0, 1));
  return i32x4.extract_lane(two, 0) + i32x4.extract_lane(two, 1);
}

/** {@link sumWhole} of the last columns, where they are no whole block. */
function sumNarrow(before: usize, after: usize, columns: i32, stride: usize, rows: i32, sums: usize): void {
  memory.fill(sums, 0, SUMS);
  for (let y = 0; y < rows; y++, before += stride, after += stride) {
    const sign = y & 1 ? -1 : 1;
    for (let x: usize = 0; x < <usize>columns * PIXEL; x += PIXEL) {
      const light = <i32>load<u8>(before + x) + 2 * <i32>load<u8>(before + x, 1) + <i32>load<u8>(before + x, 2);
      store<i32>(sums, load<i32>(sums, 36) + light * light, 36);
      for (let c: usize = 0; c < PIXEL; c++) {
        const to = sums + (c << 2);
        const was = <i32>load<u8>(before + x + c);
        const is = <i32>load<u8>(after + x + c);
        store<i32>(to, load<i32>(to) + was);
        store<i32>(to, load<i32>(to, 12) + is, 12);
        store<i32>(to, load<i32>(to, 24) + sign * (is - was), 24);
      }
    }
  }
}
