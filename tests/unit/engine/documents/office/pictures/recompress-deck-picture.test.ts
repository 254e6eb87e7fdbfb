import sharp from 'sharp';
import { expect, it } from 'vitest';
import { UNKNOWN_USE } from '#engine/documents/office/drawing/picture-use.ts';
import { packedLength } from '#engine/documents/office/pictures/new-picture.ts';
import { presetQuality } from '#engine/documents/office/pictures/picture-quality.ts';
import { recompressDeckPicture } from '#engine/documents/office/pictures/recompress-deck-picture.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';
import { engineContext } from '#tests/support/engine-context.ts';
import { codecs } from '#tests/support/engine-run.ts';

/** A JPEG of one pattern again and again, of which a package deflates nine tenths. */
async function wallpaper(): Promise<Uint8Array> {
  const { data, width, height } = photoLike(64, 64);
  const input = await sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
  const wall = { create: { width: 768, height: 384, channels: 3, background: '#e6e6e6' } } as const;
  const tiled = sharp(wall).composite([{ input, tile: true, blend: 'over' }]);
  return new Uint8Array(await tiled.jpeg({ quality: 75 }).toBuffer());
}

it('makes a JPEG smaller that a package deflates to less than any JPEG takes by itself', async () => {
  const bytes = await wallpaper();
  const bytesToBeat = await packedLength(bytes, codecs.deflate);
  const smaller = await recompressDeckPicture({
    ...{ bytes, bytesToBeat, enoughBytes: 0, use: UNKNOWN_USE },
    ...{ quality: presetQuality({ preset: 'small' }), context: engineContext({ codecs }) },
  });
  expect(smaller!.bytes.length).toBeGreaterThan(bytesToBeat);
  expect(await packedLength(smaller!.bytes, codecs.deflate)).toBeLessThan(0.9 * bytesToBeat);
});
