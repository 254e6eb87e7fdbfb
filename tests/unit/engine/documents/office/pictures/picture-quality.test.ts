import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
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
  it('are chosen by what they take in a package', async () => {
    const { deflate } = createNativeCodecs();
    const of = (bytes: Uint8Array) => ({ bytes, format: 'png', score: null, isResized: false }) as const;
    const [short, long] = [new Uint8Array([1, 2, 3]), new Uint8Array([1, 2, 3, 4])];
    expect((await smallestOf([null, of(long), of(short), of(short)], deflate))?.bytes).toBe(short);
    const [dense, even] = [new Uint8Array(randomBytes(300)), new Uint8Array(4000)];
    expect((await smallestOf([of(dense), of(even)], deflate))?.bytes).toBe(even);
    expect(await smallestOf([null], deflate)).toBeNull();
  });

  it('are sorted by the colours of their source', () => {
    const data = new Uint8Array([1, 2, 3, 1, 2, 3, 4, 5, 6]);
    expect(countColours({ width: 3, height: 1, channels: 3, space: 'rgb', data })).toBe(2);
  });
});
