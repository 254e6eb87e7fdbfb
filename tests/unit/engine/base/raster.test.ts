import { describe, expect, it } from 'vitest';
import { equalRasters, equalWhereVisible, hasAlpha, type Raster } from '#engine/base/raster.ts';

const rasterOf = (channels: Raster['channels'], ...data: number[]): Raster => ({
  width: data.length / channels,
  height: 1,
  channels,
  space: channels < 3 ? 'grey' : 'rgb',
  data: Uint8Array.from(data),
});
const rgb = rasterOf(3, 1, 2, 3, 4, 5, 6);

describe('equalRasters', () => {
  it('compares size, channels and samples', () => {
    expect(equalRasters(rgb, rasterOf(3, 1, 2, 3, 4, 5, 6))).toBe(true);
    expect(equalRasters(rgb, rasterOf(3, 1, 2, 3, 4, 5, 7))).toBe(false);
    expect(equalRasters(rgb, rasterOf(1, 1, 2, 3, 4, 5, 6))).toBe(false);
    expect(equalRasters(rgb, { ...rgb, width: 1, height: 2 })).toBe(false);
  });
});

describe('equalWhereVisible', () => {
  const seeThrough = rasterOf(4, 1, 2, 3, 255, 9, 9, 9, 0);

  it('ignores the colour of fully transparent samples', () => {
    expect(equalWhereVisible(seeThrough, rasterOf(4, 1, 2, 3, 255, 0, 0, 0, 0))).toBe(true);
    expect(equalWhereVisible(seeThrough, rasterOf(4, 1, 2, 4, 255, 9, 9, 9, 0))).toBe(false);
    expect(equalWhereVisible(seeThrough, rasterOf(4, 1, 2, 3, 254, 9, 9, 9, 0))).toBe(false);
  });

  it('takes a missing alpha channel for an opaque one', () => {
    expect(equalWhereVisible(rgb, rasterOf(4, 1, 2, 3, 255, 4, 5, 6, 255))).toBe(true);
    expect(equalWhereVisible(rasterOf(4, 1, 2, 3, 255, 4, 5, 6, 1), rgb)).toBe(false);
  });

  it('compares sizes and colour channels', () => {
    expect(equalWhereVisible(rgb, { ...rgb, width: 1, height: 2 })).toBe(false);
    expect(equalWhereVisible(rgb, { ...rasterOf(1, 1, 2), space: 'grey' })).toBe(false);
  });
});

describe('hasAlpha', () => {
  it('does not take the fourth ink for alpha', () => {
    expect([1, 2, 3, 4].map((channels) => hasAlpha({ channels: channels as 1, space: 'rgb' }))).toEqual([
      false,
      true,
      false,
      true,
    ]);
    expect(hasAlpha({ channels: 4, space: 'cmyk' })).toBe(false);
  });
});
