import { describe, expect, it } from 'vitest';
import { MAX_WEBP_SIDE } from '#engine/codecs/ports/image-codec.ts';
import { findPhoto } from '#engine/formats/png/still/photo-hint.ts';
import type { Raster } from '#engine/base/raster.ts';
import { randomNumbers } from '#tests/fixtures/pictures/generated-pictures.ts';
import { codecs, run } from '#tests/support/engine-run.ts';
import { visualScore } from '#tests/support/visual-score.ts';

const { image } = codecs;

/** A photograph's colours with grain, however thin. */
function strip(width: number, height: number): Raster {
  const random = randomNumbers(3);
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const means = [
      125 + 85 * Math.sin(x / 37),
      100 + 70 * Math.cos((x + y) / 29),
      90 + 80 * Math.sin(y / 23),
    ];
    means.forEach((mean, c) => (data[3 * i + c] = mean + 16 * random()));
  }
  return { width, height, channels: 3, space: 'rgb', data };
}

describe('thin pictures', () => {
  it.each([
    [MAX_WEBP_SIDE + 600, 4],
    [2, MAX_WEBP_SIDE + 600],
  ])('are compressed as PNG at %i x %i px, too long for a WebP', async (width, height) => {
    const picture = strip(width, height);
    const source = await image.encodePng(picture);
    const { bytes, report } = await run(source);
    expect(bytes.length).toBeLessThan(source.length);
    expect(report.hints).toEqual([]);
    expect(await image.probe(bytes)).toMatchObject({ format: 'png', width, height });
  });

  it('get no advice to become a WebP that cannot be', () => {
    expect(findPhoto(strip(MAX_WEBP_SIDE, 2))).not.toBeNull();
    expect(findPhoto(strip(MAX_WEBP_SIDE + 1, 2))).toBeNull();
  });

  it.each([
    [3000, 1],
    [1, 3000],
    [2000, 5],
  ])('show a loss in their score at %i x %i px', async (width, height) => {
    const picture = strip(width, height);
    const ruined = await image.decode(await image.encodeWebp(picture, { quality: 1 }));
    const fine = await image.decode(await image.encodeWebp(picture, { quality: 95 }));
    expect(visualScore(picture, picture)).toBeCloseTo(100, 5);
    expect(visualScore(picture, ruined)).toBeLessThan(60);
    expect(visualScore(picture, fine)).toBeGreaterThan(visualScore(picture, ruined) + 10);
  });

  it.each(['jpeg', 'webp'] as const)('keep their looks as %s', async (kind) => {
    const picture = strip(3000, 1);
    const source =
      kind === 'jpeg'
        ? await image.encodeJpeg(picture, { quality: 97, chroma: '4:4:4' })
        : await image.encodeWebp(picture, { quality: 97 });
    const { data: before } = await image.decode(source);
    const { data: after } = await image.decode((await run(source, { preset: 'high' })).bytes);
    const error = before.reduce((sum, value, i) => sum + Math.abs(value - after[i]!), 0) / before.length;
    expect(error).toBeLessThan(4);
  });
});
