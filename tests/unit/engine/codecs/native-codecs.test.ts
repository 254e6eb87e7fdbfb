import { describe, expect, it } from 'vitest';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import type { Raster } from '#engine/raster.ts';

const { image, deflate } = createNativeCodecs();

describe('native image codec', () => {
  it('keeps CMYK inks through JPEG', async () => {
    const source = flat('cmyk', [200, 30, 90, 10]);
    const jpeg = await image.encodeJpeg(source, { quality: 92, chroma: '4:4:4' });
    expect(await image.probe(jpeg)).toMatchObject({ format: 'jpeg', space: 'cmyk', channels: 4 });
    const back = await image.decode(jpeg);
    expect(back).toMatchObject({ space: 'cmyk', channels: 4 });
    [200, 30, 90, 10].forEach((ink, i) => expect(Math.abs((back.data[i] ?? 0) - ink)).toBeLessThan(4));
  });

  it('scales inks alike where there is no black', async () => {
    const scaled = await image.resize(flat('cmyk', [200, 40, 90, 0]), 8, 8);
    expect(scaled).toMatchObject({ width: 8, height: 8, space: 'cmyk', channels: 4 });
    expect([...scaled.data.subarray(0, 4)]).toEqual([200, 40, 90, 0]);
  });

  it('keeps grey as one channel', async () => {
    const jpeg = await image.encodeJpeg(flat('grey', [77]), { quality: 90, chroma: '4:2:0' });
    expect(await image.probe(jpeg)).toMatchObject({ space: 'grey', channels: 1 });
    expect(await image.decode(jpeg)).toMatchObject({ space: 'grey', channels: 1 });
  });

  it('keeps grey with alpha as two channels through PNG', async () => {
    const png = await image.encodePng(flat('grey', [77, 128]));
    expect(await image.probe(png)).toMatchObject({
      format: 'png',
      space: 'grey',
      channels: 2,
      hasAlpha: true,
    });
    const back = await image.decode(png);
    expect(back).toMatchObject({ space: 'grey', channels: 2 });
    expect([...back.data.subarray(0, 2)]).toEqual([77, 128]);
  });

  it('drops alpha when writing JPEG', async () => {
    const jpeg = await image.encodeJpeg(flat('rgb', [10, 200, 30, 128]), { quality: 90, chroma: '4:4:4' });
    expect((await image.decode(jpeg)).channels).toBe(3);
  });

  it('transcodes a JPEG without changing a sample', async () => {
    const jpeg = await image.encodeJpeg(noisy(), { quality: 90, chroma: '4:2:0', effort: 'fast' });
    const recoded = await image.transcodeJpeg(jpeg);
    expect((await image.decode(recoded)).data).toEqual((await image.decode(jpeg)).data);
  });

  it.each(['libimagequant', 'napi'] as const)(
    'quantises to the number of colours asked for with %s',
    async (engine) => {
      const png = await image.quantizePng(noisy(), { quality: 90, colors: 16, engine });
      const { data } = await image.decode(png);
      const colours = new Set<number>();
      for (let i = 0; i < data.length; i += 3)
        colours.add((data[i]! << 16) | (data[i + 1]! << 8) | data[i + 2]!);
      expect(colours.size).toBeGreaterThan(2);
      expect(colours.size).toBeLessThanOrEqual(16);
    },
  );

  it('widens 8 bits to 16 without a change of value', async () => {
    const wide = await image.decode16(await image.encodePng(flat('rgb', [1, 128, 255])));
    expect([...wide.data.subarray(0, 3)]).toEqual([257, 128 * 257, 65535]);
  });

  it.each(['jpeg', 'png', 'webp'])('refuses a %s that is cut short', async (format) => {
    const encode = {
      jpeg: () => image.encodeJpeg(noisy(), { quality: 90, chroma: '4:2:0' }),
      png: () => image.encodePng(noisy()),
      webp: () => image.encodeWebp(noisy(), { quality: 90 }),
    }[format]!;
    const bytes = await encode();
    await expect(image.decode(bytes.subarray(0, bytes.length >> 1))).rejects.toMatchObject({
      code: 'damaged',
    });
  });
});

describe('native deflate codec', () => {
  const text = new TextEncoder().encode('the quick brown fox '.repeat(500));

  it.each([1, 9, 10, 12])('inflates what it deflated at level %i', async (level) => {
    for (const format of ['zlib', 'raw'] as const) {
      const packed = await deflate.deflate(text, { format, level });
      expect(packed.length).toBeLessThan(text.length / 10);
      expect(await deflate.inflate(packed, { format, maxOutputBytes: text.length })).toEqual(text);
    }
  });

  it('stops at the limit', async () => {
    const packed = await deflate.deflate(new Uint8Array(1e7), { format: 'zlib', level: 9 });
    await expect(deflate.inflate(packed, { format: 'zlib', maxOutputBytes: 1e6 })).rejects.toMatchObject({
      code: 'limit-exceeded',
    });
  });

  it('tells a stream that is cut short, and gives what there was when asked', async () => {
    const random = Uint8Array.from({ length: 50_000 }, (_, i) => (i * i * 31) >> 3);
    const packed = (await deflate.deflate(random, { format: 'zlib', level: 6 })).subarray(0, -200);
    await expect(deflate.inflate(packed, { format: 'zlib', maxOutputBytes: 1e6 })).rejects.toMatchObject({
      code: 'damaged',
    });
    const part = await deflate.inflate(packed, { format: 'zlib', maxOutputBytes: 1e6, tolerant: true });
    expect(part.length).toBeGreaterThan(1000);
    expect(part).toEqual(random.subarray(0, part.length));
  });
});

function flat(space: Raster['space'], pixel: readonly number[]): Raster {
  const data = Uint8Array.from({ length: 64 * 48 * pixel.length }, (_, i) => pixel[i % pixel.length]!);
  return { width: 64, height: 48, channels: pixel.length as Raster['channels'], space, data };
}

function noisy(): Raster {
  let seed = 7;
  const data = Uint8Array.from(
    { length: 64 * 48 * 3 },
    () => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) >> 20,
  );
  return { width: 64, height: 48, channels: 3, space: 'rgb', data };
}
