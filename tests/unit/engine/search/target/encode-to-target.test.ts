import { expect, it } from 'vitest';
import { WorkBudget } from '#engine/budget/work-budget.ts';
import type { Raster } from '#engine/base/raster.ts';
import type { LossyEncoder } from '#engine/search/still/still-encoder.ts';
import { encodeToTarget } from '#engine/search/target/encode-to-target.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';

/** Twenty bytes for each quality; those above 83 spoil more and more. */
function leaping(raster: Raster): LossyEncoder {
  const spoilt = (quality: number): Raster => {
    const most = quality > 83 ? 2 * (quality - 81) : 3;
    return { ...raster, data: raster.data.map((sample, i) => sample + (i % 7 < 3 ? most : -most)) };
  };
  const setting = {
    name: 'leaping',
    start: 60,
    max: 100,
    encode: (_picture: Raster, quality: number) =>
      Promise.resolve(new Uint8Array(20 * quality).fill(quality)),
  };
  return {
    raster,
    request: {
      decodeForDisplay: (bytes) => Promise.resolve(spoilt(bytes[0]!)),
      signal: new AbortController().signal,
      budget: new WorkBudget(Infinity),
    },
    settings: [setting],
    encodeToFloor: () => Promise.reject(new Error('Expected no search for a floor')),
    finish: (bare) => bare,
  };
}

it.each([
  ['a small picture the best of the last few', photoLike(80, 60), 83],
  ['a large one the largest', photoLike(1000, 500), 85],
])('takes of %s qualities that fit', async (_what, picture, quality) => {
  const lossy = leaping(picture);
  const found = await encodeToTarget(lossy, {
    smallest: { bytes: new Uint8Array(20 * 40), score: 20, quality: 40, setting: 'leaping' },
    targetBytes: 20 * 88,
    tooLarge: { bytes: new Uint8Array(20 * 95), score: 90 },
  });
  expect(found.bytes[0]).toBe(quality);
});

it('takes what the preset judged where that fits and looks better', async () => {
  const judged = [
    { bytes: new Uint8Array(20 * 80).fill(1), score: 89 },
    { bytes: new Uint8Array(20 * 89).fill(2), score: 89.5 },
  ];
  const smallest = { bytes: new Uint8Array(20 * 40), score: 20, quality: 40, setting: 'leaping' };
  const found = await encodeToTarget(leaping(photoLike(1000, 500)), {
    smallest,
    judged,
    targetBytes: 20 * 88,
    tooLarge: { bytes: new Uint8Array(20 * 95), score: 90 },
  });
  expect(found).toEqual(judged[0]);
});
