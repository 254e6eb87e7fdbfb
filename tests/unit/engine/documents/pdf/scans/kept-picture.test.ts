import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { onlyPlaces, placeIn } from '#engine/documents/pdf/scans/kept-picture.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';
import { codecs } from '#tests/support/engine-run.ts';

const PICTURE = photoLike(600, 400);
const PLACES = [
  { left: 0, top: 0, right: 20, bottom: 30 },
  { left: 570, top: 383, right: 600, bottom: 400 },
];

it('has all that an area touches, and a pixel more where the picture goes on', () => {
  const around = { left: 100, top: 100, right: 1300, bottom: 900 };
  expect(placeIn(PICTURE, around, { left: 121, top: 100, right: 150, bottom: 900 })).toEqual({
    left: 9,
    top: 0,
    right: 26,
    bottom: 400,
  });
});

it('leaves what is in its places as it is', () => {
  const { width, channels, data } = onlyPlaces(PICTURE, PLACES);
  const wrong = PLACES.flatMap(({ left, top, right, bottom }) =>
    Array.from({ length: bottom - top }, (_, row) => {
      const [from, to] = [left, right].map((x) => ((top + row) * width + x) * channels);
      return Buffer.compare(data.slice(from, to), PICTURE.data.slice(from, to));
    }),
  ).filter((difference) => difference !== 0);
  expect(wrong).toEqual([]);
});

it('takes little more for places far apart than for the places', async () => {
  const deflated = async (picture: typeof PICTURE): Promise<number> =>
    deflateSync(await codecs.image.encodeJpeg(picture, { quality: 85, chroma: '4:2:0' })).length;
  const one = await deflated(onlyPlaces(PICTURE, PLACES.slice(0, 1)));
  const both = await deflated(onlyPlaces(PICTURE, PLACES));
  expect(both).toBeLessThan(0.1 * (await deflated(PICTURE)));
  expect(both).toBeLessThan(2.5 * one);
});
