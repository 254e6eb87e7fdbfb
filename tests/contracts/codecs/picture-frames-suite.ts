import { expect, it } from 'vitest';
import type { ImageCodec } from '#engine/codecs/ports/image-codec.ts';
import { animationOfStills } from '#tests/fixtures/pictures/webp-animation.ts';
import { withWebpMetadata } from '#engine/containers/riff.ts';
import { RGB_PROFILES } from '#tests/fixtures/pictures/rgb-profiles.ts';
import { flat, pixelsOf, SIZE } from './rasters.ts';

/** What an ImageCodec promises of pictures with several frames. */
export function describeAnimations(image: ImageCodec): void {
  const moving = async (): Promise<Uint8Array> =>
    animationOfStills(
      await Promise.all(
        [
          [200, 10, 10],
          [10, 200, 10],
          [10, 10, 200],
        ].map((colour) => image.encodeWebp(flat('rgb', colour), { quality: 50, lossless: true, effort: 0 })),
      ),
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

  it('encodes the samples of frames as they are stored, whatever the profile', async () => {
    const icc = RGB_PROFILES['Display P3'];
    const webp = withWebpMetadata(await moving(), { icc, exif: null, marker: null });
    const again = await image.recodeAnimation(webp, { format: 'webp', quality: 100, lossless: true });
    expect((await image.decodeFrames(again)).data).toEqual((await image.decodeFrames(webp)).data);
  });
}
