import { beforeAll, describe, expect, it } from 'vitest';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { rgbTile } from '#engine/quality/metrics/ssimulacra2/rgb-tile.ts';
import { sampleTiles } from '#engine/quality/metrics/ssimulacra2/sample-tiles.ts';
import { compareTile, referenceTile } from '#engine/quality/metrics/ssimulacra2/tile-meter.ts';
import { VisualMeter } from '#engine/quality/metrics/ssimulacra2/visual-meter.ts';
import { bandOf, type Raster } from '#engine/base/raster.ts';
import {
  gradients,
  photoLike,
  scannedText,
  userInterface,
  withSoftAlpha,
} from '#tests/fixtures/pictures/generated-pictures.ts';
import { loadOracle, type Oracle } from '../../../../../../bench/ssimulacra2-oracle.ts';
import { visualScore } from '#tests/support/visual-score.ts';

const { image } = createNativeCodecs();

/** A strip of a picture at the top of a white page of so many rows. */
function onWhite(strip: Raster, height: number): Raster {
  const data = new Uint8Array(strip.width * height * 3).fill(255);
  data.set(strip.data);
  return { ...strip, height, data };
}

describe('the score of tiles', () => {
  let oracle: Oracle;
  beforeAll(async () => {
    oracle = await loadOracle();
  });

  const classes: readonly [string, Raster][] = [
    ['photo', photoLike(320, 256)],
    ['user interface', userInterface(360, 280)],
    ['scanned text', scannedText(300, 260)],
    ['small picture', photoLike(100, 90)],
    ['page that is nearly all white', onWhite(photoLike(480, 60), 320)],
  ];

  it.each(classes)('agrees with SSIMULACRA2 on a %s', async (_, picture) => {
    for (const quality of [10, 35, 60, 80]) {
      const shown = await image.decode(await image.encodeJpeg(picture, { quality, chroma: '4:2:0' }));
      const theirs = oracle(whole(picture), whole(shown), picture.width, picture.height);
      const ours = visualScore(picture, shown);
      // Close where decisions are made; small pictures are judged a little harder.
      const limit = Math.min(picture.width, picture.height) < 128 ? 2 : 1;
      if (theirs < 79) expect(Math.abs(ours - theirs)).toBeLessThan(limit);
      expect(ours - theirs).toBeLessThan(theirs < 79 ? 1 : 2);
    }
  });

  it('agrees with SSIMULACRA2 on the structure of a gradient, apart from its bands', async () => {
    const picture = gradients(256, 230);
    const prepared = referenceTile(picture.data, 256, 230);
    for (const quality of [10, 35, 60, 80]) {
      const shown = await image.decode(await image.encodeJpeg(picture, { quality, chroma: '4:2:0' }));
      const theirs = oracle(picture.data, shown.data, 256, 230);
      const ours = compareTile(prepared, shown.data).errors.score();
      if (theirs < 79) expect(Math.abs(ours - theirs)).toBeLessThan(1);
      expect(ours - theirs).toBeLessThan(theirs < 79 ? 1 : 2);
    }
  });

  it('agrees with SSIMULACRA2 on sizes that fill no whole vectors', async () => {
    for (const [width, height] of [
      [321, 263],
      [230, 229],
      [163, 301],
    ] as const) {
      const picture = photoLike(width, height, width);
      const shown = await image.decode(await image.encodeJpeg(picture, { quality: 55, chroma: '4:2:0' }));
      const theirs = oracle(whole(picture), whole(shown), width, height);
      expect(Math.abs(visualScore(picture, shown) - theirs)).toBeLessThan(1);
    }
  });

  it('does not remember what it measured before', async () => {
    const small = photoLike(131, 140);
    const large = photoLike(512, 448, 3);
    const recode = async (picture: Raster) =>
      image.decode(await image.encodeJpeg(picture, { quality: 50, chroma: '4:2:0' }));
    const shown = await recode(small);
    const first = visualScore(small, shown);
    const other = new Uint8Array(large.data.length).fill(255);
    visualScore(large, { ...large, data: other });
    expect(visualScore(small, shown)).toBe(first);
  });

  it('gives 100 to identical pictures and falls with quality', async () => {
    const picture = photoLike(320, 240);
    expect(visualScore(picture, picture)).toBe(100);
    const scores = await Promise.all(
      [90, 70, 40, 10].map(async (quality) =>
        visualScore(
          picture,
          await image.decode(await image.encodeJpeg(picture, { quality, chroma: '4:2:0' })),
        ),
      ),
    );
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  it('ignores colour under transparent samples and sees a lost edge of alpha', () => {
    const picture = withSoftAlpha(photoLike(256, 240));
    const hidden = { ...picture, data: picture.data.slice() };
    const opaque = { ...picture, data: picture.data.slice() };
    for (let i = 0; i < hidden.data.length; i += 4) {
      if (hidden.data[i + 3] === 0) hidden.data.fill(200, i, i + 3);
      opaque.data[i + 3] = 255;
    }
    expect(visualScore(picture, hidden)).toBe(100);
    expect(visualScore(picture, opaque)).toBeLessThan(0);
  });

  it('measures a one-pixel picture without failing', () => {
    const dot: Raster = { width: 1, height: 1, channels: 3, space: 'rgb', data: Uint8Array.of(1, 2, 3) };
    expect(visualScore(dot, dot)).toBe(100);
  });
});

describe('sampleTiles', () => {
  it('looks at small pictures as a whole', () => {
    expect(sampleTiles(600, 500).tiles).toEqual([{ x: 0, y: 0, width: 600, height: 500 }]);
  });

  it('puts the spots on the quarter points of the displayed diagonal under each orientation', () => {
    const width = 4001;
    const height = 3004;
    const right = (x: number): number => width - 1 - x;
    const bottom = (y: number): number => height - 1 - y;
    // Where a stored pixel is displayed: EXIF 2.32, tag 274.
    const displayed: readonly ((x: number, y: number) => readonly [number, number])[] = [
      (x, y) => [x, y],
      (x, y) => [right(x), y],
      (x, y) => [right(x), bottom(y)],
      (x, y) => [x, bottom(y)],
      (x, y) => [y, x],
      (x, y) => [bottom(y), x],
      (x, y) => [bottom(y), right(x)],
      (x, y) => [y, right(x)],
    ];
    displayed.forEach((show, index) => {
      const { tiles, spots } = sampleTiles(width, height, index + 1);
      const shown = spots.map((spot) => {
        const { x, y, width, height } = tiles[spot]!;
        const corners = [show(x, y), show(x + width - 1, y + height - 1)];
        return [Math.min(...corners.map(([x]) => x)), Math.min(...corners.map(([, y]) => y))];
      });
      const room = index < 4 ? [width - 448, height - 448] : [height - 448, width - 448];
      expect(shown).toEqual([0.25, 0.75].map((share) => room.map((side) => Math.round(side * share))));
    });
  });

  it('stays inside narrow pictures', () => {
    for (const { x, y, width, height } of sampleTiles(5000, 100).tiles) {
      expect(x + width).toBeLessThanOrEqual(5000);
      expect(y + height).toBeLessThanOrEqual(100);
    }
  });
});

function whole(picture: Raster): Uint8Array {
  return rgbTile(picture, { x: 0, y: 0, width: picture.width, height: picture.height }, 255);
}

describe('VisualMeter', () => {
  it('scores a raster the same that it frees, and itself after it was freed', async () => {
    for (const picture of [photoLike(300, 200), withSoftAlpha(photoLike(900, 700))]) {
      const bytes = await image.encodeWebp(picture, { quality: 60 });
      const meter = new VisualMeter(picture);
      const score = meter.score(await image.decode(bytes));
      const last = await image.decode(bytes);
      expect(meter.scoreOfLast(last)).toEqual(score);
      expect(last.data.length).toBe(0);
      const bands = meter.byBands();
      const shown = await image.decode(bytes);
      for (let y = 0; y < shown.height; y += 64)
        bands.add(bandOf(shown, y, Math.min(64, shown.height - y)), y);
      expect(bands.score()).toEqual(score);
      meter.release();
      expect(meter.score(await image.decode(bytes))).toEqual(score);
      const forgetful = new VisualMeter(picture, undefined, false);
      for (const round of [1, 2])
        expect(forgetful.score(await image.decode(bytes)), `${round}`).toEqual(score);
    }
  });
});
