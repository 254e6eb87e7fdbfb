import { describe, expect, it } from 'vitest';
import { isOpaquePalette, rasterOf } from '#engine/palette/map/indexed-picture.ts';
import { colourOrder, estimateBytes, leastDepth, packRows } from '#engine/palette/map/packed-indexes.ts';
import { codecs } from '#tests/support/engine-run.ts';

const RED_AND_BLUE = Uint8Array.of(255, 0, 0, 255, 0, 0, 255, 255);
const WITH_GLASS = Uint8Array.of(...RED_AND_BLUE, 0, 255, 0, 100);

describe('rasterOf', () => {
  it('gives RGB for opaque palettes', () => {
    const raster = rasterOf({ width: 2, height: 1, palette: RED_AND_BLUE, indexes: Uint8Array.of(1, 0) });
    expect(raster).toMatchObject({ channels: 3, space: 'rgb', width: 2, height: 1 });
    expect([...raster.data]).toEqual([0, 0, 255, 255, 0, 0]);
  });

  it.each([3, 4, 5, 6, 7])('gives %i pixels their colours', (width) => {
    const palette = Uint8Array.from({ length: 32 }, (_, i) => (i % 4 === 3 ? 255 : 7 * i + 130));
    const indexes = Uint8Array.from({ length: width }, (_, i) => (5 * i + 3) % 8);
    const colours = Array.from(indexes, (index) => [...palette.subarray(4 * index, 4 * index + 3)]);
    expect([...rasterOf({ width, height: 1, palette, indexes }).data]).toEqual(colours.flat());
  });

  it('gives RGBA where a colour is transparent', () => {
    const raster = rasterOf({ width: 1, height: 1, palette: WITH_GLASS, indexes: Uint8Array.of(2) });
    expect([...raster.data]).toEqual([0, 255, 0, 100]);
    expect(isOpaquePalette(WITH_GLASS)).toBe(false);
  });
});

describe('colourOrder', () => {
  it('puts transparent colours first, then frequent ones, and leaves out unused ones', () => {
    const palette = Uint8Array.of(...WITH_GLASS, 9, 9, 9, 255);
    const { order, rank } = colourOrder({ width: 4, height: 1, palette, indexes: Uint8Array.of(1, 1, 0, 2) });
    expect(order).toEqual([2, 1, 0]);
    expect([...rank.subarray(0, 3)]).toEqual([2, 1, 0]);
  });
});

describe('packRows', () => {
  const rank = Uint8Array.from({ length: 256 }, (_, i) => i);
  it.each([
    [1, [1, 0, 1], [0, 0b10100000]],
    [2, [3, 0, 1], [0, 0b11000100]],
    [4, [10, 0, 5], [0, 0xa0, 0x50]],
    [8, [200, 0, 7], [0, 200, 0, 7]],
  ])('packs %i bits from the high end after a filter byte', (depth, indexes, row) => {
    const picture = {
      width: 3,
      height: 2,
      palette: RED_AND_BLUE,
      indexes: Uint8Array.of(...indexes, ...indexes),
    };
    expect([...packRows(picture, rank, depth)]).toEqual([...row, ...row]);
  });

  it.each([
    [2, 1],
    [3, 2],
    [16, 4],
    [17, 8],
  ])('needs for %i colours %i bits', (colours, depth) => {
    expect(leastDepth(colours)).toBe(depth);
  });
});

it('estimates noise as longer than a flat area', async () => {
  const noise = Uint8Array.from({ length: 4096 }, (_, i) => (Math.imul(i, 2654435761) >>> 13) & 1);
  const picture = { width: 64, height: 64, palette: RED_AND_BLUE };
  const flat = await estimateBytes({ ...picture, indexes: new Uint8Array(4096) }, codecs.deflate);
  expect(flat).toBeLessThan(await estimateBytes({ ...picture, indexes: noise }, codecs.deflate));
});
