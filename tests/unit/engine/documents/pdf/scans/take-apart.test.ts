import { describe, expect, it } from 'vitest';
import type { Raster } from '#engine/base/raster.ts';
import { takeApart } from '#engine/documents/pdf/scans/take-apart.ts';
import { MOST_INKS } from '#engine/documents/pdf/scans/tuning.ts';

/** Pixels of a millimetre. */
const DENSITY = 12;
const [WIDTH, HEIGHT] = [400, 500];
const PAPER = 240;

interface Bar {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly colour: readonly [number, number, number];
}

const TEXT: Bar = { left: 20, top: 20, width: 60, height: 6, colour: [20, 20, 20] };

/** The inks of a page that has bars, as the colours of their samples. */
function inksOf(bars: readonly Bar[]): number[][] {
  const data = new Uint8Array(WIDTH * HEIGHT * 3).fill(PAPER);
  for (const { left, top, width, height, colour } of bars)
    for (let y = top; y < top + height; y++)
      for (let x = left; x < left + width; x++) data.set(colour, (y * WIDTH + x) * 3);
  const raster: Raster = { width: WIDTH, height: HEIGHT, channels: 3, space: 'rgb', data };
  const px = (millimetres: number): number => Math.round(millimetres * DENSITY);
  const layers = takeApart(raster, { px, factor: 4, times: 1 })!;
  return layers.inks.map(({ colour }) => colour.map(Math.round));
}

const pale = (level: number): [number, number, number] => [level, level, level];

describe('a page taken apart', () => {
  it('has an ink for a pale thin line', () => {
    const line = { left: 20, top: 60, width: 200, height: 3, colour: pale(205) };
    expect(inksOf([TEXT, line])).toEqual([pale(205), pale(20)]);
  });

  it('leaves a pale stain to the background', () => {
    const stain = { left: 20, top: 60, width: 60, height: 60, colour: pale(205) };
    expect(inksOf([TEXT, stain])).toEqual([pale(20)]);
  });

  it('has no ink beside a book', () => {
    const [dark, scratch] = [pale(60), pale(10)];
    const beside = { left: 250, top: 0, width: 150, height: HEIGHT, colour: dark };
    const line = { left: 300, top: 60, width: 60, height: 6, colour: scratch };
    expect(inksOf([TEXT, beside, line])).not.toContainEqual(scratch);
  });

  it('has no more inks than a page may have, each stroke in the nearest', () => {
    const bars = Array.from({ length: MOST_INKS + 4 }, (_, at): Bar => {
      const colour = [20 + 40 * (at % 5), 20 + 50 * Math.floor(at / 5), 20] as const;
      return { left: 20, top: 20 + at * 20, width: 60, height: 6, colour };
    });
    expect(inksOf(bars)).toHaveLength(MOST_INKS);
  });
});
