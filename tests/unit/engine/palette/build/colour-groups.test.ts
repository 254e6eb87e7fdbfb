import { describe, expect, it } from 'vitest';
import { colourGroups } from '#engine/palette/build/colour-groups.ts';
import { colourHistogram } from '#engine/palette/build/colour-histogram.ts';
import type { Raster } from '#engine/base/raster.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';

function rowOf(channels: Raster['channels'], ...samples: number[]): Raster {
  const space = channels < 3 ? 'grey' : 'rgb';
  return { width: samples.length / channels, height: 1, channels, space, data: Uint8Array.from(samples) };
}

const byFirst = (a: readonly number[], b: readonly number[]): number => a[0]! - b[0]!;

/** Each colour with the number of its pixels, from dark to light. */
function countsOf(raster: Raster, most = 2000): number[][] {
  return colourGroups(colourHistogram(raster), most, 1)
    .map(({ colour, pixels }) => [...colour, pixels])
    .sort(byFirst);
}

describe('colourGroups', () => {
  it('has a group for each colour where there are no more', () => {
    expect(countsOf(rowOf(3, 9, 8, 7, 1, 2, 3, 9, 8, 7))).toEqual([
      [1, 2, 3, 255, 1],
      [9, 8, 7, 255, 2],
    ]);
    expect(countsOf(rowOf(1, 5, 5, 200))).toEqual([
      [5, 5, 5, 255, 2],
      [200, 200, 200, 255, 1],
    ]);
  });

  it('counts colours as far as they are opaque', () => {
    expect(countsOf(rowOf(4, 200, 100, 50, 0, 9, 9, 9, 0, 200, 100, 50, 51))).toEqual([
      [0, 0, 0, 0, 2],
      [40, 20, 10, 51, 1],
    ]);
  });

  it('cuts where colours differ most, and keeps their means by pixels', () => {
    const raster = rowOf(1, 10, 10, 10, 14, 120, 240, 242);
    expect(countsOf(raster, 3)).toEqual([
      [11, 11, 11, 255, 4],
      [120, 120, 120, 255, 1],
      [241, 241, 241, 255, 2],
    ]);
  });

  it('cuts a hue off that hardly differs otherwise', () => {
    const greys = Array.from({ length: 60 }, (_, at) => [100 + (at % 15), 100 + (at % 15), 100 + (at % 15)]);
    const tinted = Array.from({ length: 20 }, (_, at) => [116 + (at % 15), 97 + (at % 15), 100 + (at % 15)]);
    const smallest = (hue: number): number => {
      const raster = rowOf(3, ...greys.flat(), ...tinted.flat());
      const groups = colourGroups(colourHistogram(raster), 2, hue);
      return Math.min(...groups.map(({ pixels }) => pixels));
    };
    expect(smallest(8)).toBe(20);
    expect(smallest(0)).toBeGreaterThan(20);
  });

  it('makes as many groups as are asked for, of all pixels', () => {
    const groups = colourGroups(colourHistogram(photoLike(160, 120)), 500, 1);
    expect(groups).toHaveLength(500);
    expect(groups.reduce((sum, { pixels }) => sum + pixels, 0)).toBe(160 * 120);
  });
});
