import { describe, expect, it } from 'vitest';
import { mirrored, uprightMirroring } from '#engine/base/mirror-raster.ts';
import type { Raster } from '#engine/base/raster.ts';

const grey = (width: number, ...data: number[]): Raster => ({
  width,
  height: data.length / width,
  channels: 1,
  space: 'grey',
  data: Uint8Array.from(data),
});

describe('mirrored', () => {
  it.each([
    [{ columns: true, rows: false }, [3, 2, 1, 6, 5, 4]],
    [{ columns: false, rows: true }, [4, 5, 6, 1, 2, 3]],
    [{ columns: true, rows: true }, [6, 5, 4, 3, 2, 1]],
    [{ columns: false, rows: false }, [1, 2, 3, 4, 5, 6]],
  ])('turns %o', (mirroring, samples) => {
    expect([...mirrored(grey(3, 1, 2, 3, 4, 5, 6), mirroring)]).toEqual(samples);
  });

  it('keeps the samples of a pixel in their order', () => {
    const rgb: Raster = {
      ...grey(2, 1, 2),
      channels: 3,
      space: 'rgb',
      data: Uint8Array.of(1, 2, 3, 4, 5, 6),
    };
    expect([...mirrored(rgb, { columns: true, rows: false })]).toEqual([4, 5, 6, 1, 2, 3]);
  });
});

describe('uprightMirroring', () => {
  const picture = grey(3, 9, 1, 0, 2, 0, 0);

  it('makes one picture of all its mirror images', () => {
    for (const columns of [false, true])
      for (const rows of [false, true]) {
        const image = { ...picture, data: mirrored(picture, { columns, rows }) };
        expect(mirrored(image, uprightMirroring(image))).toEqual(picture.data);
      }
  });

  it('leaves one alone that is as light on all sides', () => {
    expect(uprightMirroring(grey(2, 5, 5, 5, 5))).toEqual({ columns: false, rows: false });
  });

  it('does not count what is transparent', () => {
    const data = Uint8Array.of(10, 255, 200, 0);
    expect(uprightMirroring({ width: 2, height: 1, channels: 2, space: 'grey', data }).columns).toBe(false);
  });
});
