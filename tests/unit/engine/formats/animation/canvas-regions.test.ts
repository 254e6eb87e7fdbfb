import { describe, expect, it } from 'vitest';
import {
  changedRegion,
  changesOver,
  cutRegion,
  fillRegion,
} from '#engine/formats/animation/canvas-regions.ts';
import {
  coloursOf,
  isAllOpaque,
  OPAQUE,
  pixelsIn,
  pixelsOf,
  rasterOfPixels,
} from '#engine/formats/animation/pixels.ts';

const isOpaque = (pixel: number): boolean => pixel >= OPAQUE;

/** A canvas of 5 × 4 px with some pixels set. */
function canvas(set: Readonly<Record<string, number>> = {}): Uint32Array {
  const pixels = new Uint32Array(20);
  for (const [place, value] of Object.entries(set)) {
    const [x, y] = place.split(',').map(Number) as [number, number];
    pixels[y * 5 + x] = value;
  }
  return pixels;
}

describe('changedRegion', () => {
  it('is the least rectangle around what differs', () => {
    const region = changedRegion(canvas(), canvas({ '1,1': 5, '3,2': 6 }), 5);
    expect(region).toEqual({ x: 1, y: 1, width: 3, height: 2, count: 2 });
  });

  it('is one pixel with a count of 0 where nothing differs', () => {
    expect(changedRegion(canvas(), canvas(), 5)).toEqual({ x: 0, y: 0, width: 1, height: 1, count: 0 });
  });

  it('is the whole canvas where everything differs', () => {
    const region = changedRegion(canvas(), canvas().fill(1), 5);
    expect(region).toEqual({ x: 0, y: 0, width: 5, height: 4, count: 20 });
  });
});

it('cuts and fills the same region', () => {
  const pixels = canvas();
  fillRegion(pixels, 5, { x: 2, y: 1, width: 3, height: 2 }, 7);
  expect([...cutRegion(pixels, 5, { x: 2, y: 1, width: 3, height: 2 })]).toEqual([7, 7, 7, 7, 7, 7]);
  expect([...cutRegion(pixels, 5, { x: 1, y: 0, width: 2, height: 2 })]).toEqual([0, 0, 0, 7]);
});

describe('changesOver', () => {
  const [red, blue, glass] = [0xff0000ff, 0xffff0000, 0x80ff0000];

  it('draws what changes and leaves the rest empty', () => {
    const changes = changesOver(Uint32Array.of(red, blue), Uint32Array.of(red, red), 0, isOpaque);
    expect([...changes!]).toEqual([0, blue]);
  });

  it('is not possible where something transparent would be drawn', () => {
    expect(changesOver(Uint32Array.of(glass), Uint32Array.of(0), 0, isOpaque)).toBeNull();
    expect(changesOver(Uint32Array.of(glass), Uint32Array.of(glass), 0, isOpaque)).not.toBeNull();
  });
});

describe('pixels', () => {
  it.each([
    [1, 'grey', [7], 0xff070707],
    [2, 'grey', [7, 128], 0x80070707],
    [3, 'rgb', [1, 2, 3], 0xff030201],
    [4, 'rgb', [1, 2, 3, 4], 0x04030201],
    [4, 'rgb', [9, 9, 9, 0], 0],
  ] as const)('hold rasters of %i channels (%s)', (channels, space, samples, pixel) => {
    const raster = { width: 1, height: 1, channels, space, data: Uint8Array.from(samples) };
    expect([...pixelsOf(raster)]).toEqual([pixel]);
  });

  it('come back as RGB where all are opaque, else as RGBA', () => {
    const opaque = rasterOfPixels(Uint32Array.of(0xff030201), 1, 1);
    expect([opaque.channels, ...opaque.data]).toEqual([3, 1, 2, 3]);
    const glass = rasterOfPixels(Uint32Array.of(0x80030201), 1, 1);
    expect([glass.channels, ...glass.data]).toEqual([4, 1, 2, 3, 128]);
    expect(isAllOpaque(Uint32Array.of(0xff000000, 0xfe000000))).toBe(false);
  });

  it('come from indexes by the colours of a palette', () => {
    const colours = coloursOf(Uint8Array.of(1, 2, 3, 255, 9, 9, 9, 0));
    expect([...pixelsIn(colours, Uint8Array.of(1, 0))]).toEqual([0, 0xff030201]);
  });
});
