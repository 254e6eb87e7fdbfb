import type { BitCoder } from './bit-coder.ts';
import { REFINEMENT_CONTEXTS } from './contexts.ts';
import { codeRow, MARGIN } from './generic-row.ts';

/** What a mark looks like, wherever it stands. */
export interface Shape {
  readonly width: number;
  readonly height: number;
  /** One byte a pixel, 1 = black, with a margin on all sides. */
  readonly pixels: Uint8Array;
  /** The pixels, 32 to a word from its highest bit, without margin. */
  readonly packed: Uint32Array;
  /** Black pixels. */
  readonly area: number;
  /** Centre of gravity, from the top left corner without margin. */
  readonly centreX: number;
  readonly centreY: number;
}

/** @param pixels with their margin */
export function describeShape(width: number, height: number, pixels: Uint8Array): Shape {
  const stride = strideOf({ width });
  const words = wordsOf({ width });
  const packed = new Uint32Array(words * height);
  let [area, sumX, sumY] = [0, 0, 0];
  for (let y = 0; y < height; y++) {
    const row = (y + MARGIN) * stride + MARGIN;
    for (let x = 0; x < width; x++) {
      if (pixels[row + x] === 0) continue;
      packed[y * words + (x >> 5)]! |= 0x80000000 >>> (x & 31);
      area++;
      sumX += x;
      sumY += y;
    }
  }
  return { width, height, pixels, packed, area, centreX: sumX / area, centreY: sumY / area };
}

/** Bytes from one row of a shape to the next. */
export function strideOf({ width }: Pick<Shape, 'width'>): number {
  return width + 2 * MARGIN;
}

/** Words in a row of packed pixels. */
function wordsOf({ width }: Pick<Shape, 'width'>): number {
  return (width + 31) >> 5;
}

/** Where a reference lies when a shape is coded by it: its pixel (0, 0) falls on the shape's (dx, dy). */
export interface Alignment {
  readonly dx: number;
  readonly dy: number;
}

/** Codes the pixels of a shape on their own. */
export function codeShape(coder: BitCoder, { width, height, pixels }: Shape): void {
  const stride = strideOf({ width });
  const row = (y: number): Uint8Array => pixels.subarray((y + MARGIN) * stride);
  for (let y = 0; y < height; y++)
    codeRow(coder, { row: row(y), above: row(y - 1), above2: row(y - 2) }, width);
}

/**
 * Codes the pixels of a shape by those of a reference: refinement, template 0 with its usual adaptive pixels (T.88, 6.3).
 * A context is three pixels of the row above, one to the left, and the reference's nine round the same place.
 */
export function codeRefinement(coder: BitCoder, shape: Shape, reference: Shape, alignment: Alignment): void {
  const { width, height, pixels } = shape;
  const stride = strideOf(shape);
  const other = aligned(shape, reference, alignment);
  for (let y = 0; y < height; y++) {
    let at = (y + MARGIN) * stride + MARGIN;
    let own = (pixels[at - stride - 1]! << 1) | pixels[at - stride]!;
    let above = (other[at - stride - 1]! << 1) | other[at - stride]!;
    let beside = (other[at - 1]! << 1) | other[at]!;
    let below = (other[at + stride - 1]! << 1) | other[at + stride]!;
    for (let x = 0; x < width; x++, at++) {
      own = ((own << 1) | pixels[at - stride + 1]!) & 7;
      above = ((above << 1) | other[at - stride + 1]!) & 7;
      beside = ((beside << 1) | other[at + 1]!) & 7;
      below = ((below << 1) | other[at + stride + 1]!) & 7;
      const context = (own << 10) | (pixels[at - 1]! << 9) | (above << 6) | (beside << 3) | below;
      coder.encode(REFINEMENT_CONTEXTS + context, pixels[at]!);
    }
  }
}

/** Reused: a shape is coded at a time, and there are thousands. */
let scratch = new Uint8Array(1 << 14);

/** The pixels of the reference as a picture of the shape's size and margin, until the next is asked for. */
export function aligned(shape: Shape, reference: Shape, { dx, dy }: Alignment): Uint8Array {
  const stride = strideOf(shape);
  const length = stride * (shape.height + 2 * MARGIN);
  if (scratch.length < length) scratch = new Uint8Array(length * 2);
  scratch.fill(0, 0, length);
  const referenceStride = strideOf(reference);
  const fromX = Math.max(-MARGIN, dx);
  const toX = Math.min(shape.width + MARGIN, reference.width + dx);
  const fromY = Math.max(-MARGIN, dy);
  const toY = Math.min(shape.height + MARGIN, reference.height + dy);
  for (let y = fromY; y < toY && fromX < toX; y++) {
    const from = (y - dy + MARGIN) * referenceStride + MARGIN - dx;
    const to = (y + MARGIN) * stride + MARGIN;
    scratch.set(reference.pixels.subarray(from + fromX, from + toX), to + fromX);
  }
  return scratch;
}

/** Pixels in which a shape differs from a reference. @param doubt pixels of the shape that may be either, none of them black in it */
export function differenceOf(shape: Shape, reference: Shape, alignment: Alignment, doubt?: Shape): number {
  const common =
    2 * commonOf(shape, reference, alignment) + (doubt ? commonOf(doubt, reference, alignment) : 0);
  return shape.area + reference.area - common;
}

/** Pixels that are black in both. */
function commonOf(shape: Shape, reference: Shape, { dx, dy }: Alignment): number {
  const words = wordsOf(shape);
  const otherWords = wordsOf(reference);
  const end = Math.min(shape.height, reference.height + dy);
  let common = 0;
  for (let y = Math.max(0, dy); y < end; y++) {
    const row = y * words;
    const other = (y - dy) * otherWords;
    for (let i = 0; i < words; i++) {
      const here = i < otherWords ? reference.packed[other + i]! : 0;
      const before = i > 0 && i <= otherWords ? reference.packed[other + i - 1]! : 0;
      const behind = i + 1 < otherWords ? reference.packed[other + i + 1]! : 0;
      const moved =
        dx > 0
          ? (here >>> dx) | (before << (32 - dx))
          : dx < 0
            ? (here << -dx) | (behind >>> (32 + dx))
            : here;
      common += bitCount(shape.packed[row + i]! & moved);
    }
  }
  return common;
}

function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
