import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { withMetadata } from '#engine/formats/jpeg/rebuild.ts';
import { writeDirectories } from '#engine/metadata/tiff-directories.ts';
import { compress, FILE_KINDS, isEngineError, PRESETS, type JobOptions } from '#engine/index.ts';
import { BrowserEngine } from '#tests/fixtures/browser-engine/browser-engine.ts';
import { browserUsage } from '#tests/fixtures/browser-engine/browser-usage.ts';
import { breakScan, plainJpeg } from '#tests/fixtures/pictures/plain-jpeg.ts';
import { photoLike, withSoftAlpha } from '#tests/fixtures/pictures/generated-pictures.ts';
import { RGB_PROFILES } from '#tests/fixtures/pictures/rgb-profiles.ts';
import { smallFile } from '#tests/fixtures/small-files.ts';

const codecs = createNativeCodecs();
let engine: BrowserEngine;

beforeAll(async () => {
  engine = await BrowserEngine.start();
});

afterAll(async () => {
  await engine.stop();
});

describe('the engine in a browser', () => {
  it.each(FILE_KINDS)('makes the bytes of the server of a %s, at every preset', async (kind) => {
    const source = await smallFile(kind);
    for (const preset of PRESETS) {
      const here = await onServer(source, { preset });
      expect(here.length).toBe(64);
      expect(await inBrowser(source, { preset })).toBe(here);
    }
  });

  it.each(['jpeg', 'webp', 'pptx'] as const)(
    'makes the bytes of the server of a %s with a target',
    async (kind) => {
      const source = await smallFile(kind);
      const options = { targetBytes: Math.round(source.length / 3) };
      expect(await inBrowser(source, options)).toBe(await onServer(source, options));
    },
  );

  it('makes the AVIF of the server, of opaque, transparent and deep pictures, with a profile or without', async () => {
    const photo = photoLike(96, 64);
    const jpeg = await codecs.image.encodeJpeg(photo, { quality: 95, chroma: '4:4:4' });
    const exif = writeDirectories({
      image: [{ tag: 0x8298, type: 2, value: new TextEncoder().encode('Ada\0') }],
      photo: [],
      gps: [],
    });
    const described = { icc: RGB_PROFILES['Display P3'], exif, orientation: 6, density: null, comment: null };
    const grey = {
      ...photo,
      channels: 1,
      space: 'grey',
      data: photo.data.filter((_, at) => at % 3 === 0),
    } as const;
    const samples = Uint16Array.from({ length: 96 * 64 * 3 }, (_, i) => 8000 + i);
    const deep = sharp(samples, { raw: { width: 96, height: 64, channels: 3 } });
    const sources = [
      jpeg,
      withMetadata(jpeg, described),
      await codecs.image.encodePng(withSoftAlpha(photo)),
      await codecs.image.encodePng(grey),
      new Uint8Array(await deep.toColourspace('rgb16').png().toBuffer()),
    ];
    for (const source of sources) {
      const here = await onServer(source, { format: 'avif' });
      expect(here.length).toBe(64);
      expect(await inBrowser(source, { format: 'avif' })).toBe(here);
    }
  });

  it('reads the AVIF that the server reads, of 8 bits and of 10', async () => {
    const { data, ...size } = photoLike(96, 64);
    const picture = sharp(data, { raw: { ...size, channels: 3 } });
    for (const bitdepth of [8, 10] as const) {
      const source = new Uint8Array(await picture.avif({ quality: 90, effort: 0, bitdepth }).toBuffer());
      for (const options of [{}, { format: 'jpeg' }] as const) {
        const here = await onServer(source, options);
        expect(here.length).toBe(64);
        expect(await inBrowser(source, options)).toBe(here);
      }
      const half = source.subarray(0, source.length >> 1);
      expect(await inBrowser(half)).toBe(await onServer(half));
    }
  });

  it.each(FILE_KINDS)('refuses a %s that is cut short as the server does', async (kind) => {
    const source = await smallFile(kind);
    const half = source.subarray(0, source.length >> 1);
    expect(await inBrowser(half)).toBe(await onServer(half));
  });

  it('holds no more memory after thirty pictures than after the first ones', async () => {
    const photo = await codecs.image.encodeJpeg(photoLike(240, 180), { quality: 95, chroma: '4:2:0' });
    await engine.restart();
    const residentBytes: number[] = [];
    for (let picture = 0; picture < 30; picture++) {
      await engine.compress(photo, { preset: 'small' });
      residentBytes.push(browserUsage().largestResidentBytes);
    }
    const first = Math.max(...residentBytes.slice(0, 5));
    expect(Math.max(...residentBytes) / first).toBeLessThan(1.2);
  });

  it('makes the bytes of the server of a large photograph, whose samples lie in libvips alone', async () => {
    const photo = photoLike(2_450, 1_650);
    const source = await codecs.image.encodeJpeg(photo, { quality: 95, chroma: '4:2:0', effort: 'fast' });
    expect(await inBrowser(source)).toBe(await onServer(source));
    const options = { quality: 60, chroma: '4:2:0', effort: 'fast' } as const;
    const raster = await codecs.image.decode(source);
    const lent = await engine.call<{ isLent: boolean; encoded: Uint8Array }>(['lent'], [source, options]);
    expect(lent.isLent).toBe(true);
    expect(lent.encoded).toEqual(new Uint8Array(await codecs.image.encodeJpeg(raster, options)));
  });

  it('makes the bytes of the server of a JPEG whose data are broken', async () => {
    const source = breakScan(await plainJpeg(photoLike(320, 240)));
    expect(await inBrowser(source)).toBe(await onServer(source));
  });

  it('refuses what is no file of ours as the server does', async () => {
    const text = new TextEncoder().encode('no picture at all');
    expect(await inBrowser(text)).toBe(await onServer(text));
  });
});

type Options = Partial<JobOptions>;

const onServer = (bytes: Uint8Array, options: Options = {}): Promise<string> =>
  outcomeOf(compress(bytes, { ...options, codecs }));
const inBrowser = (bytes: Uint8Array, options: Options = {}): Promise<string> =>
  outcomeOf(engine.compress(bytes, options));

/** The SHA-256 of a result, or the code of an engine error. */
async function outcomeOf(work: Promise<{ bytes: Uint8Array }>): Promise<string> {
  try {
    return createHash('sha256')
      .update((await work).bytes)
      .digest('hex');
  } catch (error) {
    if (isEngineError(error)) return error.code;
    throw error;
  }
}
