import { describe, expect, it } from 'vitest';
import { blockMeans } from '#engine/quality/metrics/block-means.ts';
import { sampleTiles, type Tile } from '#engine/quality/metrics/ssimulacra2/sample-tiles.ts';
import { worstTile } from '#engine/quality/metrics/worst-tile.ts';
import type { Raster } from '#engine/base/raster.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';
import { codecs, run } from '#tests/support/engine-run.ts';
import { visualScore } from '#tests/support/visual-score.ts';

const { image } = codecs;
const WIDTH = 900;
const HEIGHT = 340;

/** The raster with some of its samples changed. */
function changed(
  raster: Raster,
  change: (x: number, y: number, value: number, channel: number) => number,
): Raster {
  const { width, channels } = raster;
  const data = raster.data.map((value, at) => {
    const pixel = Math.floor(at / channels);
    return change(pixel % width, Math.floor(pixel / width), value, at % channels);
  });
  return { ...raster, data };
}

/** Where a candidate has moved furthest. */
function tileOf(source: Raster, candidate: Raster): Tile {
  return worstTile(blockMeans(source, candidate), source, 448);
}

describe('worstTile', () => {
  it('lies over what has moved, and not over louder dither', () => {
    const source = photoLike(1500, 900);
    const candidate = changed(source, (x, y, value) => {
      if (x > 1380 && y > 780) return value + 3;
      return value + (x < 700 ? ((x + y) % 2) * 20 - 10 : 0);
    });
    expect(tileOf(source, candidate)).toEqual({ x: 1052, y: 452, width: 448, height: 448 });
  });

  it('lies over thin colours that halved chroma spreads, whose means stay', () => {
    const lines = (spread: number): Raster =>
      changed(photoLike(1500, 900), (x, y, value, channel) => {
        const share = [1 - spread, spread][y % 8];
        return x > 1380 && y > 780 ? [128, 128, 128 + 80 * (share ?? 0)][channel]! : value;
      });
    expect(tileOf(lines(0), lines(0.5))).toEqual({ x: 1052, y: 452, width: 448, height: 448 });
  });

  it('sees over black what does not show over white', () => {
    const data = new Uint8Array(1000 * 700 * 4).fill(255);
    const white: Raster = { width: 1000, height: 700, channels: 4, space: 'rgb', data };
    const faded = changed(white, (x, _, value, channel) => (channel === 3 && x > 900 ? 90 : value));
    expect(tileOf(white, faded)).toMatchObject({ x: 552, width: 448 });
  });

  it('fills a small picture and stays within a narrow one', () => {
    const small = photoLike(90, 70);
    expect(tileOf(small, small)).toEqual({ x: 0, y: 0, width: 90, height: 70 });
    const narrow = photoLike(100, 1000);
    const candidate = changed(narrow, (_, y, value) => (y > 990 ? 255 - value : value));
    const { y, width, height } = tileOf(narrow, candidate);
    expect({ width, height }).toEqual({ width: 100, height: 448 });
    expect(y + height).toBeGreaterThan(990);
  });
});

/** White paper with thin rings, and at its right edge, where no tile lies, a soft cloud. */
function paperWithCloud(): Raster {
  const data = new Uint8Array(WIDTH * HEIGHT * 4);
  for (let y = 0, at = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++, at += 4) {
      const ring = Math.abs((Math.hypot((x % 300) - 150, (y % 170) - 85) % 60) - 20) < 2 && x < 780;
      const far = Math.hypot((x - 844) / 54, (y - 170) / 160);
      const cloud = far < 1 ? 60 + 170 * (1 - far) + 6 * Math.sin(x / 5) * Math.sin(y / 7) : 0;
      data.set(ring ? [230, 110, 40, 255] : [40, 40, 44, cloud], at);
    }
  return { width: WIDTH, height: HEIGHT, channels: 4, space: 'rgb', data };
}

it('keeps a cloud of soft transparency that lies between the tiles', async () => {
  const picture = paperWithCloud();
  const { spots } = sampleTiles(WIDTH, HEIGHT);
  expect(Math.max(...spots.map(({ x, width }) => x + width))).toBeLessThan(790);
  const source = await image.encodePng(picture);
  const { bytes, report } = await run(source, { budgetMs: 600_000 });
  expect(bytes.length).toBeLessThan(source.length);
  expect(report.score ?? 100).toBeGreaterThanOrEqual(71);
  const tile = { x: WIDTH - 448, y: 0, width: 448, height: HEIGHT };
  expect(visualScore(picture, await image.decode(bytes), { spots: [tile], cover: [] })).toBeGreaterThan(61);
});
