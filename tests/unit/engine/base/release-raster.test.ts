import { expect, it } from 'vitest';
import { onRelease, releaseRaster } from '#engine/base/release-raster.ts';
import type { Raster } from '#engine/base/raster.ts';

const rasterOn = (buffer: ArrayBufferLike): Raster => ({
  width: 4,
  height: 1,
  channels: 1,
  space: 'grey',
  data: new Uint8Array(buffer, 0, 4),
});

it('frees a raster with a buffer of its own, and leaves one that shares its', () => {
  const [own, shared] = [rasterOn(new ArrayBuffer(4)), rasterOn(new ArrayBuffer(8))];
  releaseRaster(own);
  releaseRaster(shared);
  expect([own.data.length, shared.data.length]).toEqual([0, 4]);
});

it('gives lent samples back once', () => {
  const lent = rasterOn(new SharedArrayBuffer(8));
  let returned = 0;
  onRelease(lent.data, () => void returned++);
  releaseRaster(lent);
  releaseRaster(lent);
  expect(returned).toBe(1);
});
