import type { PdfDocument } from '../model/document.ts';
import type { PdfStream } from '../model/objects.ts';
import { IDENTITY, matrixOf, multiply, type Matrix } from './matrix.ts';

/**
 * Maps the box of an appearance on the rectangle of its annotation (ISO 32000-1, 12.5.5, algorithm 8.1), less the offset.
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
  const xs: number[] = [];
  const ys: number[] = [];
  for (const x of [box[0]!, box[2]!]) {
    for (const y of [box[1]!, box[3]!]) {
      xs.push(x * matrix[0] + y * matrix[2]);
      ys.push(x * matrix[1] + y * matrix[3]);
    }
  }
  const scale = (from: number[], to: number): number => {
    const extent = Math.max(...from) - Math.min(...from);
    return extent > 0 ? Math.abs(to) / extent : 1;
  };
  return multiply([scale(xs, rect[2]! - rect[0]!), 0, 0, scale(ys, rect[3]! - rect[1]!), 0, 0], base);
}
