import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { createJpegTranscoder } from '#engine/codecs/wasm/jpeg-transcoder.ts';
import { flatJpeg } from '#tests/fixtures/pictures/flat-jpeg.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';
import { codecs } from '#tests/support/engine-run.ts';
import { readBrowserAsset } from '../../../../infra/setup/browser-codec-assets.ts';

const { image } = codecs;
/** The transcoder of browsers, which Node runs as well. */
const transcode = createJpegTranscoder(async (asset) => (await readBrowserAsset(asset)).bytes);
/** Neither side is a multiple of a block. */
const PHOTO = photoLike(123, 77);

/** Another library's encoder, transcoder and decoder (libjpeg-turbo). */
const run = (program: 'cjpeg' | 'djpeg' | 'jpegtran', args: readonly string[], input: Uint8Array): Buffer =>
  execFileSync(program, args, { input, stdio: ['pipe', 'pipe', 'ignore'] });
const encode = (...args: string[]): Buffer =>
  run('cjpeg', args, Buffer.concat([Buffer.from('P6 123 77 255\n'), PHOTO.data]));
const shown = (jpeg: Uint8Array): Buffer => run('djpeg', ['-dct', 'int', '-nosmooth'], jpeg);

describe('a JPEG transcoded as browsers do it', () => {
  it.each([
    ['halved chroma', []],
    ['full chroma', ['-sample', '1x1']],
    ['chroma halved across', ['-sample', '2x1']],
    ['chroma halved down', ['-sample', '1x2']],
    ['a quarter of the chroma', ['-sample', '4x1']],
    ['a finer quality', ['-quality', '98']],
    ['grey', ['-grayscale']],
    ['RGB components', ['-rgb']],
    ['progressive scans', ['-progressive']],
    ['restarts in each row', ['-restart', '1']],
    ['restarts after each block', ['-restart', '1B', '-grayscale']],
  ] as const)('with %s has every sample, and is no larger than that of jpegtran', async (_, args) => {
    const jpeg = encode(...args);
    const result = await transcode(jpeg);
    expect(result).toEqual(await image.transcodeJpeg(jpeg));
    expect(shown(result).equals(shown(jpeg))).toBe(true);
    const other = run('jpegtran', ['-copy', 'none', '-progressive', '-optimize'], jpeg);
    expect(result.length).toBeLessThanOrEqual(other.length);
    expect(await transcode(result)).toEqual(result);
  });

  it('keeps inks as they are', async () => {
    const inks = { ...PHOTO, width: 61, height: 77, channels: 4, space: 'cmyk' } as const;
    const raster = { ...inks, data: PHOTO.data.slice(0, 61 * 77 * 4) };
    const jpeg = await image.encodeJpeg(raster, { quality: 90, chroma: '4:4:4', effort: 'fast' });
    const result = await transcode(jpeg);
    expect(result).toEqual(await image.transcodeJpeg(jpeg));
    expect(result.length).toBeLessThanOrEqual(jpeg.length);
    expect(await image.decode(result)).toEqual(await image.decode(jpeg));
  });

  it('is the same after others, and after one that could not be read', async () => {
    const [first, second] = [encode('-quality', '60'), encode('-grayscale', '-quality', '90')];
    const alone = await transcode(first);
    await transcode(second);
    await expect(transcode(first.subarray(0, 100))).rejects.toThrow();
    expect(await transcode(first)).toEqual(alone);
  });

  it('is that of the server too where bytes are damaged, or neither can be read', async () => {
    let random = 7;
    const next = (below: number): number => (random = (random * 48_271) % 2_147_483_647) % below;
    const whole = [encode(), encode('-progressive'), encode('-restart', '1')];
    const outcome = (work: Promise<Uint8Array>): Promise<unknown> => work.catch(() => 'refused');
    for (let index = 0; index < 60; index++) {
      const broken = Uint8Array.from(whole[index % 3]!);
      for (let flips = 0; flips < 3; flips++) broken[next(broken.length)]! ^= 1 << next(8);
      const cut = index % 4 === 0 ? broken.subarray(0, next(broken.length)) : broken;
      expect(await outcome(transcode(cut))).toEqual(await outcome(image.transcodeJpeg(cut)));
    }
  });
});

describe('the transcoder of browsers', () => {
  it.each([
    ['12 bits a sample', flatJpeg({ width: 16, height: 16, precision: 12 })],
    ['arithmetic codes', flatJpeg({ width: 16, height: 16, isArithmetic: true })],
    ['nothing but a start', Uint8Array.of(0xff, 0xd8, 0xff)],
    ['no bytes', new Uint8Array(0)],
  ])('refuses %s, as that of the server does', async (_, jpeg) => {
    await expect(transcode(jpeg)).rejects.toThrow('mozjpeg cannot read the JPEG.');
    await expect(image.transcodeJpeg(jpeg)).rejects.toThrow();
  });

  it('breaks down, and blames no file, without memory', async () => {
    const jpeg = encode();
    const frame = jpeg.indexOf(Uint8Array.of(0xff, 0xc0));
    jpeg.writeUInt16BE(60_000, frame + 5);
    jpeg.writeUInt16BE(60_000, frame + 7);
    await expect(transcode(jpeg)).rejects.toMatchObject({ name: 'CodecBreakdownError' });
    expect(await transcode(encode())).toBeInstanceOf(Uint8Array);
  });
});
