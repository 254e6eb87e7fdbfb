import { describe, expect, it } from 'vitest';
import type { Raster } from '#engine/base/raster.ts';
import { findNoise, findPaper } from '#engine/documents/pdf/scans/paper.ts';

const [SIDE, CELL] = [100, 10];

function page(levelAt: (x: number, y: number) => number): Raster {
  const data = Uint8Array.from({ length: SIDE * SIDE }, (_, at) => levelAt(at % SIDE, Math.floor(at / SIDE)));
  return { width: SIDE, height: SIDE, channels: 1, space: 'grey', data };
}

describe('the paper of a page', () => {
  it.each<[string, (x: number, y: number) => number]>([
    ['left', (x) => x],
    ['right', (x) => SIDE - 1 - x],
    ['top', (_, y) => y],
    ['bottom', (_, y) => SIDE - 1 - y],
  ])('is as dark as a shadow at its %s edge', (_, depth) => {
    const paper = findPaper(
      page((x, y) => Math.min(240, 120 + 3 * depth(x, y))),
      CELL,
    );
    expect(Math.min(...paper.data)).toBeLessThan(120 + 3 * CELL);
    expect(Math.max(...paper.data)).toBe(240);
  });

  it.each([
    ['within it', 40],
    ['near its edge', 5],
  ])('has no bar of ink %s', (_, left) => {
    const paper = findPaper(
      page((x) => (x >= left && x < left + 20 ? 30 : 240)),
      CELL,
    );
    expect(Math.min(...paper.data)).toBe(240);
  });
});

describe('the grain of a page', () => {
  const grainAt = (levelAt: (x: number, y: number) => number): number[] => [
    ...findNoise(page(levelAt), CELL).data,
  ];

  it('has no letters in it, however dense', () => {
    const lines = grainAt((x, y) => (y % 5 < 2 ? 200 : (x + y) % 2));
    expect(new Set(lines)).toEqual(new Set([1]));
  });

  it('is that of its place', () => {
    const half = grainAt((x, y) => (x < SIDE / 2 ? 0 : ((x + y) % 4) * 20));
    expect(half[0]).toBe(0);
    expect(half[SIDE / CELL - 1]).toBe(20);
  });
});
