import { describe, expect, it } from 'vitest';
import { blockMeans, BlockMeansByBands } from '#engine/quality/metrics/block-means.ts';
import { bandOf, type Raster } from '#engine/base/raster.ts';
import { photoLike, randomNumbers } from '#tests/fixtures/pictures/generated-pictures.ts';
import { smoothPicture } from '#tests/fixtures/pictures/smooth-pictures.ts';
import { areaScore } from '#tests/support/visual-score.ts';

const FLOOR = 71;
const SIZE = { width: 240, height: 192 };
const fog = smoothPicture('fog', SIZE, 2);

type Change = (value: number, place: { x: number; y: number; channel: number }) => number;

function changed(raster: Raster, change: Change): Raster {
  const { width, channels } = raster;
  const data = new Uint8ClampedArray(raster.data);
  for (let pixel = 0, at = 0; at < data.length; pixel++)
    for (let channel = 0; channel < channels; channel++, at++)
      data[at] = change(data[at]!, { x: pixel % width, y: Math.floor(pixel / width), channel });
  return { ...raster, data: new Uint8Array(data) };
}

/** Red goes up and blue down, as where a pale blue becomes grey. */
const warmer =
  (levels: number): Change =>
  (value, { channel }) =>
    value + levels * (1 - channel);

function withAlpha(raster: Raster, alpha: number): Raster {
  const data = new Uint8Array((raster.data.length / 3) * 4).fill(alpha);
  for (let i = 0; i < raster.data.length; i++) data[Math.floor(i / 3) * 4 + (i % 3)] = raster.data[i]!;
  return { ...raster, channels: 4, data };
}

function byBands(reference: Raster, candidate: Raster): BlockMeansByBands['blocks'] {
  const seen = new BlockMeansByBands(reference, [255]);
  for (let y = 0; y < candidate.height; y += 80)
    seen.add(bandOf(candidate, y, Math.min(80, candidate.height - y)), y);
  return seen.blocks;
}

describe('the score of areas', () => {
  it('knows no loss in the same picture', () => {
    expect(areaScore(fog, fog)).toBe(100);
  });

  it('is the same of a candidate that comes in bands', () => {
    for (const candidate of [changed(fog, warmer(4)), changed(fog, (value) => value / 2)]) {
      expect(byBands(fog, candidate)).toEqual(blockMeans(fog, candidate));
    }
  });

  it('forgives grain and dither', () => {
    const random = randomNumbers(3);
    const grain = changed(fog, (value) => value + 24 * (random() + random() - 1));
    const dither = changed(fog, (value, { x, y }) => value + ((x + y) % 4 < 2 ? 6 : -6));
    expect(areaScore(fog, grain)).toBeGreaterThan(85);
    expect(areaScore(fog, dither)).toBeGreaterThan(85);
  });

  it('sees four levels on a quarter of the picture, in brightness and in hue', () => {
    const isThere = ({ x, y }: { x: number; y: number }) => x < 120 && y < 96;
    const lighter = changed(fog, (value, place) => value + (isThere(place) ? 4 : 0));
    const greyer = changed(fog, (value, place) => (isThere(place) ? warmer(4)(value, place) : value));
    expect(areaScore(fog, lighter)).toBeLessThan(FLOOR);
    expect(areaScore(fog, greyer)).toBeLessThan(FLOOR);
  });

  it('looks at every block over white and over black where only part of a picture is see-through', () => {
    const half = withAlpha(fog, 255);
    for (let at = 3; at < half.data.length; at += 4) if (at > half.data.length / 2) half.data[at] = 128;
    const [white, black] = blockMeans(half, half);
    expect(black?.pixels).toEqual(white.pixels);
    const opaque = (white.before.length / 3 / 2) * 3;
    expect(black?.before.slice(0, opaque)).toEqual(white.before.slice(0, opaque));
    expect(black?.before.slice(opaque)).not.toEqual(white.before.slice(opaque));
  });

  it('sees a little all over, and in a corner only what is much', () => {
    const inCorner = (levels: number) =>
      changed(fog, (value, place) => (place.x < 48 && place.y < 48 ? warmer(levels)(value, place) : value));
    expect(areaScore(fog, changed(fog, warmer(2)))).toBeLessThan(FLOOR);
    expect(areaScore(fog, inCorner(2))).toBeGreaterThan(FLOOR);
    expect(areaScore(fog, inCorner(6))).toBeLessThan(FLOOR);
  });

  it.each([
    ['palette', true],
    ['rounded', true],
    ['blocks', false],
    ['page', false],
  ] as const)('of %s asks for the pale tint of a box on a large page: %s', (as, isAsked) => {
    const page: Raster = {
      ...{ width: 800, height: 640, channels: 3, space: 'rgb' },
      data: new Uint8Array(800 * 640 * 3).fill(240),
    };
    const isBox = ({ x, y }: { x: number; y: number }, left: number): boolean =>
      x >= left && x < left + 112 && y >= 320 && y < 416;
    for (const left of [0, 200, 688]) {
      const pale = changed(page, (value, place) =>
        place.channel === 2 && isBox(place, left) ? value - 4 : value,
      );
      const less = changed(page, (value, place) =>
        place.channel === 2 && isBox(place, left) ? value - 3 : value,
      );
      expect(areaScore(pale, page, as) < FLOOR).toBe(isAsked);
      expect(areaScore(pale, less, as)).toBeGreaterThan(FLOOR);
    }
  });

  it('lets moves cancel out that change from block to block', () => {
    const checks = changed(fog, (value, { x, y }) => value + (((x >> 4) + (y >> 4)) % 2 === 0 ? 4 : -4));
    expect(areaScore(fog, checks)).toBeGreaterThan(FLOOR);
  });

  it('leaves texture to the score of structure', () => {
    const random = randomNumbers(5);
    const foliage = changed(fog, () => 255 * random());
    expect(areaScore(foliage, changed(foliage, warmer(4)))).toBe(100);
  });

  it('sees over black what does not show over white', () => {
    const white = withAlpha(
      changed(fog, () => 255),
      120,
    );
    const fainter = changed(white, (value, { channel }) => (channel === 3 ? value - 3 : value));
    expect(areaScore(white, fainter)).toBeLessThan(FLOOR);
  });

  it('has nothing left for a lost part and for another size', () => {
    const picture = photoLike(300, 200);
    const noisy = changed(picture, (value, { channel }) => value + channel);
    const lost = changed(picture, (value, { x, y }) =>
      x >= 100 && x < 132 && y >= 100 && y < 132 ? 0 : value,
    );
    expect(areaScore(picture, noisy)).toBeGreaterThan(0);
    expect(areaScore(picture, lost)).toBe(-Infinity);
    expect(areaScore(fog, { ...fog, height: 191 })).toBe(-Infinity);
  });
});
