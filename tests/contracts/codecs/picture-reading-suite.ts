import { expect, it } from 'vitest';
import type { Codecs } from '#engine/codecs/ports/codecs.ts';
import type { ImageCodec, TakeBand } from '#engine/codecs/ports/image-codec.ts';
import { equalRasters } from '#engine/base/raster.ts';
import { grayGammaProfile, printerProfile } from '#tests/fixtures/pictures/icc-profiles.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';
import { plainPng } from '#tests/fixtures/pictures/plain-png.ts';
import { RGB_PROFILES } from '#tests/fixtures/pictures/rgb-profiles.ts';
import { exifWithOrientation, iccSegment, iccSegments, withSegment } from './jpeg-segments.ts';
import { flat, largestDifference, noisy, pixelsOf, ramp, SIZE } from './rasters.ts';

/** What an ImageCodec reads out of files: headers, samples, colours. */
export function describePictureReading(codecs: Codecs): void {
  describeProbing(codecs.image);
  describeDecoding(codecs);
}

function describeProbing(image: ImageCodec): void {
  it('reads headers', async () => {
    expect(await image.probe(await image.encodePng(ramp('rgb', 4)))).toMatchObject({
      format: 'png',
      ...SIZE,
      depth: 8,
      channels: 4,
      space: 'rgb',
      hasAlpha: true,
      frames: 1,
      orientation: 1,
      icc: null,
    });
    const jpeg = await image.encodeJpeg(noisy(), { quality: 80, chroma: '4:2:0' });
    expect(await image.probe(jpeg)).toMatchObject({
      format: 'jpeg',
      ...SIZE,
      channels: 3,
      isProgressive: true,
      chromaSubsampling: '4:2:0',
    });
    const webp = await image.encodeWebp(ramp('rgb', 3), { quality: 80 });
    expect(await image.probe(webp)).toMatchObject({ format: 'webp', ...SIZE, hasAlpha: false });
  });

  it('finds orientation and profile, and leaves the samples as they are stored', async () => {
    const plain = await image.encodeJpeg(ramp('grey', 1), { quality: 95, chroma: '4:4:4' });
    const turned = withSegment(plain, 0xe1, exifWithOrientation(6));
    expect(await image.probe(turned)).toMatchObject({ ...SIZE, orientation: 6 });
    expect(await image.decode(turned)).toEqual(await image.decode(plain));
    const tagged = withSegment(plain, 0xe2, iccSegment(grayGammaProfile()));
    expect((await image.probe(tagged)).icc).toEqual(grayGammaProfile());
  });

  it('refuses what is no picture', async () => {
    await expect(image.probe(new TextEncoder().encode('no picture at all'))).rejects.toMatchObject({
      code: 'damaged',
    });
  });
}

