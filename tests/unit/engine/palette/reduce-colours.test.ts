import { describe, expect, it } from 'vitest';
import { rasterOf, renderPlain } from '#engine/palette/indexed-picture.ts';
import { reduceColours } from '#engine/palette/reduce-colours.ts';
import { areaScore } from '#engine/perceptual/area-score.ts';
import { visualScore } from '#engine/perceptual/visual-score.ts';
import type { Raster } from '#engine/raster.ts';
import { photoLike, userInterface } from '#tests/fixtures/pictures/generated-pictures.ts';
import { engineContext } from '#tests/support/engine-context.ts';
import { codecs } from '#tests/support/engine-run.ts';

const context = engineContext({ codecs });

function reduce(raster: Raster, floor: number, given: { effort?: 'fast'; usefulBytes?: number } = {}) {
  const request = { floor, orientation: 1, reference: raster, render: renderPlain, ...given };
  return reduceColours(raster, request, context);
}

describe('reduceColours', () => {
  it.each([
    ['a screen', userInterface(160, 120)],
    ['a photo', photoLike(120, 90)],
  ])('reduces %s to the floor, as it measures itself', async (_, raster) => {
    const reduced = await reduce(raster, 75);
    expect(reduced!.score).toBeGreaterThanOrEqual(75);
    const shown = rasterOf(reduced!.picture);
    const measured = Math.min(visualScore(raster, shown), areaScore(raster, shown));
    expect(measured).toBeCloseTo(reduced!.score, 5);
    expect(reduced!.picture.indexes).toHaveLength(raster.width * raster.height);
  });

  it('finds nothing where 256 colours miss the floor', async () => {
    expect(await reduce(photoLike(120, 90), 99.9)).toBeNull();
  });

  it('gives up where the result would be of no use', async () => {
    expect(await reduce(userInterface(160, 120), 71, { usefulBytes: 10 })).toBeNull();
  });

  it('reaches the floor with fast effort too', async () => {
    const reduced = await reduce(userInterface(160, 120), 71, { effort: 'fast' });
    expect(reduced!.score).toBeGreaterThanOrEqual(71);
  });
});
