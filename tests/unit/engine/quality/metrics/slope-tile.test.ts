import { expect, it } from 'vitest';
import type { Raster } from '#engine/base/raster.ts';
import { slopeTile } from '#engine/quality/metrics/slope-tile.ts';

const [WIDTH, HEIGHT] = [1600, 640];
const cover = [{ x: 400, y: 0, width: 400, height: HEIGHT }];

/** A grey picture whose levels go by the column of its blocks of 16 px. */
function columns(levelOf: (column: number) => number): Raster {
  const data = new Uint8Array(WIDTH * HEIGHT);
  for (let at = 0; at < data.length; at++) data[at] = levelOf((at % WIDTH) >> 4);
  return { width: WIDTH, height: HEIGHT, channels: 1, space: 'grey', data };
}

it('lies where a picture slopes beside the cover', () => {
  const shadow = columns((column) => (column < 70 ? 120 : Math.min(200, 120 + 4 * (column - 70))));
  expect(slopeTile(shadow, cover)).toMatchObject({ x: 1024, width: 448 });
});

it('is none where a picture slopes under the cover alone, or has edges', () => {
  expect(
    slopeTile(
      columns((column) => 100 + Math.max(0, Math.min(10, column - 30))),
      cover,
    ),
  ).toBeUndefined();
  expect(
    slopeTile(
      columns((column) => (column < 60 ? 100 : 130)),
      cover,
    ),
  ).toBeUndefined();
});

it('takes the right end of a row and the left one of the next for no slope', () => {
  const ends = new Map([
    [98, 100],
    [99, 101],
    [0, 102],
    [1, 103],
  ]);
  expect(
    slopeTile(
      columns((column) => ends.get(column) ?? 150),
      cover,
    ),
  ).toBeUndefined();
});
