import { describe, expect, it } from 'vitest';
import { countColours } from '#engine/documents/office/pictures/count-colours.ts';
import { smallestOf } from '#engine/documents/office/pictures/new-picture.ts';
import { floorFor, presetQuality } from '#engine/documents/office/pictures/picture-quality.ts';
import { UNKNOWN_USE } from '#engine/documents/office/drawing/picture-use.ts';

const exact = { ...UNKNOWN_USE, needsExactColours: true };
const at = (floor: number) => ({ ...presetQuality({ preset: 'balanced' }), floor });

describe('the floor of a picture', () => {
  it('is that of the preset', () => {
    expect(floorFor(UNKNOWN_USE, at(62))).toBe(62);
  });

  it('forbids any loss where colours are compared', () => {
    expect(floorFor(exact, at(62))).toBe(100);
  });

  it('comes with crops in the smallest preset only', () => {
    const crops = (['small', 'balanced', 'high', 'lossless'] as const).filter(
      (preset) => presetQuality({ preset }).removesHidden,
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
