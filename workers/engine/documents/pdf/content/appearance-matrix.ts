import type { PdfDocument } from '../model/document.ts';
import type { PdfStream } from '../model/objects.ts';
import { mapArea } from './area.ts';
import { IDENTITY, matrixOf, multiply, type Matrix } from './matrix.ts';

/**
 * Maps the box of an appearance on the rectangle of its annotation (ISO 32000-1, 12.5.5, algorithm 8.1).
 * @param rect the annotation's rectangle
 * @param base maps user space to points of the page
 */
export function appearanceMatrix(
  document: PdfDocument,
  form: PdfStream,
  rect: readonly number[] | undefined,
  base: Matrix,
): Matrix {
  const box = document.numbers(form.dict.get('BBox'));
  if (!box || !rect || box.length < 4 || rect.length < 4) return base;
  const matrix = matrixOf(document.numbers(form.dict.get('Matrix'))) ?? IDENTITY;
  const [left, low, right, high] = mapArea([box[0]!, box[1]!, box[2]!, box[3]!], matrix);
  const x = scaleTo(right - left, rect[2]! - rect[0]!);
  const y = scaleTo(high - low, rect[3]! - rect[1]!);
  const offsetX = Math.min(rect[0]!, rect[2]!) - left * x;
  const offsetY = Math.min(rect[1]!, rect[3]!) - low * y;
  return multiply([x, 0, 0, y, offsetX, offsetY], base);
}

function scaleTo(extent: number, wanted: number): number {
  return extent > 0 ? Math.abs(wanted) / extent : 1;
}
