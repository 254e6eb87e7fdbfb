import { beforeAll, describe, expect, it } from 'vitest';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { rgbTile } from '#engine/quality/metrics/ssimulacra2/rgb-tile.ts';
import { sampleTiles } from '#engine/quality/metrics/ssimulacra2/sample-tiles.ts';
import { compareTile, referenceTile } from '#engine/quality/metrics/ssimulacra2/tile-meter.ts';
import { VisualMeter, type Shown } from '#engine/quality/metrics/ssimulacra2/visual-meter.ts';
import { bandOf, type Raster } from '#engine/base/raster.ts';
import { probeOf } from '#engine/search/quality/mosaic.ts';
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
    expect(sampleTiles(600, 500)).toEqual({ spots: [{ x: 0, y: 0, width: 600, height: 500 }], cover: [] });
  });

  const SIZES = [
    [640, 481],
    [726, 817],
    [1911, 1502],
    [2000, 1500],
    [6001, 4003],
    [20_000, 90],
  ] as const;

  it('looks at the same places of a picture that is mirrored or turned', () => {
    for (const [width, height] of SIZES) {
      const { spots, cover } = sampleTiles(width, height);
      const turned = sampleTiles(height, width);
      for (const [tiles, across] of [
        [spots, turned.spots],
        [cover, turned.cover],
      ] as const) {
        const places = tiles.map(({ x, y, ...size }) => [x, y, size.width, size.height]);
        const mirrored = tiles.map((tile) => [width - tile.x - tile.width, tile.y, tile.width, tile.height]);
        const transposed = across.map((tile) => [tile.y, tile.x, tile.height, tile.width]);
        // The middle of an odd side is half a pixel, which tells where tiles have gaps between them.
        const most = width > 5000 ? 1 : 0;
        expect(furthest(places, mirrored), `${width} mirrored`).toBeLessThanOrEqual(most);
        expect(furthest(places, transposed), `${width} transposed`).toBe(0);
      }
    }
  });

  it('begins its cells at the same pixels from either end', () => {
    for (const [width, height] of SIZES) {
      const { spots, cover } = sampleTiles(width, height);
      for (const tile of [...spots, ...cover])
        for (const side of [tile.width, tile.height]) expect(side < 128 || side % 4 === 0).toBe(true);
    }
  });

  it('stays inside, and covers pictures of up to five megapixels', () => {
    for (const [width, height] of SIZES) {
      const { spots, cover } = sampleTiles(width, height);
      for (const tile of [...spots, ...cover]) {
        expect(tile.x + tile.width).toBeLessThanOrEqual(width);
        expect(tile.y + tile.height).toBeLessThanOrEqual(height);
      }
      const covered = cover.reduce((sum, tile) => sum + tile.width * tile.height, 0);
      expect(covered).toBeGreaterThanOrEqual(width < 5000 ? (width - 2) * (height - 2) : 0);
      expect(covered).toBeLessThan(5e6);
    }
  });
});

/** The longest way from a place to the nearest of others, px. */
function furthest(places: readonly number[][], others: readonly number[][]): number {
  const apart = (a: readonly number[], b: readonly number[]): number =>
    Math.max(...a.map((value, i) => Math.abs(value - b[i]!)));
  return Math.max(...places.map((place) => Math.min(...others.map((other) => apart(place, other)))));
}

function whole(picture: Raster): Uint8Array {
  return rgbTile(picture, { x: 0, y: 0, width: picture.width, height: picture.height }, 255);
}

describe('VisualMeter', () => {
  it('scores a raster the same whole, copied and by bands, and again once its reference was freed', async () => {
    for (const picture of [photoLike(300, 200), withSoftAlpha(photoLike(900, 700))]) {
      const bytes = await image.encodeWebp(picture, { quality: 60 });
      const meter = new VisualMeter(picture);
      const scores = (shown: Shown, by = meter) => [by.scoreSpots(shown), by.scoreCover(shown)];
      const score = scores(meter.shown(await image.decode(bytes)));
      const last = await image.decode(bytes);
      expect(scores(meter.copied(last))).toEqual(score);
      expect(last.data.length).toBe(0);
      const bands = meter.byBands();
      const shown = await image.decode(bytes);
      for (let y = 0; y < shown.height; y += 64)
        bands.add(bandOf(shown, y, Math.min(64, shown.height - y)), y);
      expect(scores(bands.shown())).toEqual(score);
      meter.release();
      expect(scores(meter.shown(await image.decode(bytes)))).toEqual(score);
      const forgetful = new VisualMeter(picture, undefined, false);
      for (const round of [1, 2])
        expect(scores(meter.shown(await image.decode(bytes)), forgetful), `${round}`).toEqual(score);
    }
  });

  it('scores the spots of a whole by what a meter of its part computed of them', () => {
    const [picture, other] = [photoLike(1200, 900), photoLike(1200, 900, 6)];
    const sampling = sampleTiles(1200, 900);
    const [part, shownPart] = [probeOf(picture, sampling, 0), probeOf(other, sampling, 0)];
    const ofPart = new VisualMeter(part.raster, part.sampling);
    const score = ofPart.scoreSpots(ofPart.shown(shownPart.raster));
    const sharing = new VisualMeter(picture, sampling);
    sharing.shareSpotsOf(ofPart);
    expect(sharing.scoreSpots(sharing.shown(other))).toEqual(score);
    const alone = new VisualMeter(picture, sampling);
    expect(alone.scoreSpots(alone.shown(other))).toEqual(score);
  });
});
