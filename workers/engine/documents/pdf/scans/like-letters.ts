import { fillRun, type Bitmap } from '../images/jbig2/bitmap.ts';
import { MARGIN } from '../images/jbig2/generic-row.ts';
import { ShapeTable, takeMarks, type Mark } from '../images/jbig2/marks.ts';
import { ShapeFinder } from '../images/jbig2/shape-finder.ts';
import { aligned, describeShape, strideOf, type Shape } from '../images/jbig2/shape.ts';
import { rowBytesOf } from '../images/read/samples.ts';
import { LIKE_SHARE } from '../tuning.ts';

/**
 * Letters that are alike get the same pixels where these are in doubt, so that JBIG2 stores them once. No other pixel changes, so
 * none becomes another letter.
 * @param doubt pixels that may be ink or paper
 */
export function withLikeLetters(ink: Bitmap, doubt: Bitmap): Bitmap {
  const { marks, rest } = takeMarks(ink, new ShapeTable());
  const windows = marks.map((mark) => windowOf(mark, doubt));
  const letters = new ShapeFinder<{ readonly shape: Shape }>();
  for (const { certain } of windows) letters.allow(certain);
  for (const [index, window] of windows.entries()) {
    const shape = letters.isSpent ? window.shape : settled(window, letters);
    paint(rest, shape, marks[index]!);
  }
  return rest;
}

/** A letter with a pixel of its surroundings on each side. */
interface Window {
  readonly shape: Shape;
  /** Its pixels that are not in doubt. */
  readonly certain: Shape;
  /** Pixels that are in doubt, whatever they are in the shape. */
  readonly doubt: Shape;
}

function windowOf({ x, y, shape }: Mark, doubt: Bitmap): Window {
  const [width, height] = [shape.width + 2, shape.height + 2];
  const stride = strideOf({ width });
  const [own, certain, open] = [0, 1, 2].map(() => new Uint8Array(stride * (height + 2 * MARGIN))) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  for (let row = 0; row < height; row++) {
    const from = (row + MARGIN - 1) * strideOf(shape) + MARGIN - 1;
    const to = (row + MARGIN) * stride + MARGIN;
    for (let column = 0; column < width; column++) {
      const isOpen = pixelAt(doubt, x + column - 1, y + row - 1);
      own[to + column] = shape.pixels[from + column]!;
      open[to + column] = isOpen;
      certain[to + column] = own[to + column]! & ~isOpen;
    }
  }
  const described = (pixels: Uint8Array): Shape => describeShape(width, height, pixels);
  return { shape: described(own), certain: described(certain), doubt: described(open) };
}

/** @returns 0 beyond the edges */
function pixelAt({ width, data }: Bitmap, x: number, y: number): number {
  if (x < 0 || x >= width) return 0;
  return ((data[y * rowBytesOf(width, 1, 1) + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
}

/** The shape with the pixels in doubt of the letter that is most like it. */
function settled({ shape, certain, doubt }: Window, letters: ShapeFinder<{ readonly shape: Shape }>): Shape {
  const near = letters.nearest(shape, certain, doubt);
  const isLike = near && near.difference <= shape.area * LIKE_SHARE;
  const like = isLike ? merged(certain, doubt, aligned(certain, near.symbol.shape, near)) : shape;
  if (!isLike || near.difference > 0) letters.add({ shape: like });
  return like;
}

function merged({ width, height, pixels }: Shape, doubt: Shape, other: Uint8Array): Shape {
  const out = pixels.map((pixel, at) => pixel | (doubt.pixels[at]! & other[at]!));
  return describeShape(width, height, out);
}

function paint(bitmap: Bitmap, { width, height, pixels }: Shape, { x, y }: Mark): void {
  for (let row = 0; row < height; row++) {
    const from = (row + MARGIN) * strideOf({ width }) + MARGIN;
    for (let column = 0; column < width; column++)
      if (pixels[from + column] === 1) fillRun(bitmap, y + row - 1, x + column - 1, x + column);
  }
}
