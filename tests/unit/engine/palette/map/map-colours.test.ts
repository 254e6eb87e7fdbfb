import { describe, expect, it } from 'vitest';
import { ColourMapper } from '#engine/palette/map/map-colours.ts';
import type { MappedPixels } from '#engine/palette/map/map-options.ts';
import { PaletteMapper } from '#engine/palette/map/palette-mapper.ts';
import type { Raster } from '#engine/base/raster.ts';
import { photoLike, randomNumbers } from '#tests/fixtures/pictures/generated-pictures.ts';

const BLACK_AND_WHITE = Uint8Array.of(0, 0, 0, 255, 255, 255, 255, 255);

function grey(width: number, height: number, level: (i: number) => number): Raster {
  const data = Uint8Array.from({ length: width * height }, (_, i) => level(i));
  return { width, height, channels: 1, space: 'grey', data };
}

/** RGBA, of one colour. */
function flat(count: number, colour: readonly number[]): MappedPixels {
  return rgba(count, () => colour);
}

function rgba(count: number, colour: (i: number) => readonly number[], keepsOpaque = false): MappedPixels {
  const data = Uint8Array.from({ length: count * 4 }, (_, at) => colour(at >> 2)[at % 4]!);
  return { channels: 4, data, keepsOpaque };
}

/** Pixels that have colours of a palette, each the one of its index. */
function inColours(palette: Uint8Array, indexes: Uint8Array): MappedPixels {
  return rgba(indexes.length, (i) => [...palette.subarray(4 * indexes[i]!, 4 * indexes[i]! + 4)]);
}

/** The mean of those over black and over white. */
function squaredDistances(palette: Uint8Array, pixel: ArrayLike<number>): readonly number[] {
  const shown = (from: ArrayLike<number>, at: number, ground: number): number[] => {
    const share = from[at + 3]! / 255;
    return [0, 1, 2].map((c) => from[at + c]! * share + ground * (1 - share));
  };
  return Array.from({ length: palette.length / 4 }, (_, i) =>
    [0, 255]
      .flatMap((ground) => {
        const wanted = shown(pixel, 0, ground);
        return shown(palette, i * 4, ground).map(
          (sample, c) => ([0.9, 1.5, 0.6][c]! * (sample - wanted[c]!) ** 2) / 2,
        );
      })
      .reduce((sum, square) => sum + square),
  );
}

/** Each index is that of a colour as near as any. */
function expectNearest(
  indexes: Uint8Array,
  palette: Uint8Array,
  pixelAt: (i: number) => ArrayLike<number>,
): void {
  indexes.forEach((index, i) => {
    const distances = squaredDistances(palette, pixelAt(i));
    expect(distances[index]! - Math.min(...distances)).toBeLessThan(0.01);
  });
}

