import { describe, expect, it } from 'vitest';
import { countColours } from '#engine/documents/office/pictures/count-colours.ts';
import { smallestOf } from '#engine/documents/office/pictures/new-picture.ts';
import {
  floorFor,
  jpegFloorFor,
  minQualityFor,
  presetQuality,
} from '#engine/documents/office/pictures/picture-quality.ts';
import { UNKNOWN_USE } from '#engine/documents/office/drawing/picture-use.ts';

const full = { ...UNKNOWN_USE, coversPage: true };
const exact = { ...UNKNOWN_USE, needsExactColours: true };
const at = (floor: number) => ({ ...presetQuality('balanced'), floor });

describe('floors of a picture', () => {
  it.each([
    [71, 71, 77, 79, 83],
    [92, 92, 95, 95, 95],
    [97, 97, 97, 97, 97],
    [100, 100, 100, 100, 100],
  ])('of %i rise with its place, never above 95 by that', (floor, plain, covering, jpeg, coveringJpeg) => {
    expect(floorFor(UNKNOWN_USE, at(floor))).toBe(plain);
    expect(floorFor(full, at(floor))).toBe(covering);
    expect(jpegFloorFor(UNKNOWN_USE, at(floor))).toBe(jpeg);
    expect(jpegFloorFor(full, at(floor))).toBe(coveringJpeg);
  });

  it('forbid any loss where colours are compared', () => {
    expect(floorFor(exact, at(62))).toBe(100);
    expect(jpegFloorFor(exact, at(62))).toBe(100);
  });

  it('come with a least quality against bands', () => {
    expect(minQualityFor(full)).toBeGreaterThan(minQualityFor(UNKNOWN_USE));
  });

  it('allow cropping in the smallest preset only', () => {
    const crops = (['small', 'balanced', 'high', 'lossless'] as const).filter(
      (preset) => presetQuality(preset).removesHidden,
    );
    expect(crops).toEqual(['small']);
  });
});

describe('candidates', () => {
  it('are chosen by length', () => {
    const of = (length: number) =>
      ({ bytes: new Uint8Array(length), format: 'png', score: null, isResized: false }) as const;
    expect(smallestOf([null, of(3), of(2), of(2)])?.bytes.length).toBe(2);
    expect(smallestOf([null])).toBeNull();
  });

  it('are sorted by the colours of their source', () => {
    const data = new Uint8Array([1, 2, 3, 1, 2, 3, 4, 5, 6]);
    expect(countColours({ width: 3, height: 1, channels: 3, space: 'rgb', data })).toBe(2);
  });
});
