import { expect, it } from 'vitest';
import { KeptCells, pixelsOf, type Area } from '#engine/documents/pdf/scans/kept-areas.ts';

const PAGE = { width: 805, height: 605 };
const CELL = 10;

function areasAround(
  ...places: readonly (readonly [left: number, top: number, right: number, bottom: number])[]
) {
  const kept = new KeptCells(PAGE, CELL);
  for (const [left, top, right, bottom] of places) kept.keep({ left, top, right, bottom });
  return kept.areas();
}

const covers = (areas: readonly Area[], x: number, y: number): boolean =>
  areas.some(({ left, top, right, bottom }) => x >= left && x < right && y >= top && y < bottom);

it('keeps nothing of a page without faults', () => {
  expect(areasAround()).toEqual([]);
});

it('keeps the cells that an area touches, as far as the page goes', () => {
  expect(areasAround([795, 3, 805, 12])).toEqual([{ left: 790, top: 0, right: 805, bottom: 20 }]);
});

it('goes around the two sides of the shadow of a table, not around the table', () => {
  const areas = areasAround([100, 500, 700, 510], [700, 100, 710, 510]);
  expect(pixelsOf(areas!)).toBeLessThan(15_000);
  for (const [x, y] of [[105, 505], [655, 505], [705, 105], [705, 505]]) expect(covers(areas!, x!, y!)).toBe(true); // prettier-ignore
});

it('keeps a photograph with a ragged edge in one piece', () => {
  expect(areasAround([100, 100, 500, 380], [120, 380, 470, 400])).toEqual([
    { left: 100, top: 100, right: 500, bottom: 400 },
  ]);
});

it('keeps cells beside each other in one picture, and those far apart in two', () => {
  expect(areasAround([100, 100, 110, 110], [130, 100, 140, 110])).toHaveLength(1);
  expect(areasAround([100, 100, 110, 110], [400, 400, 410, 410])).toHaveLength(2);
});

it('takes a page of many thousand specks for none of text', () => {
  const kept = new KeptCells({ width: 5_000, height: 8_000 }, CELL);
  for (let top = 0; top < 8_000; top += 40)
    for (let left = top % 80; left < 5_000; left += 40)
      kept.keep({ left, top, right: left + 1, bottom: top + 1 });
  expect(kept.areas()).toBeUndefined();
});
