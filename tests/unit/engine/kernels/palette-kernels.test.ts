import { expect, it } from 'vitest';
import { PaletteMapper } from '#engine/palette/map/palette-mapper.ts';
import { randomNumbers } from '#tests/fixtures/pictures/generated-pictures.ts';
import { PlainMapper, type PlainPicture } from './plain-mapper.ts';

const WIDTH = 37;
const HEIGHT = 40;

/** Areas, slopes, noise, white and black, and what is not there at all. */
function drawing(isOpaque: boolean): Uint8Array {
  const random = randomNumbers(11);
  const data = new Uint8Array(WIDTH * HEIGHT * 4);
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
    const alpha = isOpaque || x < 20 ? 255 : y < 10 ? 0 : Math.floor(256 * random());
    const levels = y < 12 ? [255, 255, 255] : y < 18 ? [0, 0, 0] : y < 28 ? [x * 6, y * 5 + 1, 91] : null;
    data.set([...(levels ?? [1, 2, 3].map(() => Math.floor(256 * random()))), alpha], i * 4);
  }
  return data;
}

/** Four samples each: over middle grey, and alpha. */
function overGrey(data: Uint8Array): readonly (readonly number[])[] {
  return Array.from({ length: data.length / 4 }, (_, i) => {
    const [red, green, blue, alpha] = data.subarray(i * 4, i * 4 + 4) as unknown as Four;
    const scale = Math.fround(alpha / 255);
    return [
      ...[red, green, blue].map((level) => Math.fround(Math.fround(level * scale) + (255 - alpha) / 2)),
      alpha,
    ];
  });
}

type Four = readonly [number, number, number, number];

it.each([
  { isOpaque: true, lambda: 0, dither: 1, isFrame: false },
  { isOpaque: true, lambda: 12, dither: 0.5, isFrame: false },
  { isOpaque: false, lambda: 40, dither: 0.9, isFrame: false },
  { isOpaque: false, lambda: 12, dither: 0.5, isFrame: true },
])('map as the plain form does: %o', ({ isOpaque, lambda, dither, isFrame }) => {
  const random = randomNumbers(13);
  const palette = Uint8Array.from({ length: 4 * 50 }, (_, i) =>
    isOpaque && i % 4 === 3 ? 255 : i < 8 ? (i < 4 ? 255 : i < 7 ? 0 : 255) : Math.floor(256 * random()),
  );
  const data = drawing(isOpaque);
  const pixels = overGrey(data);
  const plain = new PlainMapper(overGrey(palette));
  const mapper = new PaletteMapper(palette, isOpaque, WIDTH);
  const samples = { channels: 4, data, keepsOpaque: isFrame };
  const indexes = Uint8Array.from(pixels, () => Math.floor(50 * random()));
  const unchanged = Uint8Array.from(pixels, () => (random() < 0.3 ? 1 : 0));
  const picture: PlainPicture = {
    width: WIDTH,
    pixels,
    lambda,
    dither,
    keepsOpaque: isFrame,
    previous: isFrame ? { indexes, unchanged } : null,
    locked: { columns: 3, marks: Uint8Array.of(0, 1, 0, 1, 1, 0, 0, 1, 1) },
  };
  const nearest = Uint8Array.from(pixels, (pixel) => plain.nearest(pixel));
  expect(mapper.nearest(samples)).toEqual(nearest);
  expect(mapper.diffused(samples, picture)).toEqual(plain.map(picture, null));
  if (lambda > 0)
    expect(mapper.byCost(samples, nearest.slice(), picture)).toEqual(plain.map(picture, nearest));
});
