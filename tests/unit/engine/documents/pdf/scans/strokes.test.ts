import { describe, expect, it } from 'vitest';
import type { Raster } from '#engine/base/raster.ts';
import type { Plane } from '#engine/documents/pdf/scans/planes.ts';
import { findStrokes } from '#engine/documents/pdf/scans/strokes.ts';
import { isBlack } from '#tests/fixtures/pictures/bitmaps.ts';

const [WIDTH, HEIGHT] = [40, 30];
const CORE = 200;

/** The contrast of a bar of 20 columns at full strength, whose edges are smeared over ten. */
const smeared = (x: number): number => {
  const depth = 10 * 2 - Math.abs(2 * x - (WIDTH - 1));
  return Math.max(0, Math.min(CORE, CORE / 2 + 10 * depth));
};

const planeOf = (contrastAt: (x: number, y: number) => number): Plane => ({
  width: WIDTH,
  height: HEIGHT,
  data: Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) =>
    contrastAt(at % WIDTH, Math.floor(at / WIDTH)),
  ),
});

const grey = ({ width, height, data }: Plane): Raster => ({
  width,
  height,
  channels: 1,
  space: 'grey',
  data: data.map((level) => 255 - level),
});

const HALVES = { columns: 2, rows: 1, cell: WIDTH / 2, channels: 1 };

/** @param least contrast of ink at the left edge and at the right */
const found = (contrast: Plane, least: number, right = least) =>
  findStrokes(grey(contrast), contrast, {
    least: { ...HALVES, data: Float32Array.from([least, right]) },
    reach: 2,
  })!;

describe('the strokes of a page', () => {
  it.each([20, 60, 100])('are as wide as they are, where grain hides less than %i', (least) => {
    const { strokes } = found(planeOf(smeared), least);
    expect(strokes).toHaveLength(1);
    expect(strokes[0]!.pixels).toBe(20 * HEIGHT);
  });

  it('are no grain of a darker place', () => {
    const dots = planeOf((x, y) => (y === 15 && (x === 4 || x === WIDTH - 4) ? 60 : 0));
    expect(found(dots, 20, 80).strokes.map(({ left }) => left)).toEqual([4]);
  });

  it('go on as hairlines in the grain', () => {
    const arch = (x: number, y: number): number => (x < 10 || x > 29 ? CORE : y === 15 ? 70 : 0);
    const { strokes } = found(planeOf(arch), 100);
    expect(strokes.map(({ pixels }) => pixels)).toEqual([20 * HEIGHT + 20]);
  });

  it('are in doubt at their edges only, between ink and paper', () => {
    const edge = (x: number): number => (x < 20 ? CORE : x === 20 ? CORE / 2 : 0);
    const { doubt } = found(planeOf(edge), 20);
    const columns = Array.from({ length: WIDTH }, (_, x) => x);
    expect(columns.filter((x) => isBlack(doubt, x, 15))).toEqual([20]);
  });

  it('keep a bar that is between ink and paper all along', () => {
    const bar = (x: number, y: number): number => (y < 10 ? CORE : y < 20 && x > 5 && x < 8 ? CORE / 2 : 0);
    const { strokes, doubt } = found(planeOf(bar), 20);
    expect(strokes[0]!.pixels).toBeGreaterThanOrEqual(10 * WIDTH + 9 * 2);
    const beyond = doubt.data.subarray(12 * 5);
    expect(beyond.every((bits) => bits === 0)).toBe(true);
  });
});
