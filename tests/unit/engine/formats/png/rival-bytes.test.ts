import { expect, it } from 'vitest';
import { compressPng } from '#engine/formats/png/compress-png.ts';
import { photoLike, userInterface } from '#tests/fixtures/pictures/generated-pictures.ts';
import { engineContext } from '#tests/support/engine-context.ts';
import { codecs } from '#tests/support/engine-run.ts';

const { image } = codecs;

/** Compresses a picture of a document beside a rival of so many bytes. */
async function beside(picture: Parameters<typeof image.encodePng>[0], floor: number, rival: number) {
  const source = await image.encodePng(picture);
  const asked: number[] = [];
  const useful: number[] = [];
  const optimizePng: typeof image.optimizePng = (bytes, options) => {
    useful.push(options.maxBytes ?? Infinity);
    return image.optimizePng(bytes, options);
  };
  const context = engineContext({ codecs: { ...codecs, image: { ...image, optimizePng } } });
  const rivalBytes = () => Promise.resolve(asked.push(rival) && rival);
  const { bytes } = await compressPng(source, context, { embedded: true, floor, rivalBytes });
  return { source, bytes, asked, useful };
}

it('packs what no palette will do for only where that may be shorter than its rival', async () => {
  const photo = photoLike(160, 120);
  const behind = await beside(photo, 100, 2000);
  expect([behind.asked, behind.useful]).toEqual([[2000], [2000]]);
  expect(behind.bytes).toBe(behind.source);
  const ahead = await beside(photo, 100, 1e6);
  expect(ahead.bytes.length).toBeLessThan(ahead.source.length);
});

it('asks for no rival where a palette will do', async () => {
  expect((await beside(userInterface(320, 240), 71, 1)).asked).toEqual([]);
});
