import { describe, expect, it } from 'vitest';
import { readChunks } from '#engine/containers/png/chunks.ts';
import { readJpegStructure } from '#engine/containers/jpeg/segments.ts';
import { UNKNOWN_USE } from '#engine/documents/office/drawing/picture-use.ts';
import { fitDeckPicture } from '#engine/documents/office/pictures/fit-picture.ts';
import { presetQuality } from '#engine/documents/office/pictures/picture-quality.ts';
import { recompressDeckPicture } from '#engine/documents/office/pictures/recompress-deck-picture.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';
import { engineContext } from '#tests/support/engine-context.ts';
import { codecs } from '#tests/support/engine-run.ts';
import sharp from 'sharp';

/** A photograph of 75 dots an inch that fills a background as tiles, whose size goes by that. */
async function tile(format: 'png' | 'jpeg') {
  const { data, width, height } = photoLike(256, 192);
  const picture = sharp(data, { raw: { width, height, channels: 3 } }).withMetadata({ density: 75 });
  const made = format === 'png' ? picture.png() : picture.jpeg({ quality: 97 });
  const bytes = new Uint8Array(await made.toBuffer());
  return {
    bytes,
    bytesToBeat: bytes.length,
    enoughBytes: 0,
    use: { ...UNKNOWN_USE, isTiled: true },
    quality: presetQuality({ preset: 'balanced' }),
    context: engineContext({ codecs }),
  };
}

describe('a picture that is drawn as tiles', () => {
  it('stays a PNG of its density, where a JPEG would be shorter', async () => {
    const task = await tile('png');
    const smaller = await recompressDeckPicture(task);
    expect(smaller!.format).toBe('png');
    expect(smaller!.bytes.length).toBeLessThan(task.bytes.length);
    const densityOf = (png: Uint8Array) => readChunks(png).find(({ type }) => type === 'pHYs')?.data;
    expect(densityOf(smaller!.bytes)).toEqual(densityOf(task.bytes));
  });

  it('keeps its density as a JPEG', async () => {
    const task = await tile('jpeg');
    const smaller = await recompressDeckPicture(task);
    expect(smaller!.bytes.length).toBeLessThan(task.bytes.length);
    expect(readJpegStructure(smaller!.bytes).density).toEqual(readJpegStructure(task.bytes).density);
  });

  it('is not fitted to a size, which would lose it', async () => {
    expect(
      await fitDeckPicture(await tile('jpeg'), null, { mostBytes: 8_000, leastBytes: 0, leastScore: 0 }),
    ).toBeNull();
  });
});
