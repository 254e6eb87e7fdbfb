import { describe, expect, it } from 'vitest';
import { WORK_MS } from '#engine/budget/work-costs.ts';
import { isOutOfProportion, proportionateMs, proportionOf } from '#engine/budget/proportion.ts';

const MB = 2 ** 20;

describe('work in proportion to the bytes of a file', () => {
  it('grows with the bytes above a megabyte', () => {
    expect(proportionateMs(100, 'png')).toBe(proportionateMs(MB, 'png'));
    expect(proportionateMs(3 * MB, 'png') - proportionateMs(2 * MB, 'png')).toBeCloseTo(20_000);
    expect([proportionOf(1), proportionOf(MB), proportionOf(5 * MB)]).toEqual([1, 1, 5]);
  });

  it('lets a WebP of a megapixel try its other variants, and three encodes with measured deblocking', () => {
    const { encodeWebpPerMp, encodeWebpEffortPerMp, deblockPerMp, lookAtWebpPerMp, measureWebpPerMp } =
      WORK_MS;
    const encodeMs = encodeWebpPerMp + 4 * encodeWebpEffortPerMp + lookAtWebpPerMp + measureWebpPerMp;
    const deblockedMs = encodeMs + 2 * encodeWebpEffortPerMp + deblockPerMp;
    expect(proportionateMs(MB, 'webp')).toBeGreaterThan(8 * encodeMs + 3 * deblockedMs);
  });

  it('is 16 s for each further megabyte of a deck', () => {
    expect(proportionateMs(7 * MB, 'pptx')).toBeCloseTo(100_000);
  });

  it.each([
    ['a photograph of 24 megapixels in 0.6 MB', [6000, 4000, 3], 0.6 * MB, false],
    ['a screen of 15 megapixels in 0.3 MB', [5120, 2880, 4], 0.3 * MB, false],
    ['stripes of 16 megapixels in 70 KB', [4000, 4000, 3], 70_000, true],
    ['a photograph of 100 megapixels in 3 MB', [11_500, 8600, 3], 3 * MB, false],
    ['a flat picture of 100 megapixels in 0.3 MB', [10_000, 10_000, 3], 0.3 * MB, true],
    ['inks of 60 megapixels in 1 MB', [10_000, 6000, 4], MB, true],
    ['a capture of 35 megapixels in 0.93 MB', [9282, 3797, 4], 0.93 * MB, true],
  ] as const)('judges %s', (_name, [width, height, channels], bytes, expected) => {
    expect(isOutOfProportion({ width, height, channels }, bytes)).toBe(expected);
  });

  it.each([
    ['a capture of 35 megapixels in 0.93 MB', [9282, 3797, 4], 0.93 * MB, false],
    ['stripes of 16 megapixels in 70 KB', [4000, 4000, 3], 70_000, true],
    ['a flat picture of 100 megapixels in 1 MB', [10_000, 10_000, 3], MB, true],
  ] as const)(
    'goes by the bytes alone where that is asked: %s',
    (_name, [width, height, channels], bytes, expected) => {
      expect(isOutOfProportion({ width, height, channels }, bytes, Infinity)).toBe(expected);
    },
  );
});
