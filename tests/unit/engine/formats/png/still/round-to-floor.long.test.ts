import { describe, expect, it } from 'vitest';
import { readChunks, writeChunks, type Chunk } from '#engine/containers/png/chunks.ts';
import { compressPng } from '#engine/formats/png/compress-png.ts';
import type { Raster } from '#engine/base/raster.ts';
import { randomNumbers } from '#tests/fixtures/pictures/generated-pictures.ts';
import { gammaChunk, withChunks } from '#tests/fixtures/pictures/png-chunks.ts';
import { RGB_PROFILES } from '#tests/fixtures/pictures/rgb-profiles.ts';
import { pictureWithProfile } from '#tests/fixtures/pictures/with-profile.ts';
import { engineContext } from '#tests/support/engine-context.ts';
import { codecs } from '#tests/support/engine-run.ts';
import { visualScore } from '#tests/support/visual-score.ts';

const { image } = codecs;

/** Colours of all hues beside each other, with grain: more than 256 of them show. */
function manyHues(width: number, height: number, channels: 3 | 4 = 3): Raster {
  const random = randomNumbers(11);
  const data = new Uint8Array(width * height * channels);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [(i % width) / width, Math.floor(i / width) / height];
    const grain = 10 * random();
    const hues = [245 * x, 245 * y, 122 + 122 * Math.sin(9 * (x + 2 * y))];
    hues.forEach((hue, c) => (data[i * channels + c] = hue + grain));
    if (channels === 4) data[i * channels + 3] = 55 + 200 * x;
  }
  return { width, height, channels, space: 'rgb', data };
}

function greyWithAlpha(width: number, height: number): Raster {
  const random = randomNumbers(5);
  const data = new Uint8Array(width * height * 2);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    data[2 * i] = 128 + 80 * Math.sin(x / 17) + 30 * Math.cos(y / 9) + 8 * random();
    data[2 * i + 1] = Math.min(255, 2 * x);
  }
  return { width, height, channels: 2, space: 'grey', data };
}

function densityChunk(pixelsAMetre: number): Chunk {
  const data = new Uint8Array(9);
  const view = new DataView(data.buffer);
  for (const at of [0, 4]) view.setUint32(at, pixelsAMetre);
  data[8] = 1; // metres
  return { type: 'pHYs', data };
}

async function roundHues() {
  const picture = manyHues(240, 200);
  const source = await image.encodePng(picture);
  return { picture, source, result: await compressPng(source, engineContext({ codecs })) };
}

let rounded: ReturnType<typeof roundHues> | undefined;
/** For all tests that ask of one picture. */
const roundedHues = () => (rounded ??= roundHues());

const codesOf = (changes: readonly { readonly code: string }[]) => changes.map(({ code }) => code);

describe('compressPng', () => {
  it('rounds the samples of a picture that no palette shows well enough', async () => {
    const { picture, source, result } = await roundedHues();
    const exact = await compressPng(source, engineContext({ codecs, preset: 'lossless' }));
    expect(codesOf(result.changes)).toContain('samples-rounded');
    expect(result.bytes.length).toBeLessThan(0.9 * exact.bytes.length);
    expect(result.score).toBeGreaterThanOrEqual(71);
    expect(visualScore(picture, await image.decode(result.bytes))).toBeCloseTo(result.score!, 5);
  });

  it.each([0, 5905])(
    'gives a rounded picture the density of its source, of %i pixels a metre, and no other',
    async (density) => {
      const chunks = readChunks(await image.encodePng(manyHues(240, 200))).filter(
        ({ type }) => type !== 'pHYs',
      );
      const own = density > 0 ? [densityChunk(density)] : [];
      const result = await compressPng(
        writeChunks([chunks[0]!, ...own, ...chunks.slice(1)]),
        engineContext({ codecs }),
      );
      expect(codesOf(result.changes)).toContain('samples-rounded');
      expect(readChunks(result.bytes).filter(({ type }) => type === 'pHYs')).toEqual(own);
    },
  );

  it.each(['Display P3', 'Adobe RGB', 'ProPhoto'] as const)('rounds a picture under %s too', async (name) => {
    const { picture, result: plain } = await roundedHues();
    const icc = RGB_PROFILES[name];
    const source = await pictureWithProfile('png', picture, icc);
    const result = await compressPng(source, engineContext({ codecs }));
    expect(codesOf(result.changes)).toContain('samples-rounded');
    expect(result.bytes.length - icc.length).toBeLessThan(1.15 * plain.bytes.length);
    expect((await image.probe(result.bytes)).icc).toEqual(icc);
    const [before, after] = await Promise.all(
      [source, result.bytes].map((png) => image.decode(png, { colour: 'srgb' })),
    );
    expect(visualScore(before!, after!)).toBeGreaterThanOrEqual(71);
  });

  it('rounds no samples of linear light, whose dark levels are shown far apart', async () => {
    const source = withChunks(await image.encodePng(manyHues(160, 140)), [gammaChunk(1)]);
    const result = await compressPng(source, engineContext({ codecs }));
    expect(codesOf(result.changes)).not.toContain('samples-rounded');
  });

  it('gives grey with alpha no more bytes for a coarser preset', async () => {
    const source = await image.encodePng(greyWithAlpha(160, 120));
    const sizes: number[] = [];
    for (const preset of ['small', 'balanced', 'high', 'lossless'] as const)
      sizes.push((await compressPng(source, engineContext({ codecs, preset }))).bytes.length);
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
  });

  it('leaves a rounded picture as it is the second time', async () => {
    const { bytes } = (await roundedHues()).result;
    const twice = await compressPng(bytes, engineContext({ codecs }));
    expect(codesOf(twice.skips)).toContain('already-compressed');
    expect(twice.bytes.length).toBeLessThanOrEqual(bytes.length);
  });

  it('keeps the structure and the transparency of an icon that it rounds', async () => {
    const picture = manyHues(120, 100, 4);
    const result = await compressPng(await image.encodePng(picture), engineContext({ codecs }));
    expect(codesOf(result.changes)).toContain('samples-rounded');
    expect(result.score).toBeGreaterThanOrEqual(80.5);
    const { data } = await image.decode(result.bytes);
    expect(data.every((sample, i) => i % 4 !== 3 || sample === picture.data[i])).toBe(true);
  });

  it.each(['high', 'lossless'] as const)('has nothing rounded below the floor of "%s"', async (preset) => {
    const result = await compressPng(
      await image.encodePng(manyHues(240, 200)),
      engineContext({ codecs, preset }),
    );
    expect(result.score ?? 100).toBeGreaterThanOrEqual(preset === 'high' ? 85 : 100);
  });

  it('rounds nothing of a document that may become a JPEG', async () => {
    const source = await image.encodePng(manyHues(240, 200));
    const result = await compressPng(source, engineContext({ codecs }), { embedded: true });
    expect(codesOf(result.changes)).not.toContain('samples-rounded');
  });
});
