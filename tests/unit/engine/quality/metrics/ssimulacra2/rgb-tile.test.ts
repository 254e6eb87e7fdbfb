import { expect, it } from 'vitest';
import { isSeeThrough, rgbTile } from '#engine/quality/metrics/ssimulacra2/rgb-tile.ts';
import type { Raster } from '#engine/base/raster.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';
import { visualScore } from '#tests/support/visual-score.ts';

it.each([0, 255] as const)(
  'lays every sample of every opacity over %s, rounded as by division',
  (background) => {
    const data = Uint8Array.from({ length: 256 * 256 * 2 }, (_, i) =>
      i % 2 === 0 ? i >> 9 : (i >> 1) & 255,
    );
    const raster: Raster = { width: 256, height: 256, channels: 2, space: 'grey', data };
    const shown = rgbTile(raster, { x: 0, y: 0, width: 256, height: 256 }, background);
    for (let pixel = 0; pixel < 256 * 256; pixel++) {
      const [sample, alpha] = [pixel >> 8, pixel & 255];
      const exact = Math.floor((sample * alpha + background * (255 - alpha) + 127) / 255);
      if (shown[pixel * 3] !== exact) expect({ sample, alpha, shown: shown[pixel * 3] }).toEqual(exact);
    }
  },
);

it.each([0, 255] as const)('lays colours over %s as it does grey', (background) => {
  const grey = Uint8Array.from({ length: 256 * 256 * 2 }, (_, i) => (i % 2 === 0 ? i >> 9 : (i >> 1) & 255));
  const colours = new Uint8Array(256 * 256 * 4);
  for (let pixel = 0; pixel < 256 * 256; pixel++)
    [0, 0, 0, 1].forEach((from, c) => (colours[pixel * 4 + c] = grey[pixel * 2 + from]!));
  const tile = { x: 0, y: 0, width: 256, height: 256 };
  const size = { width: 256, height: 256 };
  const shown = rgbTile({ ...size, channels: 4, space: 'rgb', data: colours }, tile, background);
  const expected = rgbTile({ ...size, channels: 2, space: 'grey', data: grey }, tile, background);
  expect(Buffer.compare(shown, expected)).toBe(0);
});

/** The picture with an opacity of its own for one pixel. */
function withAlpha({ width, height, data }: Raster, at: number, alpha: number): Raster {
  const samples = new Uint8Array(width * height * 4).fill(255);
  for (let i = 0; i < width * height; i++) samples.set(data.subarray(i * 3, i * 3 + 3), i * 4);
  samples[at * 4 + 3] = alpha;
  return { width, height, channels: 4, space: 'rgb', data: samples };
}

it('finds the one pixel of a tile that lets the background through', () => {
  const picture = withAlpha(photoLike(40, 30), 12 * 40 + 20, 254);
  expect(isSeeThrough(picture, { x: 20, y: 12, width: 1, height: 1 })).toBe(true);
  expect(isSeeThrough(picture, { x: 0, y: 0, width: 20, height: 30 })).toBe(false);
  expect(isSeeThrough(picture, { x: 21, y: 0, width: 19, height: 30 })).toBe(false);
  expect(isSeeThrough(picture, { x: 0, y: 0, width: 40, height: 30 })).toBe(true);
});

it('judges opaque pictures the same with and without a channel of opacity', () => {
  const [source, other] = [photoLike(200, 160), photoLike(200, 160, 8)];
  const opaque = (picture: Raster): Raster => withAlpha(picture, 0, 255);
  expect(visualScore(opaque(source), opaque(other))).toBe(visualScore(source, other));
});