describe('PaletteMapper', () => {
  it.each([
    [9000, 3],
    [70, 37],
  ])('finds the nearest colour in each row of %i px, one by one or some at once', (width, height) => {
    const random = randomNumbers(6);
    const palette = Uint8Array.from({ length: 4 * 60 }, (_, i) =>
      i % 4 === 3 ? 255 : Math.floor(256 * random()),
    );
    const wanted = Uint8Array.from({ length: width * height }, () => Math.floor(60 * random()));
    const pixels = inColours(palette, wanted);
    const mapper = new PaletteMapper(palette, true, width);
    expect(mapper.nearest(pixels)).toEqual(wanted);
    expect(mapper.squaredError(pixels, wanted, null)).toBe(0);
  });

  it('keeps the colours of locked blocks, and of none in the row of blocks above', () => {
    const palette = Uint8Array.from({ length: 4 * 60 }, (_, i) => (i % 4 === 3 ? 255 : 4 * (i >> 2)));
    const random = randomNumbers(7);
    const exact = Uint8Array.from({ length: 32 * 40 }, () => Math.floor(60 * random()));
    const pixels = inColours(palette, exact);
    const mapped = (marks: readonly number[]) => {
      const locked = { columns: 2, marks: Uint8Array.from(marks) };
      return new PaletteMapper(palette, true, 32).byCost(pixels, exact.slice(), { lambda: 40, locked });
    };
    const [free, kept] = [mapped([0, 0, 0, 0, 0, 0]), mapped([0, 0, 1, 1, 0, 0])];
    const rowsOfBlocks = (from: Uint8Array) => [0, 1, 2].map((at) => from.subarray(at * 512, (at + 1) * 512));
    expect(rowsOfBlocks(free)[1]).not.toEqual(rowsOfBlocks(exact)[1]);
    expect(rowsOfBlocks(kept)[0]).toEqual(rowsOfBlocks(free)[0]);
    expect(rowsOfBlocks(kept)[1]).toEqual(rowsOfBlocks(exact)[1]);
    expect(rowsOfBlocks(kept)[2]).not.toEqual(rowsOfBlocks(exact)[2]);
  });

  it.each([true, false])('finds what trying every colour finds (opaque: %s)', (isOpaque) => {
    const random = randomNumbers(5);
    const sample = () => Math.floor(256 * random());
    const palette = Uint8Array.from({ length: 4 * 60 }, (_, i) => (isOpaque && i % 4 === 3 ? 255 : sample()));
    const pixels = rgba(2000, () => [sample(), sample(), sample(), isOpaque ? 255 : sample()]);
    const nearest = new PaletteMapper(palette, isOpaque, 50).nearest(pixels);
    expectNearest(nearest, palette, (i) => pixels.data.subarray(i * 4, i * 4 + 4));
  });

  it.each([true, false])(
    'finds the same in a crowded palette after other palettes (opaque: %s)',
    (isOpaque) => {
      const random = randomNumbers(7);
      // Some colours are there twice, and most lie within the reach of one cell.
      const palette = Uint8Array.from({ length: 4 * 256 }, (_, i) =>
        i % 4 === 3 && isOpaque ? 255 : 100 + Math.floor(16 * random()),
      );
      const pixels = rgba(500, () =>
        [80, 90, 100, 90].map((least, c) => (c === 3 && isOpaque ? 255 : least + Math.floor(40 * random()))),
      );
      const mapper = new PaletteMapper(palette, isOpaque, 100);
      const nearest = mapper.nearest(pixels);
      expectNearest(nearest, palette, (i) => pixels.data.subarray(i * 4, i * 4 + 4));
      for (const width of [3, 900]) {
        const other = new PaletteMapper(palette.slice(0, 80), !isOpaque, width);
        other.nearest(flat(width * 2, [1, 2, 3, 255]));
        expect(mapper.nearest(pixels)).toEqual(nearest);
      }
    },
  );

  it('takes what shows alike on any page for a light corner, and not what does on black alone', () => {
    const palette = Uint8Array.of(136, 137, 137, 255, 157, 157, 157, 146);
    const nearest = new PaletteMapper(palette, false, 1).nearest(flat(1, [207, 207, 207, 175]));
    expect([...nearest]).toEqual([1]);
  });

  it('sums up the errors of pixels that are not as in the frame before', () => {
    const pixels = flat(6, [0, 0, 10, 255]);
    const mapper = new PaletteMapper(BLACK_AND_WHITE, true, 3);
    const unchanged = Uint8Array.of(0, 1, 0, 0, 0, 1);
    expect(mapper.squaredError(pixels, new Uint8Array(6), null)).toBeCloseTo(6 * 60, 3);
    expect(mapper.squaredError(pixels, new Uint8Array(6), unchanged)).toBeCloseTo(4 * 60, 3);
  });
});