function describeDecoding({ image, deflate }: Codecs): void {
  it('hands over in bands what it decodes as a whole', async () => {
    const photo = photoLike(90, 300);
    const greyAlpha = await image.encodePng(ramp('grey', 2));
    const sources = [
      await image.encodeJpeg(photo, { quality: 80, chroma: '4:2:0' }),
      await image.encodeWebp(photo, { quality: 80 }),
      await image.encodePng(photo),
      await image.encodeJpeg(flat('cmyk', [0, 90, 0, 255]), { quality: 95, chroma: '4:4:4' }),
      greyAlpha,
    ];
    for (const source of sources)
      for (const colour of ['stored', 'srgb'] as const) {
        const whole = await image.decode(source, { colour });
        let next = 0;
        const data = new Uint8Array(whole.data.length);
        const take: TakeBand = (band, y) => {
          expect([y, y % 16]).toEqual([next, 0]);
          data.set(band.data, y * whole.width * whole.channels);
          expect({ ...whole, data: 0 }).toEqual({ ...band, height: whole.height, data: 0 });
          next += band.height;
        };
        await image.decodeBands(source, take, { colour });
        expect(next).toBe(whole.height);
        expect(equalRasters({ ...whole, data }, whole)).toBe(true);
      }
    const cut = sources[0]!.subarray(0, sources[0]!.length >> 1);
    await expect(image.decodeBands(cut, () => undefined)).rejects.toMatchObject({ code: 'damaged' });
  });

  it('converts by the embedded profile only when asked to', async () => {
    const grey = await image.encodeJpeg(flat('grey', [77]), { quality: 95, chroma: '4:4:4' });
    const tagged = withSegment(grey, 0xe2, iccSegment(grayGammaProfile()));
    expect(pixelsOf(await image.decode(tagged))).toEqual([77]);
    const converted = await image.decode(tagged, { colour: 'srgb' });
    expect(converted.space).toBe('grey');
    // 77 to the power of 1.8 in linear light is 95 or 96 in sRGB.
    expect(Math.abs(pixelsOf(converted)[0]! - 96)).toBeLessThan(3);
  });

  it('turns inks into RGB by their profile', async () => {
    const jpeg = await image.encodeJpeg(flat('cmyk', [0, 0, 0, 255]), { quality: 95, chroma: '4:4:4' });
    const tagged = withSegment(jpeg, 0xe2, ...iccSegments(printerProfile()));
    const shown = await image.decode(tagged, { colour: 'srgb' });
    expect(shown).toMatchObject({ space: 'rgb', channels: 3 });
    expect(Math.max(...pixelsOf(shown))).toBeLessThan(80);
    expect(await image.decode(tagged)).toMatchObject({ space: 'cmyk', channels: 4 });
  });

  it('decodes 16 bits as 8, and as they are', async () => {
    const rows = Uint8Array.from({ length: 4 * (1 + 3 * 2) }, (_, at) => (at % 7 === 0 ? 0 : at * 9));
    const ihdr = { width: 3, height: 4, depth: 16, colourType: 0 };
    const png = plainPng(ihdr, await deflate.deflate(rows, { format: 'zlib', level: 6 }));
    expect(await image.probe(png)).toMatchObject({ depth: 16, space: 'grey' });
    const deep = await image.decode16(png);
    expect(deep).toMatchObject({ width: 3, height: 4, channels: 1, space: 'grey' });
    expect([...deep.data.subarray(0, 3)]).toEqual([(9 << 8) | 18, (27 << 8) | 36, (45 << 8) | 54]);
    expect(pixelsOf(await image.decode(png), 3)).toEqual([9, 27, 45]);
  });

  it('converts 16 bits by a profile to what 8 bits become', async () => {
    const packed = await deflate.deflate(RGB_PROFILES['Adobe RGB'], { format: 'zlib', level: 6 });
    const shown = [8, 16].map(async (depth) => {
      const row = [192, 162, 126].flatMap((sample) => (depth === 16 ? [sample, sample] : [sample]));
      const rows = await deflate.deflate(Uint8Array.of(0, ...row), { format: 'zlib', level: 6 });
      const ihdr = { width: 1, height: 1, depth, colourType: 2 };
      const png = plainPng(ihdr, rows, [['iCCP', Uint8Array.of(0x70, 0, 0, ...packed)]]);
      return image.decode(png, { colour: 'srgb' });
    });
    // As LittleCMS converts it: 203.8, 163.5, 125.1.
    const wanted = { ...flat('rgb', [204, 163, 125]), width: 1, height: 1 };
    for (const raster of await Promise.all(shown)) expect(largestDifference(raster, wanted)).toBeLessThan(2);
  });

  it('widens 8 bits to 16 without a change of value', async () => {
    const wide = await image.decode16(await image.encodePng(flat('rgb', [1, 128, 255])));
    expect([...wide.data.subarray(0, 3)]).toEqual([257, 128 * 257, 65535]);
  });

  it.each(['jpeg', 'png', 'webp'] as const)('refuses a %s that is cut short', async (format) => {
    const encode = {
      jpeg: () => image.encodeJpeg(noisy(), { quality: 90, chroma: '4:2:0' }),
      png: () => image.encodePng(noisy()),
      webp: () => image.encodeWebp(noisy(), { quality: 90 }),
    }[format];
    const bytes = await encode();
    const half = bytes.subarray(0, bytes.length >> 1);
    await expect(image.decode(half)).rejects.toMatchObject({ code: 'damaged' });
    await expect(image.decode16(half)).rejects.toMatchObject({ code: 'damaged' });
  });

  it('refuses more than 100 megapixels before decoding', async () => {
    const packed = await deflate.deflate(new Uint8Array(100), { format: 'zlib', level: 6 });
    const png = plainPng({ width: 20_000, height: 6_000, depth: 8, colourType: 0 }, packed);
    await expect(image.decode(png)).rejects.toMatchObject({ code: 'too-large' });
  });
}
