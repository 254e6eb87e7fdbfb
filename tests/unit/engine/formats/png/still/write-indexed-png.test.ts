import { describe, expect, it } from 'vitest';
import { readChunks, readHeader } from '#engine/containers/png/chunks.ts';
import { rasterOf } from '#engine/palette/map/indexed-picture.ts';
import { dropOpaqueAlpha } from '#engine/formats/png/still/drop-opaque-alpha.ts';
import { sameSamples } from '#engine/formats/png/still/same-samples.ts';
import { writeIndexedPng } from '#engine/formats/png/still/write-indexed-png.ts';
import { randomNumbers, withSoftAlpha, photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';
import { codecs } from '#tests/support/engine-run.ts';

const { image, deflate } = codecs;

function pictureOf(width: number, height: number, colours: number, alpha = 255) {
  const random = randomNumbers(colours);
  const palette = Uint8Array.from({ length: colours * 4 }, (_, i) =>
    i % 4 < 3 ? Math.floor(256 * random()) : i === 3 ? alpha : 255,
  );
  const indexes = Uint8Array.from({ length: width * height }, (_, i) => (i + (i >> 4)) % colours);
  return { width, height, palette, indexes };
}

describe('writeIndexedPng', () => {
  it.each([
    [2, 1],
    [4, 2],
    [12, 4],
    [200, 8],
  ])('keeps every sample of %i colours in %i bits or more', async (colours, bits) => {
    const picture = pictureOf(61, 47, colours);
    for (const level of [1, 12]) {
      const png = await writeIndexedPng(picture, deflate, level);
      expect(readHeader(readChunks(png)).depth).toBeGreaterThanOrEqual(bits);
      expect(sameSamples(await image.decode(png), rasterOf(picture))).toBe(true);
    }
  });

  it('compares half bytes with whole bytes in larger pictures', async () => {
    const picture = pictureOf(300, 300, 12);
    const png = await writeIndexedPng(picture, deflate, 9);
    expect([4, 8]).toContain(readHeader(readChunks(png)).depth);
    expect(sameSamples(await image.decode(png), rasterOf(picture))).toBe(true);
  });

  it('packs small pictures once at each depth', async () => {
    for (const [colours, depths] of [
      [200, 1],
      [12, 2],
    ] as const) {
      let packed = 0;
      const counting: typeof deflate = {
        ...deflate,
        deflate: (...given) => (packed++, deflate.deflate(...given)),
      };
      await writeIndexedPng(pictureOf(61, 47, colours), counting, 12);
      expect(packed).toBe(depths);
    }
  });

  it('lists the alpha of transparent colours only, and puts extra chunks before the palette', async () => {
    const extra = { type: 'pHYs', data: new Uint8Array(9) };
    const picture = pictureOf(20, 20, 9, 40);
    const chunks = readChunks(await writeIndexedPng(picture, deflate, 6, [extra]));
    expect(chunks.map(({ type }) => type)).toEqual(['IHDR', 'pHYs', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
    expect([...chunks[3]!.data]).toEqual([40]);
  });
});

describe('dropOpaqueAlpha', () => {
  it('drops alpha that is opaque everywhere', () => {
    const data = Uint8Array.of(1, 2, 3, 255, 4, 5, 6, 255);
    const raster = dropOpaqueAlpha({ width: 2, height: 1, channels: 4, space: 'rgb', data });
    expect([raster.channels, ...raster.data]).toEqual([3, 1, 2, 3, 4, 5, 6]);
  });

  it('keeps alpha that shows', () => {
    const raster = withSoftAlpha(photoLike(8, 8));
    expect(dropOpaqueAlpha(raster)).toBe(raster);
  });
});
