import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Raster } from '#engine/base/raster.ts';
import { decodeStillWebp } from '#engine/codecs/native/webp-decoder.ts';
import { photoLike, randomNumbers, withSoftAlpha } from '#tests/fixtures/pictures/generated-pictures.ts';
import { codecs } from '#tests/support/engine-run.ts';

const { image } = codecs;
/** Neither side is a multiple of a block. */
const PHOTO = photoLike(123, 77);
const SOFT = withSoftAlpha(PHOTO);

describe('a still WebP decoded by libwebp', () => {
  it.each([
    ['lossy', PHOTO, { quality: 60 }],
    ['lossy with alpha', SOFT, { quality: 60, alphaQuality: 50 }],
    ['without loss', PHOTO, { quality: 80, lossless: true }],
    ['without loss, with alpha', SOFT, { quality: 80, lossless: true }],
    ['nearly without loss', PHOTO, { quality: 40, nearLossless: true }],
    ['of one pixel', photoLike(1, 1), { quality: 60 }],
    ['of one row with alpha', withSoftAlpha(photoLike(50, 1)), { quality: 10 }],
  ] as const)('%s has the samples that libvips gives', async (_, raster, options) => {
    const webp = await image.encodeWebp(raster, options);
    const info = await image.probe(webp);
    expect(await decodeStillWebp(webp, info)).toEqual(await byLibvips(webp));
    expect(await image.decode(webp)).toEqual(await byLibvips(webp));
  });

  it('is read by libvips where either sees damage', async () => {
    const plain = await image.encodeWebp(SOFT, { quality: 60 });
    const photo = await image.encodeWebp(PHOTO, { quality: 60 });
    // Of what follows the picture nothing may be taken for the rest of it.
    const tagged = await sharp(photo)
      .withExif({ IFD0: { Artist: 'A'.repeat(999) } })
      .webp()
      .toBuffer();
    const next = randomNumbers(5);
    let read = 0;
    for (let round = 0; round < 200; round++) {
      const webp = Uint8Array.from(round % 2 === 0 ? plain : tagged);
      const reach = round % 4 < 2 ? 64 : webp.length;
      for (let flips = 0; flips < 2; flips++) webp[Math.floor(next() * reach)] = Math.floor(next() * 256);
      const info = await image.probe(webp).catch(() => undefined);
      if (info?.format !== 'webp') continue;
      const still = await decodeStillWebp(webp, info);
      if (!still) continue;
      read++;
      expect(still).toEqual(await byLibvips(webp));
    }
    expect(read).toBeGreaterThan(20);
  });

  it('reads no part of a picture, no animation, and no sides but those that it was told', async () => {
    const webp = await image.encodeWebp(PHOTO, { quality: 60 });
    const info = await image.probe(webp);
    expect(await decodeStillWebp(webp.subarray(0, webp.length / 2), info)).toBeUndefined();
    expect(await decodeStillWebp(webp, { ...info, width: 122 })).toBeUndefined();
    expect(await decodeStillWebp(webp, { ...info, frames: 2 })).toBeUndefined();
    await expect(image.decode(webp.subarray(0, webp.length / 2))).rejects.toMatchObject({ code: 'damaged' });
    expect(await decodeStillWebp(webp, info)).toEqual(await byLibvips(webp));
  });
});

async function byLibvips(webp: Uint8Array): Promise<Raster> {
  const pipeline = sharp(webp, { failOn: 'truncated', ignoreIcc: true }).toColourspace('srgb').raw();
  const { data, info } = await pipeline.toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return { width, height, channels: info.channels as 3 | 4, space: 'rgb', data: new Uint8Array(data) };
}
