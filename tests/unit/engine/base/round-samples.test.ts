import { describe, expect, it } from 'vitest';
import type { Raster } from '#engine/base/raster.ts';
import { roundSamples } from '#engine/base/round-samples.ts';

const raster = (
  channels: 1 | 2 | 3 | 4,
  samples: readonly number[],
  width = samples.length / channels,
): Raster => ({
  width,
  height: samples.length / channels / width,
  channels,
  space: channels < 3 ? 'grey' : 'rgb',
  data: Uint8Array.from(samples),
});

describe('roundSamples', () => {
  it('changes nothing at a step of 1, and nothing in place', () => {
    const source = raster(3, [0, 1, 2, 253, 254, 255]);
    expect([...roundSamples(source, 1).data]).toEqual([0, 1, 2, 253, 254, 255]);
    expect([...roundSamples(source, 4).data]).not.toEqual([...source.data]);
    expect([...source.data]).toEqual([0, 1, 2, 253, 254, 255]);
  });

  it('keeps black, white and alpha', () => {
    expect([...roundSamples(raster(2, [0, 13, 255, 77]), 7).data]).toEqual([0, 13, 255, 77]);
  });

  it('moves no sample by more than half a step', () => {
    const ramp = raster(
      1,
      Array.from({ length: 256 }, (_, sample) => sample),
    );
    for (const step of [2, 3, 5, 12]) {
      const moved = roundSamples(ramp, step).data.map((sample, at) => Math.abs(sample - at));
      expect(Math.max(...moved)).toBeLessThanOrEqual(step / 2);
    }
  });

  it('gives a share of the rows the next whole step', () => {
    const rows = raster(1, [5, 5, 5, 5], 1);
    expect([...roundSamples(rows, 2.5).data]).toEqual([6, 6, 6, 6]);
    expect([...roundSamples(raster(1, [4, 4, 4, 4], 1), 2.5).data]).toEqual([3, 3, 4, 4]);
  });
});
