import { describe, expect, it } from 'vitest';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { sampleTiles, type Tile } from '#engine/quality/metrics/ssimulacra2/sample-tiles.ts';
import type { Raster } from '#engine/base/raster.ts';
import { probeOf } from '#engine/search/quality/mosaic.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';

const { image } = createNativeCodecs();

describe('probeOf', () => {
  it('answers small pictures as they are', () => {
    const picture = photoLike(700, 500);
    const probe = probeOf(picture, sampleTiles(700, 500));
    expect(probe.isWhole).toBe(true);
    expect(probe.raster).toBe(picture);
  });

  it.each([
    [1437, 911],
    [511, 2600],
    [3000, 430],
  ])('holds the spot tiles of a picture of %i x %i px, coded as in the whole', async (width, height) => {
    const picture = photoLike(width, height);
    const sampling = sampleTiles(width, height);
    const probe = probeOf(picture, sampling);
    expect(probe.raster.width * probe.raster.height).toBeLessThan(width * height);

    const recoded = async (raster: Raster) =>
      image.decode(await image.encodeJpeg(raster, { quality: 60, chroma: '4:2:0' }));
    const [whole, mosaic] = [await recoded(picture), await recoded(probe.raster)];
    probe.sampling.spots.forEach((inMosaic, index) => {
      const inWhole = {
        ...sampling.spots[index]!,
        width: inMosaic.width,
        height: inMosaic.height,
      };
      expect(meanDifference(samples(probe.raster, inMosaic), samples(picture, inWhole))).toBe(0);
      // Where blocks are cut differently this is above 1.
      expect(meanDifference(samples(mosaic, inMosaic), samples(whole, inWhole))).toBeLessThan(0.3);
    });
  });
});

function samples(raster: Raster, { x, y, width, height }: Tile): Uint8Array {
  const rows = Array.from({ length: height }, (_, row) => {
    const from = ((y + row) * raster.width + x) * raster.channels;
    return raster.data.subarray(from, from + width * raster.channels);
  });
  return Uint8Array.from(Buffer.concat(rows));
}

function meanDifference(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((sum, value, index) => sum + Math.abs(value - b[index]!), 0) / a.length;
}
