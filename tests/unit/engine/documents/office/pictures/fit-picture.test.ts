import { describe, expect, it } from 'vitest';
import { UNKNOWN_USE } from '#engine/documents/office/drawing/picture-use.ts';
import { fitDeckPicture } from '#engine/documents/office/pictures/fit-picture.ts';
import { presetQuality } from '#engine/documents/office/pictures/picture-quality.ts';
import { packedLength } from '#engine/documents/office/pictures/new-picture.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';
import { profile } from '#tests/fixtures/pictures/icc-profiles.ts';
import { flatPage } from '#tests/fixtures/pictures/flat-page.ts';
import { pictureWithProfile } from '#tests/fixtures/pictures/with-profile.ts';
import { engineContext } from '#tests/support/engine-context.ts';
import { codecs } from '#tests/support/engine-run.ts';
import { areaScore, visualScore } from '#tests/support/visual-score.ts';

const { image } = codecs;

async function fit(bytes: Uint8Array, mostBytes: number) {
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
    ['a JPEG', 1_550],
    ['rounded samples', 60_000],
  ])('counts flat colours that moved in %s, which a meter of structure passes', async (_, mostBytes) => {
    const page = flatPage([235, 225, 230]);
    const fitted = await fit(await image.encodePng(page), mostBytes);
    expect(await packedLength(fitted!.bytes, codecs.deflate)).toBeLessThanOrEqual(mostBytes);
    const [structure, areas] = [visualScore(page, fitted!.shown), areaScore(page, fitted!.shown)];
    expect(areas).toBeLessThan(structure);
    expect(fitted!.score).toBeCloseTo(areas, 5);
  });

  it('keeps of a profile what shows the picture, and counts it as the package packs it', async () => {
    const table = Uint8Array.from({ length: 30_000 }, (_, at) => (at >> 4) & 0xff);
    const icc = profile('prtr', 'RGB ', 'Lab ', [
      ['A2B0', table],
      ['B2A0', new Uint8Array(140_000)],
    ]);
    const mostBytes = 5_500;
    const fitted = await fit(await pictureWithProfile('jpeg', photoLike(160, 120), icc), mostBytes);
    const { length } = fitted!.bytes;
    expect(length).toBeGreaterThan(table.length);
    expect(length).toBeLessThan(table.length + mostBytes);
    const packed = await packedLength(fitted!.bytes, codecs.deflate);
    expect(packed).toBeLessThanOrEqual(mostBytes);
    expect(packed).toBeGreaterThan(0.85 * mostBytes);
  });
});
