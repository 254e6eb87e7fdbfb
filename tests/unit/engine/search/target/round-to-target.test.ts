import { describe, expect, it } from 'vitest';
import type { Raster } from '#engine/base/raster.ts';
import { roundToTarget } from '#engine/search/target/round-to-target.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';

const picture = photoLike(64, 48);
const LOSSLESS_BYTES = 6000;

/** Stores a picture in as many bytes as it has different levels: what rounding leaves of them. */
function fit(targetBytes: number) {
  const levels = (raster: Raster): number => new Set(raster.data).size;
  return roundToTarget(picture, {
    targetBytes,
    losslessBytes: LOSSLESS_BYTES,
    store: (raster) => Promise.resolve((LOSSLESS_BYTES * levels(raster)) / levels(picture)),
    sizeOf: (size) => size,
  });
}

describe('roundToTarget', () => {
  it.each([4000, 2500, 1200])('rounds no more than %i bytes ask for', async (targetBytes) => {
    const found = await fit(targetBytes);
    expect(found!.stored).toBeLessThanOrEqual(targetBytes);
    expect(found!.stored).toBeGreaterThanOrEqual(0.75 * targetBytes);
    expect(found!.step).toBeGreaterThan(1);
  });

  it('gives up where the coarsest step is not enough', async () => {
    expect(await fit(100)).toBeNull();
  });
});