describe('ColourMapper', () => {
  it.each([1, 2, 3, 4] as const)(
    'finds the nearest colours where pixels repeat (%d channels)',
    (channels) => {
      const random = randomNumbers(3);
      const [width, height] = [9, 8];
      const data = Uint8Array.from(
        { length: width * height * channels },
        () => 127 * Math.floor(3 * random()),
      );
      const raster: Raster = { width, height, channels, space: channels < 3 ? 'grey' : 'rgb', data };
      const palette = Uint8Array.from({ length: 4 * 20 }, (_, i) =>
        i % 4 === 3 ? 255 : Math.floor(256 * random()),
      );
      const nearest = new ColourMapper(raster, palette).nearestIndexes();
      expectNearest(nearest, palette, (i) => {
        const alpha = channels % 2 === 0 ? data[i * channels + channels - 1]! : 255;
        return [...[0, 1, 2].map((c) => data[i * channels + (channels < 3 ? 0 : c)]!), alpha];
      });
    },
  );

  it('takes the nearest colour when lambda is 0', () => {
    const palette = Uint8Array.of(0, 0, 0, 255, 128, 128, 128, 255, 255, 255, 255, 255);
    const levels = [10, 120, 250, 60, 70, 200];
    const mapper = new ColourMapper(
      grey(6, 1, (i) => levels[i]!),
      palette,
    );
    expect([...mapper.map({ dither: 0, lambda: 0 })]).toEqual([0, 1, 2, 0, 1, 2]);
  });

  it('goes on with runs as lambda grows', () => {
    const picture = photoLike(64, 64);
    const palette = Uint8Array.from({ length: 256 }, (_, i) => (i % 4 === 3 ? 255 : (i >> 2) * 4));
    const mapper = new ColourMapper(picture, palette);
    const breaks = [0, 4, 30].map((lambda) => {
      const indexes = mapper.map({ dither: 0, lambda });
      return indexes.filter((index, i) => i > 0 && index !== indexes[i - 1]).length;
    });
    expect(breaks[1]).toBeLessThan(breaks[0]!);
    expect(breaks[2]).toBeLessThan(breaks[1]!);
  });

  it('ignores colour under full transparency', () => {
    const data = Uint8Array.of(255, 255, 255, 0, 0, 0, 0, 0);
    const palette = Uint8Array.of(255, 0, 0, 255, 0, 0, 0, 0);
    const mapper = new ColourMapper({ width: 2, height: 1, channels: 4, space: 'rgb', data }, palette);
    expect([...mapper.nearestIndexes()]).toEqual([1, 1]);
  });
});

describe('PaletteMapper with rows that follow', () => {
  it.each([0, 2])('keeps the mean of a flat grey with lambda %i', (lambda) => {
    const mapper = new ColourMapper(
      grey(64, 64, () => 96),
      BLACK_AND_WHITE,
    );
    const indexes = mapper.map({ dither: 1, lambda });
    const mean = (255 * indexes.reduce((sum, index) => sum + index, 0)) / indexes.length;
    expect(Math.abs(mean - 96)).toBeLessThan(4);
  });

  it('lets no error make holes in what is opaque where that is asked for', () => {
    const palette = Uint8Array.of(0, 0, 0, 255, 0, 0, 0, 60);
    const mapper = new PaletteMapper(palette, false, 8);
    const pixels = rgba(64, (i) => [0, 0, 0, i < 32 ? 130 : 255], true);
    const indexes = mapper.diffused(pixels, { dither: 1, lambda: 0 });
    expect(new Set(indexes.subarray(0, 32)).size).toBe(2);
    expect([...indexes.subarray(32)]).toEqual(new Array(32).fill(0));
  });

  it('keeps the indexes of unchanged pixels', () => {
    const mapper = new PaletteMapper(BLACK_AND_WHITE, true, 8);
    const unchanged = Uint8Array.from({ length: 64 }, (_, i) => (i % 3 === 0 ? 1 : 0));
    const previous = { indexes: new Uint8Array(64).fill(1), unchanged };
    const pixels = flat(64, [0, 0, 0, 255]);
    const nearest = new Uint8Array(64);
    for (const indexes of [
      mapper.diffused(pixels, { dither: 1, lambda: 0, previous }),
      mapper.byCost(pixels, nearest, { lambda: 0.001, previous }),
    ])
      expect([...indexes]).toEqual([...unchanged]);
  });

  it.each([0, 0.5])(
    'begins a white area where it begins, below a shade that a run would carry on (%d)',
    (dither) => {
      const page = grey(8, 12, (i) => (i < 32 ? 247 : 255));
      const mapper = new ColourMapper(page, Uint8Array.of(247, 247, 247, 255, 255, 255, 255, 255));
      const indexes = mapper.map({ dither, lambda: 60 });
      expect(new Set(indexes.subarray(56))).toEqual(new Set([1]));
    },
  );

  it('leaves no haze where nothing is, however much a bit is worth', () => {
    const hazy = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 9);
    const mapper = new PaletteMapper(hazy, false, 8);
    const isHazy = Uint8Array.from({ length: 64 }, (_, i) => (i % 8 < 3 ? 1 : 0));
    const pixels = rgba(64, (i) => [0, 0, 0, 9 * isHazy[i]!]);
    expect(
      [...mapper.byCost(pixels, isHazy.slice(), { lambda: 60 })].map((index, i) => index & ~isHazy[i]!),
    ).toEqual(new Array(64).fill(0));
  });
});
