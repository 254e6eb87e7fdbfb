import { describe, expect, it } from 'vitest';
import type { Codecs } from '#engine/codecs/codecs.ts';
import type { ImageCodec, TakeBand } from '#engine/codecs/image-codec.ts';
import { equalRasters } from '#engine/raster.ts';
import { grayGammaProfile, printerProfile } from '#tests/fixtures/pictures/icc-profiles.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';
import { plainPng } from '#tests/fixtures/pictures/plain-png.ts';
import { RGB_PROFILES } from '#tests/fixtures/pictures/rgb-profiles.ts';
import { animationOfStills } from '#tests/fixtures/pictures/webp-animation.ts';
import { flat, largestDifference, noisy, pixelsOf, ramp } from './rasters.ts';

const INKS = [200, 30, 90, 10] as const;
const LOSSLESS_WEBP = { quality: 50, lossless: true, effort: 0 } as const;
const SIZE = { width: 64, height: 48 };

/** What every ImageCodec promises. */
export function describeImageCodec(codecs: Codecs): void {
  const { image } = codecs;
  describe('pictures', () => {
    describeProbing(image);
    describeDecoding(codecs);
    describeAnimations(image);
    describeResizing(image);
    describeEncoding(image);
    describeRecoding(image);
  });
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

function describeAnimations(image: ImageCodec): void {
  const moving = async (): Promise<Uint8Array> =>
    animationOfStills(
      [
        await image.encodeWebp(flat('rgb', [200, 10, 10]), LOSSLESS_WEBP),
        await image.encodeWebp(flat('rgb', [10, 200, 10]), LOSSLESS_WEBP),
        await image.encodeWebp(flat('rgb', [10, 10, 200]), LOSSLESS_WEBP),
      ],
      SIZE,
      [40, 100, 1000],
    );

  it('counts frames, and decodes the one asked for', async () => {
    const webp = await moving();
    expect(await image.probe(webp)).toMatchObject({ ...SIZE, frames: 3 });
    expect(pixelsOf(await image.decode(webp))).toEqual([200, 10, 10]);
    const last = await image.decode(webp, { frame: 2 });
    expect(last).toMatchObject(SIZE);
    expect(pixelsOf(last)).toEqual([10, 10, 200]);
  });

  it('decodes all frames under each other', async () => {
    const all = await image.decodeFrames(await moving());
    expect(all).toMatchObject({ width: 64, height: 3 * 48 });
    const second = all.data.subarray(48 * 64 * all.channels);
    expect([...second.subarray(0, 3)]).toEqual([10, 200, 10]);
  });

  it('encodes animations anew with all their frames', async () => {
    const webp = await moving();
    const smaller = await image.recodeAnimation(webp, { format: 'webp', quality: 60, minSize: true });
    expect(await image.probe(smaller)).toMatchObject({ format: 'webp', ...SIZE, frames: 3 });
    await expect(
      image.recodeAnimation(webp.subarray(0, 100), { format: 'webp', quality: 60 }),
    ).rejects.toMatchObject({ code: 'damaged' });
  });
}

function describeResizing(image: ImageCodec): void {
  it.each([
    ['grey', [77]],
    ['grey', [77, 128]],
    ['rgb', [10, 200, 30]],
    ['rgb', [10, 200, 30, 128]],
    ['cmyk', [200, 40, 90, 0]],
  ] as const)('scales %s %j and keeps its channels', async (space, pixel) => {
    const scaled = await image.resize(flat(space, pixel), 16, 9);
    expect(scaled).toMatchObject({ width: 16, height: 9, space, channels: pixel.length });
    expect(scaled.data).toHaveLength(16 * 9 * pixel.length);
    pixelsOf(scaled).forEach((sample, i) => expect(Math.abs(sample - pixel[i]!)).toBeLessThan(3));
  });

  it('weights colours by their alpha', async () => {
    const edge = flat('rgb', [255, 0, 0, 255]);
    for (let at = 0; at < edge.data.length; at += 4)
      if ((at / 4) % 64 >= 32) edge.data.set([0, 255, 0, 0], at);
    const { data } = await image.resize(edge, 3, 3);
    expect(data[5]!).toBeLessThan(30);
  });

  it('scales up', async () => {
    expect(await image.resize(ramp('rgb', 3), 200, 100)).toMatchObject({ width: 200, height: 100 });
  });
}

function describeEncoding(image: ImageCodec): void {
  it.each([
    ['grey', 1],
    ['grey', 2],
    ['rgb', 3],
    ['rgb', 4],
  ] as const)('writes %s of %i channels as PNG without a change', async (space, channels) => {
    const source = ramp(space, channels);
    expect(await image.decode(await image.encodePng(source))).toEqual(source);
  });

  it('blames no file for samples that are not there, and says what a format cannot hold', async () => {
    const empty = { ...ramp('rgb', 3), data: new Uint8Array(0) };
    const ours = { name: 'CodecBreakdownError' };
    await expect(image.encodeJpeg(empty, { quality: 80, chroma: '4:2:0' })).rejects.toMatchObject(ours);
    await expect(image.encodeWebp(empty, { quality: 80 })).rejects.toMatchObject(ours);
    await expect(image.encodePng(empty)).rejects.toMatchObject(ours);
    await expect(image.quantizePng(empty, { quality: 80 })).rejects.toMatchObject(ours);
    await expect(image.resize(empty, 4, 4)).rejects.toMatchObject(ours);
    const line = {
      width: 65_501,
      height: 1,
      channels: 1,
      space: 'grey',
      data: new Uint8Array(65_501),
    } as const;
    const refused = { code: 'unsupported' };
    await expect(image.encodeJpeg(line, { quality: 80, chroma: '4:2:0' })).rejects.toMatchObject(refused);
    await expect(image.encodeWebp(line, { quality: 80 })).rejects.toMatchObject(refused);
    await expect(image.decode(new Uint8Array(0))).rejects.toMatchObject({ code: 'damaged' });
  });

  it('keeps inks through JPEG', async () => {
    const jpeg = await image.encodeJpeg(flat('cmyk', INKS), { quality: 92, chroma: '4:4:4' });
    expect(await image.probe(jpeg)).toMatchObject({ format: 'jpeg', space: 'cmyk', channels: 4 });
    const back = await image.decode(jpeg);
    expect(back).toMatchObject({ space: 'cmyk', channels: 4 });
    expect(largestDifference(back, flat('cmyk', INKS))).toBeLessThan(4);
  });

  it('keeps grey as one channel, and drops alpha, when writing JPEG', async () => {
    const grey = await image.encodeJpeg(flat('grey', [77]), { quality: 90, chroma: '4:2:0' });
    expect(await image.decode(grey)).toMatchObject({ space: 'grey', channels: 1 });
    const opaque = await image.encodeJpeg(flat('rgb', [10, 200, 30, 128]), { quality: 90, chroma: '4:4:4' });
    expect((await image.decode(opaque)).channels).toBe(3);
  });

  it('gives the samples of full effort at trial effort, in more bytes', async () => {
    const options = { quality: 70, chroma: '4:2:0' } as const;
    const full = await image.encodeJpeg(noisy(), options);
    const trial = await image.encodeJpeg(noisy(), { ...options, effort: 'trial' });
    expect(trial.length).toBeGreaterThanOrEqual(full.length);
    expect(await image.decode(trial)).toEqual(await image.decode(full));
  });

  it('has two quantization tables, and a scale of quality', async () => {
    const options = { quality: 70, chroma: '4:2:0' } as const;
    const klein = await image.encodeJpeg(noisy(), options);
    expect(await image.encodeJpeg(noisy(), { ...options, quantization: 'klein' })).toEqual(klein);
    expect(await image.encodeJpeg(noisy(), { ...options, quantization: 'ms-ssim' })).not.toEqual(klein);
    const better = await image.encodeJpeg(noisy(), { ...options, quality: 90 });
    expect(better.length).toBeGreaterThan(klein.length);
  });

  it('writes WebP lossy, nearly lossless and lossless', async () => {
    const source = ramp('rgb', 3);
    source.data.forEach((sample, at) => (source.data[at] = sample ^ (at % 5)));
    const exact = await image.encodeWebp(source, LOSSLESS_WEBP);
    expect(await image.decode(exact)).toEqual(source);
    const near = await image.encodeWebp(source, { quality: 40, nearLossless: true, effort: 0 });
    expect(largestDifference(await image.decode(near), source)).toBeLessThan(16);
    const lossy = await image.encodeWebp(source, { quality: 40 });
    expect(await image.decode(lossy)).not.toEqual(source);
  });

  it('keeps the colour under transparent samples when asked to', async () => {
    const hidden = flat('rgb', [90, 160, 220, 0]);
    const webp = await image.encodeWebp(hidden, { ...LOSSLESS_WEBP, exact: true });
    expect(await image.decode(webp)).toEqual(hidden);
  });

  it('gives the same bytes each time', async () => {
    const encoders = [
      () => image.encodeJpeg(noisy(), { quality: 80, chroma: '4:2:0' }),
      () => image.encodeWebp(noisy(), { quality: 80, smartSubsample: true }),
      () => image.encodePng(noisy()),
      () => image.quantizePng(noisy(), { quality: 100, colors: 16 }),
    ];
    for (const encode of encoders) expect(await encode()).toEqual(await encode());
  });
}

function describeRecoding(image: ImageCodec): void {
  it('transcodes a JPEG without changing a sample', async () => {
    const jpeg = await image.encodeJpeg(noisy(), { quality: 90, chroma: '4:2:0', effort: 'fast' });
    const recoded = await image.transcodeJpeg(withSegment(jpeg, 0xfe, new TextEncoder().encode('a comment')));
    expect(recoded.length).toBeLessThanOrEqual(jpeg.length);
    expect((await image.decode(recoded)).data).toEqual((await image.decode(jpeg)).data);
    await expect(image.transcodeJpeg(Uint8Array.of(0xff, 0xd8, 0xff))).rejects.toMatchObject({
      code: 'damaged',
    });
  });

  it.each(['quick', 'full'] as const)(
    'optimises a PNG without changing a sample at effort %s',
    async (effort) => {
      const source = ramp('rgb', 4);
      source.data.forEach((sample, at) => (source.data[at] = at % 4 === 3 ? 200 : sample ^ (at % 3)));
      const png = await image.encodePng(source);
      const smaller = await image.optimizePng(png, { keepChunks: false, effort });
      expect(smaller.length).toBeLessThanOrEqual(png.length);
      expect(largestDifference(await image.decode(smaller), await image.decode(png))).toBe(0);
      await expect(image.optimizePng(png.subarray(0, 60), { keepChunks: true })).rejects.toMatchObject({
        code: 'damaged',
      });
    },
  );

  it('keeps ancillary chunks when asked to', async () => {
    const png = withTextChunk(await image.encodePng(noisy()));
    const has = (bytes: Uint8Array): boolean => new TextDecoder('latin1').decode(bytes).includes('tEXt');
    expect(has(await image.optimizePng(png, { keepChunks: true, effort: 'quick' }))).toBe(true);
    expect(has(await image.optimizePng(png, { keepChunks: false, effort: 'quick' }))).toBe(false);
  });

  it('quantises to the number of colours asked for', async () => {
    const png = await image.quantizePng(noisy(), { quality: 90, colors: 16 });
    const { data } = await image.decode(png);
    const colours = new Set<number>();
    for (let i = 0; i < data.length; i += 3)
      colours.add((data[i]! << 16) | (data[i + 1]! << 8) | data[i + 2]!);
    expect(colours.size).toBeGreaterThan(2);
    expect(colours.size).toBeLessThanOrEqual(16);
  });
}

/** A JPEG with segments behind its start. */
function withSegment(jpeg: Uint8Array, marker: number, ...contents: readonly Uint8Array[]): Uint8Array {
  const segments = contents.flatMap((data) => {
    const length = data.length + 2;
    return [0xff, marker, length >> 8, length & 255, ...data];
  });
  return Uint8Array.from([...jpeg.subarray(0, 2), ...segments, ...jpeg.subarray(2)]);
}

/** An APP1 segment with IFD0 and its one tag, 0x0112. */
function exifWithOrientation(orientation: number): Uint8Array {
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0];
  return Uint8Array.from([...new TextEncoder().encode('Exif\0\0'), ...tiff, 0, 0, 0, 0]);
}

function iccSegment(profile: Uint8Array): Uint8Array {
  return iccSegments(profile)[0]!;
}

/** A profile in APP2 segments of at most 60 000 bytes (ICC.1, annex B.4). */
function iccSegments(profile: Uint8Array): Uint8Array[] {
  const count = Math.ceil(profile.length / 60_000);
  return Array.from({ length: count }, (_, index) =>
    Uint8Array.from([
      ...new TextEncoder().encode('ICC_PROFILE\0'),
      index + 1,
      count,
      ...profile.subarray(index * 60_000, (index + 1) * 60_000),
    ]),
  );
}

/** A PNG with a text chunk behind its header. Its checksum is that of "tEXta\0b". */
function withTextChunk(png: Uint8Array): Uint8Array {
  const chunk = plainPng({ width: 1, height: 1, depth: 8, colourType: 0 }, new Uint8Array(0), [
    ['tEXt', new TextEncoder().encode('a\0b')],
  ]).subarray(33, 33 + 15);
  return Uint8Array.from([...png.subarray(0, 33), ...chunk, ...png.subarray(33)]);
}
