import { expect, it } from 'vitest';
import type { Raster } from '#engine/base/raster.ts';
import { mosaicOf } from '#engine/documents/pdf/scans/mosaic.ts';

const plain = (width: number, height: number, sample: number): Raster => ({
  ...{ width, height, channels: 1, space: 'grey' },
  data: new Uint8Array(width * height).fill(sample),
});

it('is the picture where there is one', () => {
  const picture = plain(30, 20, 7);
  expect(mosaicOf([picture])).toEqual(picture);
});

it('has all pictures on shelves, and nothing else', () => {
  const mosaic = mosaicOf([plain(10, 5, 1), plain(8, 20, 2), plain(9, 18, 3), plain(12, 4, 4)]);
  expect(mosaic.data).toHaveLength(mosaic.width * mosaic.height);
  const counts = new Map<number, number>();
  for (const sample of mosaic.data) counts.set(sample, (counts.get(sample) ?? 0) + 1);
  expect([...counts.keys()].sort()).toEqual([1, 2, 3, 4]);
  for (const [sample, least] of [[1, 50], [2, 160], [3, 162], [4, 48]]) expect(counts.get(sample!)).toBeGreaterThanOrEqual(least!); // prettier-ignore
  expect(mosaic.width * mosaic.height).toBeLessThan(1.6 * (50 + 160 + 162 + 48));
});
