import { describe, expect, it } from 'vitest';
import { withMetadata } from '#engine/formats/jpeg/rebuild.ts';
import { readJpegStructure } from '#engine/containers/jpeg/segments.ts';
import {
  commonFloor,
  generationFloor,
  generationMarker,
  isAlreadyCompressed,
  placementFloor,
  readMarker,
  withPlacementMarker,
} from '#engine/metadata/generation-marker.ts';
import { drawingPng, photoJpeg } from '#tests/fixtures/deck-pictures.ts';
import { codecs } from '#tests/support/engine-run.ts';

const marked = (bytes: Uint8Array, format: 'jpeg' | 'png', isResized = true) =>
  withPlacementMarker({ bytes, format, score: null, isResized }, 70).bytes;

it('reads the floor of both kinds of marker back, and of no other text', () => {
  expect(generationMarker(70.6)).toBe('fp71');
  expect(['fp71', 'fs62', 'fp', 'fp100', 'xp71', 'a fp71'].map(readMarker)).toEqual([
    71,
    62,
    null,
    null,
    null,
    null,
  ]);
});

it('allows another generation only for a notably lower floor', () => {
  expect([71, 74, 68, 67].map((floor) => isAlreadyCompressed(71, floor))).toEqual([true, true, true, false]);
  expect(isAlreadyCompressed(null, 71)).toBe(false);
});

it.each([
  [null, 62, 62],
  [62, 71, 71],
  [71, 71, 71],
  [80, 75, 85],
])('adds the loss of a pass at %s to what a floor of %i allows', (previous, floor, expected) => {
  expect(generationFloor(previous, floor)).toBe(expected);
});

it('names the floor that both passes keep', () => {
  expect(commonFloor(80, generationFloor(80, 75))).toBeCloseTo(75);
  expect([commonFloor(null, 62), commonFloor(10, 20)]).toEqual([62, 0]);
});

describe('the mark of a picture made for its place', () => {
  it('takes the place of an older one in a JPEG, after application data', async () => {
    const kept = { icc: new Uint8Array(200), orientation: 1, density: null, comment: 'fp90' };
    const bytes = marked(withMetadata(await photoJpeg(64, 64), kept), 'jpeg');
    const comments = readJpegStructure(bytes).segments.filter(({ marker }) => marker === 0xfe);
    expect(comments.map(({ payload }) => String.fromCharCode(...payload))).toEqual(['fs70']);
    expect(placementFloor(bytes)).toBe(70);
    expect((await codecs.image.decode(bytes)).width).toBe(64);
  });

  it('stands in a PNG that was brought down, once', async () => {
    const bytes = marked(marked(await drawingPng(40, 40), 'png'), 'png');
    expect(placementFloor(bytes)).toBe(70);
    expect(String.fromCharCode(...bytes).split('tEXt')).toHaveLength(2);
    expect((await codecs.image.decode(bytes)).width).toBe(40);
  });

  it('stands in a PNG that lost colours at its size', async () => {
    const png = { bytes: await drawingPng(40, 40), format: 'png', score: 75, isResized: false };
    expect(placementFloor(withPlacementMarker(png, 70).bytes)).toBe(70);
  });

  it('is not put into a PNG that lost nothing, nor taken from a mark of single pictures', async () => {
    const png = await drawingPng(40, 40);
    expect(marked(png, 'png', false)).toBe(png);
    const kept = { icc: null, orientation: 1, density: null, comment: 'fp70' };
    expect(placementFloor(withMetadata(await photoJpeg(64, 64), kept))).toBeNull();
  });
});
