import { describe, expect, it } from 'vitest';
import type { Raster } from '#engine/base/raster.ts';
import { judgePage, rowsOf } from '#engine/documents/pdf/scans/judge-page.ts';
import { SCANNED_DPI, scannedPage } from '#tests/fixtures/pdf/scanned-page.ts';

const px = (millimetres: number): number => Math.round((millimetres * SCANNED_DPI) / 25.4);

/** What the judge finds wrong with a page that is shown in place of its scan. */
const judged = (scan: Raster, shown: Raster) =>
  judgePage(scan, (top, bottom) => rowsOf(shown, top, bottom), px);

/** A page with a square of one colour. */
function withSquare(
  page: Raster,
  [left, top, side]: readonly [number, number, number],
  colour: readonly number[],
): Raster {
  const data = page.data.slice();
  for (let y = top; y < top + side; y++)
    for (let x = left; x < left + side; x++) data.set(colour, (y * page.width + x) * 3);
  return { ...page, data };
}

/** A page with a stem of two columns. */
const withStem = (page: Raster, colour: readonly number[]): Raster =>
  Array.from({ length: 20 }, (_, row) => row).reduce(
    (shown, row) => withSquare(shown, [FREE[0], FREE[1] + 2 * row, 2], colour),
    page,
  );

/** Stems of a letter, and the thin bar between them. */
const withStems = (page: Raster): Raster =>
  [0, 5, 10].reduce(
    (shown, down) =>
      withSquare(
        withSquare(shown, [FREE[0], FREE[1] + down, 5], INK),
        [FREE[0] + 13, FREE[1] + down, 5],
        INK,
      ),
    page,
  );

const withBar = (page: Raster): Raster =>
  Array.from({ length: 8 }, (_, column) => column).reduce(
    (shown, column) => withSquare(shown, [FREE[0] + 5 + column, FREE[1] + 7, 1], THIN),
    page,
  );

/** Two strokes with so many pixels of a colour between them: the eye of a letter. */
const withEye = (page: Raster, colour: readonly number[]): Raster =>
  [0, 2, 4, 6, 8].reduce(
    (shown, down) => withSquare(shown, [FREE[0] + 8, FREE[1] + 5 + down, 2], colour),
    withSquare(page, [...FREE, 18], INK),
  );

const PAPER = [240, 234, 218];
const INK = [40, 38, 36];
const FAINT = [202, 196, 180];
const THIN = [100, 94, 80];
const EYE = [140, 134, 120];
/** Where the page has nothing. */
const FREE = [900, 660] as const;

describe('the judge of pages in layers', () => {
  const page = scannedPage();

  it('finds nothing wrong with the page itself', () => {
    expect(judged(page, page)).toEqual([]);
  });

  it.each([
    ['a dot that is gone', withSquare(page, [...FREE, 5], INK), page],
    ['a bar between two stems that is gone', withBar(withStems(page)), withStems(page)],
    ['an eye that is filled', withEye(page, EYE), withEye(page, INK)],
    ['a faint stem that is gone', withStem(page, FAINT), page],
    ['a dot that is new', page, withSquare(page, [...FREE, 5], INK)],
    [
      'a light stroke that is gone',
      withSquare(withSquare(page, [...FREE, 40], INK), [914, 674, 6], PAPER),
      withSquare(page, [...FREE, 40], INK),
    ],
    [
      'ink of another colour',
      withSquare(page, [...FREE, 40], INK),
      withSquare(page, [...FREE, 40], [150, 38, 36]),
    ],
    [
      'a thin stroke of another hue',
      withSquare(page, [...FREE, 6], [36, 85, 155]),
      withSquare(page, [...FREE, 6], [40, 125, 160]),
    ],
    ['paper of another colour', page, withSquare(page, [...FREE, 40], [220, 234, 218])],
  ])('finds %s', (_, scan, shown) => {
    const found = judged(scan, shown);
    expect(found.length).toBeGreaterThan(0);
    for (const { left, top } of found) expect(Math.hypot(left - 915, top - 675)).toBeLessThan(80);
  });
});
