import { describe, expect, it } from 'vitest';
import { chooseSmallest } from '#engine/formats/png/choose-smallest.ts';
import { removedDescriptions } from '#engine/formats/png/metadata/removed-descriptions.ts';
import { PNG_HEADER, pngSource } from '#tests/support/png-sources.ts';

describe('chooseSmallest', () => {
  const packed = (bytes: number) => ({ kind: 'packed', bytes: new Uint8Array(bytes) }) as const;
  const palette = (bytes: number) =>
    ({ kind: 'palette', bytes: new Uint8Array(bytes), score: 72, colours: 16 }) as const;
  const rounded = (bytes: number) => ({ kind: 'rounded', bytes: new Uint8Array(bytes), score: 80 }) as const;

  it('takes the reduced picture where it is small enough', () => {
    const result = chooseSmallest(pngSource(), [palette(40_000), packed(50_000)]);
    expect(result).toMatchObject({ score: 72 });
    expect(result.changes).toEqual([
      {
        code: 'colours-reduced',
        detail: expect.stringContaining('16 colours') as string,
        savedBytes: 60_000,
      },
    ]);
  });

  it('takes what is packed without loss where colours would save little', () => {
    const result = chooseSmallest(pngSource(), [palette(40_000), packed(40_500)]);
    expect(result).toMatchObject({ score: null, changes: [{ code: 'packed', savedBytes: 59_500 }] });
  });

  it('takes the smaller of two lossy candidates', () => {
    const result = chooseSmallest(pngSource(), [palette(40_000), rounded(39_999), packed(50_000)]);
    expect(result).toMatchObject({ score: 80, changes: [{ code: 'samples-rounded', savedBytes: 60_001 }] });
  });

  it('takes what is packed without loss where rounding saves less than a tenth', () => {
    const result = chooseSmallest(pngSource(), [rounded(46_000), packed(50_000)]);
    expect(result).toMatchObject({ score: null, changes: [{ code: 'packed' }] });
  });

  it('takes any saving where it is told to', () => {
    const result = chooseSmallest(pngSource(), [rounded(49_999), packed(50_000)], () => 1);
    expect(result).toMatchObject({ score: 80 });
  });

  it('returns the source where nothing is smaller', () => {
    const original = pngSource();
    const result = chooseSmallest(original, [null, packed(100_000)]);
    expect(result.bytes).toBe(original.bytes);
    expect(result.skips).toMatchObject([{ code: 'not-smaller' }]);
  });

  it('reports what else was changed', () => {
    const chunks = [
      { type: 'tEXt', data: new Uint8Array(30) },
      { type: 'tIME', data: new Uint8Array(7) },
      { type: 'pHYs', data: new Uint8Array(9) },
    ];
    const ancillary = { ...pngSource().ancillary, orientation: 6 };
    const deep = pngSource({ chunks, ancillary, header: { ...PNG_HEADER, depth: 16 } });
    const result = chooseSmallest(deep, [palette(100), null]);
    expect(result.changes.map(({ code }) => code)).toEqual([
      'metadata-removed',
      'colours-reduced',
      '16-bit-to-8-bit',
    ]);
    expect(removedDescriptions(chunks, ancillary)).toEqual({
      bytes: 61,
      parts: 'text, time of the last change',
    });
  });
});
