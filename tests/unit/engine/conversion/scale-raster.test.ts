import { describe, expect, it } from 'vitest';
import type { Raster } from '#engine/base/raster.ts';
import { fitInside } from '#engine/conversion/fit-inside.ts';
import { scaleRaster } from '#engine/conversion/scale-raster.ts';
import { turnUpright } from '#engine/conversion/turn-upright.ts';

function rasterOf(
  width: number,
  height: number,
  channels: Raster['channels'],
  at: (x: number, y: number) => number[],
): Raster {
  const data = new Uint8Array(width * height * channels);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) data.set(at(x, y), (y * width + x) * channels);
  return { width, height, channels, space: channels < 3 ? 'grey' : 'rgb', data };
}

describe('fitInside', () => {
  it.each([
    [{ maxWidth: 500 }, [500, 250]],
    [{ maxHeight: 100 }, [200, 100]],
    [{ maxWidth: 500, maxHeight: 100 }, [200, 100]],
    [{ maxSide: 10 }, [10, 5]],
    [{ maxWidth: 1000, maxHeight: 4000, maxSide: 2000 }, [1000, 500]],
    [{ maxWidth: 1 }, [1, 1]],
    [{}, [1000, 500]],
  ])('keeps the shape within %j', (bounds, [width, height]) => {
    expect(fitInside({ width: 1000, height: 500 }, bounds)).toEqual({ width, height });
  });
});

describe('scaleRaster', () => {
  it('mixes black and white in linear light', () => {
    const stripes = rasterOf(400, 400, 1, (x) => [x % 2 === 0 ? 0 : 255]);
    const { data } = scaleRaster(stripes, { width: 100, height: 100 });
    // Half the light is sample 188; half the sample, 128, would be a fifth of it.
    for (const sample of data.slice(4000, 4100).slice(5, -5))
      expect(Math.abs(sample - 188)).toBeLessThanOrEqual(2);
  });

  it('leaves an even colour as it is', () => {
    const even = rasterOf(97, 61, 3, () => [12, 130, 250]);
    const { data, ...size } = scaleRaster(even, { width: 31, height: 20 });
    expect(size).toMatchObject({ width: 31, height: 20, channels: 3 });
    for (let i = 0; i < data.length; i += 3) expect([...data.slice(i, i + 3)]).toEqual([12, 130, 250]);
  });

  it('lets no colour out of transparent pixels', () => {
    const half = rasterOf(64, 64, 4, (x) => (x < 32 ? [255, 0, 0, 255] : [0, 255, 0, 0]));
    const { data } = scaleRaster(half, { width: 16, height: 16 });
    for (let i = 0; i < data.length; i += 4) {
      if (data[i + 3] === 0) expect([...data.slice(i, i + 3)]).toEqual([0, 0, 0]);
      else expect([data[i], data[i + 1], data[i + 2]]).toEqual([255, 0, 0]);
    }
  });

  it('moves nothing: a centred disc stays centred', () => {
    const disc = rasterOf(300, 300, 1, (x, y) => [Math.hypot(x - 149.5, y - 149.5) < 60 ? 255 : 0]);
    const { data } = scaleRaster(disc, { width: 77, height: 77 });
    let [sum, mass] = [0, 0];
    data.forEach((value, i) => {
      sum += (i % 77) * value;
      mass += value;
    });
    expect(sum / mass).toBeCloseTo(38, 1);
  });
});

describe('turnUpright', () => {
  const letters = rasterOf(3, 2, 1, (x, y) => [y * 3 + x]);

  it.each([
    [1, [3, 2], [0, 1, 2, 3, 4, 5]],
    [2, [3, 2], [2, 1, 0, 5, 4, 3]],
    [3, [3, 2], [5, 4, 3, 2, 1, 0]],
    [4, [3, 2], [3, 4, 5, 0, 1, 2]],
    [5, [2, 3], [0, 3, 1, 4, 2, 5]],
    [6, [2, 3], [3, 0, 4, 1, 5, 2]],
    [7, [2, 3], [5, 2, 4, 1, 3, 0]],
    [8, [2, 3], [2, 5, 1, 4, 0, 3]],
  ])('shows orientation %i upright', (orientation, size, samples) => {
    const { width, height, data } = turnUpright(letters, orientation);
    expect([[width, height], [...data]]).toEqual([size, samples]);
  });
});
