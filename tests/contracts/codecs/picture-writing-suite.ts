import { expect, it } from 'vitest';
import { readChunks } from '#engine/containers/png/chunks.ts';
import type { ImageCodec } from '#engine/codecs/ports/image-codec.ts';
import { plainPng } from '#tests/fixtures/pictures/plain-png.ts';
import { withSegment } from './jpeg-segments.ts';
import { flat, largestDifference, noisy, pixelsOf, ramp } from './rasters.ts';

const INKS = [200, 30, 90, 10] as const;
const LOSSLESS_WEBP = { quality: 50, lossless: true, effort: 0 } as const;

/** What an ImageCodec makes: pictures of another size, encoded from samples, or packed anew. */
export function describePictureWriting(image: ImageCodec): void {
  describeResizing(image);
  describeEncoding(image);
  describeRecoding(image);
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
  ] as const)(
    'writes %s of %i channels as PNG without a change, and nothing beside',
    async (space, channels) => {
      const source = ramp(space, channels);
      const png = await image.encodePng(source);
      expect(await image.decode(png)).toEqual(source);
      expect(new Set(readChunks(png).map(({ type }) => type))).toEqual(new Set(['IHDR', 'IDAT', 'IEND']));
    },
  );

  it('blames no file for samples that are not there, and says what a format cannot hold', async () => {
    const empty = { ...ramp('rgb', 3), data: new Uint8Array(0) };
    const ours = { name: 'CodecBreakdownError' };
    await expect(image.encodeJpeg(empty, { quality: 80, chroma: '4:2:0' })).rejects.toMatchObject(ours);
    await expect(image.encodeWebp(empty, { quality: 80 })).rejects.toMatchObject(ours);
    await expect(image.encodePng(empty)).rejects.toMatchObject(ours);
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
}

/** A PNG with a text chunk behind its header. Its checksum is that of "tEXta\0b". */
function withTextChunk(png: Uint8Array): Uint8Array {
  const chunk = plainPng({ width: 1, height: 1, depth: 8, colourType: 0 }, new Uint8Array(0), [
    ['tEXt', new TextEncoder().encode('a\0b')],
  ]).subarray(33, 33 + 15);
  return Uint8Array.from([...png.subarray(0, 33), ...chunk, ...png.subarray(33)]);
}
