import { describe, expect, it } from 'vitest';
import { UNKNOWN_USE } from '#engine/documents/office/drawing/picture-use.ts';
import { fitDeckPicture } from '#engine/documents/office/pictures/fit-picture.ts';
import { presetQuality } from '#engine/documents/office/pictures/picture-quality.ts';
import type { Raster } from '#engine/base/raster.ts';
import { flatPage } from '#tests/fixtures/pictures/flat-page.ts';
import { engineContext } from '#tests/support/engine-context.ts';
import { codecs } from '#tests/support/engine-run.ts';
import { areaScore, visualScore } from '#tests/support/visual-score.ts';

const { image } = codecs;

async function fit(picture: Raster, mostBytes: number) {
  const bytes = await image.encodePng(picture);
  const task = {
    bytes,
    bytesToBeat: bytes.length,
    enoughBytes: 0,
    use: UNKNOWN_USE,
    quality: presetQuality({ preset: 'balanced' }),
    context: engineContext({ codecs }),
  };
  const present = { bytes: new Uint8Array(100), format: 'jpeg', score: 50, isResized: false } as const;
  const fitted = await fitDeckPicture(task, present, { mostBytes, leastBytes: 100, leastScore: -Infinity });
  return fitted && { ...fitted, shown: await image.decode(fitted.bytes) };
}

describe('fitDeckPicture', () => {
  it.each([
    ['a JPEG', 1_800],
    ['rounded samples', 60_000],
  ])('counts flat colours that moved in %s, which a meter of structure passes', async (_, mostBytes) => {
    const page = flatPage([235, 225, 230]);
    const fitted = await fit(page, mostBytes);
    expect(fitted!.bytes.length).toBeLessThanOrEqual(mostBytes);
    const [structure, areas] = [visualScore(page, fitted!.shown), areaScore(page, fitted!.shown)];
    expect(areas).toBeLessThan(structure);
    expect(fitted!.score).toBeCloseTo(areas, 5);
  });
});
