import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readChunks, readHeader, writeChunks, type Chunk } from '#engine/containers/png/chunks.ts';
import { orientationExif } from '#engine/metadata/exif.ts';
import {
  asGrey,
  gradients,
  photoLike,
  randomNumbers,
  userInterface,
  withSoftAlpha,
} from '#tests/fixtures/pictures/generated-pictures.ts';
import { animatedPng, sixteenBitPng } from '#tests/fixtures/pictures/png-files.ts';
import { codecs, codesOf, run } from '#tests/support/engine-run.ts';

const { image } = codecs;

/** A photograph of 16 bits a sample, which no packing makes small. */
function finePhoto(width: number, height: number): Promise<Uint8Array> {
  const random = randomNumbers(5);
  const samples = Uint16Array.from(photoLike(width, height).data, (sample) => 256 * sample + 256 * random());
  return sharp(samples, { raw: { width, height, channels: 3 } })
    .toColourspace('rgb16')
    .png()
    .toBuffer();
}

describe('compressPng', () => {
  it.each([
    ['a photo', photoLike(160, 120)],
    ['a screen', userInterface(240, 180)],
    ['a gradient', gradients(160, 120)],
    ['soft alpha', withSoftAlpha(photoLike(120, 100))],
  ])('reduces %s above the floor and keeps its transparency', async (_, picture) => {
    const source = await image.encodePng(picture);
    const { bytes, report } = await run(source);
    expect(bytes.length).toBeLessThan(0.7 * source.length);
    if (report.score !== null) expect(report.score).toBeGreaterThanOrEqual(70.5);
    expect((await image.probe(bytes)).hasAlpha).toBe(picture.channels === 4);
  });

  it.each([
    ['a screen', userInterface(320, 240)],
    ['soft alpha', withSoftAlpha(photoLike(109, 96))],
    ['grey', asGrey(photoLike(120, 90))],
  ])('takes no more of %s at a third pass than at the second', async (_, picture) => {
    const first = await run(await image.encodePng(picture));
    const second = await run(first.bytes);
    const third = await run(second.bytes);
    expect([second.report.score, third.report.score]).toEqual([null, null]);
    expect(third.bytes.length).toBe(second.bytes.length);
  });

  it('says what a photo would take as a WebP, and nothing of the kind of a screen', async () => {
    const photo = await run(await image.encodePng(photoLike(480, 320, 2)), { preset: 'lossless' });
    const [hint] = photo.report.hints;
    expect(hint?.code).toBe('photo-as-webp');
    expect(hint?.bytes).toBeGreaterThan(0);
    expect(hint?.bytes).toBeLessThan(0.8 * photo.bytes.length);
    const screen = await run(await image.encodePng(userInterface(320, 240)));
    expect(screen.report.hints).toEqual([]);
  });

  it.each(['acTL', 'fdAT'])('packs a still with a lost %s chunk, as viewers pass over it', async (type) => {
    const [head, ...rest] = readChunks(await image.encodePng(userInterface(64, 48)));
    const lost = { type, data: new Uint8Array(32) };
    const { bytes } = await run(writeChunks([head!, lost, ...rest]), { preset: 'lossless' });
    expect(readChunks(bytes).map((chunk) => chunk.type)).not.toContain(type);
  });

  it('reduces an icon that no palette shows with the caution for icons', async () => {
    const random = randomNumbers(3);
    const data = new Uint8Array(72 * 72 * 3);
    for (let at = 0, light = 0; at < data.length; at++) {
      if (at % 3 === 0) light = 60 + 90 * random();
      data[at] = light + 19 * random();
    }
    const source = await image.encodePng({ width: 72, height: 72, channels: 3, space: 'rgb', data });
    const { bytes, report } = await run(source);
    expect(report.score).toBeGreaterThanOrEqual(70.5);
    expect(report.score).toBeLessThan(81);
    expect(bytes.length).toBeLessThan(0.6 * source.length);
  });

  it('leaves no mark in a picture whose palette is exact', async () => {
    const data = Uint8Array.from({ length: 60 * 60 * 3 }, (_, i) => ((i % 180) % 21 < 9 ? 200 : 30));
    const source = await image.encodePng({ width: 60, height: 60, channels: 3, space: 'rgb', data });
    const { bytes } = await run(source);
    expect(bytes.length).toBeLessThan(0.9 * source.length);
    expect((await image.decode(bytes)).data).toEqual((await image.decode(source)).data);
    expect(readChunks(bytes).map(({ type }) => type)).not.toContain('tEXt');
  });

  it('stores grey as grey where the profile that goes was that of sRGB', async () => {
    const grey = asGrey(photoLike(24, 24));
    const source = await sharp(grey.data, { raw: { width: 24, height: 24, channels: 1 } })
      .toColourspace('srgb')
      .withIccProfile('srgb')
      .png()
      .toBuffer();
    expect(readHeader(readChunks(source)).colourType).toBe(2);
    const { bytes } = await run(source, { preset: 'lossless' });
    expect(readHeader(readChunks(bytes)).colourType).toBe(0);
    expect((await image.decode(bytes)).data).toEqual(grey.data);
  });

  it('keeps every sample with the lossless preset', async () => {
    const picture = photoLike(160, 120);
    const source = await image.encodePng(picture);
    const { bytes } = await run(source, { preset: 'lossless' });
    expect(bytes.length).toBeLessThan(source.length);
    expect((await image.decode(bytes)).data).toEqual(picture.data);
  });

  it.each([
    ['a screen', userInterface(320, 240)],
    ['a photo', photoLike(320, 240)],
    ['grey with noise', asGrey(photoLike(400, 500, 2))],
  ])('shrinks %s by less than half a percent the second time', async (_, picture) => {
    const first = await run(await image.encodePng(picture));
    const second = await run(first.bytes);
    expect(second.bytes.length).toBeGreaterThan(0.995 * first.bytes.length);
  });

  it('fits a target size, and says what the smallest is when it cannot', async () => {
    const source = await image.encodePng(photoLike(160, 120));
    const fitting = await run(source, { targetBytes: 8000 });
    expect(fitting.bytes.length).toBeLessThanOrEqual(8000);
    expect(fitting.report.target).toEqual({ bytes: 8000, met: true });
    const missed = await run(source, { targetBytes: 200 });
    expect(missed.report.target).toEqual({ bytes: 200, met: false, smallestBytes: missed.bytes.length });
  });

  it('keeps frames, delays and loop of an animation', async () => {
    const source = await animatedPng();
    const result = await run(source);
    const control = (chunks: readonly Chunk[]) =>
      chunks.filter(({ type }) => type === 'acTL' || type === 'fcTL');
    expect(control(readChunks(result.bytes))).toEqual(control(readChunks(source)));
    expect(result.bytes.length).toBeLessThan(source.length);
    expect(result.report.kept).toContainEqual(expect.objectContaining({ feature: 'animation', count: 3 }));
  });

  it('keeps 16 bits with the presets high and lossless, and 8 bits are said otherwise', async () => {
    const source = await sixteenBitPng();
    const high = await run(source, { preset: 'high' });
    expect(readHeader(readChunks(high.bytes)).depth).toBe(16);
    expect(await image.decode16(high.bytes)).toEqual(await image.decode16(source));
    expect(codesOf(await run(await finePhoto(240, 200)))).toContain('16-bit-to-8-bit');
  });

  it('drops text and foreign chunks, keeps density and orientation', async () => {
    const [head, ...rest] = readChunks(await image.encodePng(userInterface(200, 120)));
    const density = Uint8Array.of(0, 0, 0x2e, 0x23, 0, 0, 0x2e, 0x23, 1);
    const exif = Uint8Array.from([
      0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0,
    ]);
    const secret = new TextEncoder().encode('Comment\0a person');
    const added = [
      { type: 'pHYs', data: density },
      { type: 'eXIf', data: exif },
      { type: 'tEXt', data: secret },
    ];
    const { bytes } = await run(
      writeChunks([head!, ...added, ...rest.filter(({ type }) => type !== 'pHYs')]),
    );
    const chunks = readChunks(bytes);
    expect(chunks.find(({ type }) => type === 'pHYs')?.data).toEqual(density);
    expect((await image.probe(bytes)).orientation).toBe(6);
    expect(new TextDecoder('latin1').decode(bytes)).not.toContain('a person');
  });
});

it('leaves an orientation where it stood: after the samples browsers do not follow it', async () => {
  const chunks = readChunks(await image.encodePng(photoLike(120, 90)));
  const exif = { type: 'eXIf', data: orientationExif(6) };
  const late = await run(writeChunks([...chunks.slice(0, -1), exif, ...chunks.slice(-1)]));
  const types = readChunks(late.bytes).map(({ type }) => type);
  expect(types.indexOf('eXIf')).toBeGreaterThan(types.indexOf('IDAT'));
  const early = await run(writeChunks([chunks[0]!, exif, ...chunks.slice(1)]));
  const before = readChunks(early.bytes).map(({ type }) => type);
  expect(before.indexOf('eXIf')).toBeLessThan(before.indexOf('IDAT'));
});

it('gives the same bytes every time, also when three run at once', async () => {
  const source = await image.encodePng(userInterface(200, 150));
  const results = await Promise.all([run(source), run(source), run(source)]);
  for (const { bytes } of results) expect(bytes).toEqual(results[0].bytes);
});
