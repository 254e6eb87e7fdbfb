import type { PdfDocument } from '../model/document.ts';
import type { PdfDict, PdfObject } from '../model/objects.ts';
import { IDENTITY, matrixOf, multiply, type Matrix } from './matrix.ts';
import { FILLED_SIDE_POINTS } from '../tuning.ts';

/** Finer than any regular hatching: a page of a thousand points with a tile at every half point. */
export const MAX_TILES = 4_000_000;

/**
 * About how many tiles a tiling pattern takes to fill a page (ISO 32000-1, 8.7.3). Steps of nothing or next to it keep
 * renderers busy for hours.
 * @param base maps pattern space without the pattern's own matrix to points of the page
 * @returns Infinity where a step is missing, zero or no number
 */
export function countTiles(document: PdfDocument, pattern: PdfDict, base: Matrix): number {
  const [a, b, c, d] = multiply(matrixOf(document.numbers(pattern.get('Matrix'))) ?? IDENTITY, base);
  const box = document.numbers(pattern.get('BBox')) ?? [];
  const [left = 0, bottom = 0, right = 0, top = 0] = box;
  const along = (step: PdfObject | undefined, tile: number, scale: number): number => {
    const points = Math.abs(document.number(step) ?? 0) * scale;
    const count = (FILLED_SIDE_POINTS + Math.abs(tile) * scale) / points;
    return Number.isNaN(count) ? Infinity : Math.max(1, count);
  };
  return (
    along(pattern.get('XStep'), right - left, Math.hypot(a, b)) *
    along(pattern.get('YStep'), top - bottom, Math.hypot(c, d))
  );
}
