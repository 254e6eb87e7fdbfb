import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEngineError } from '#engine/index.ts';
import { findEmfBitmap } from '#engine/documents/office/metafiles/emf-bitmap.ts';
import { findWmfBitmap } from '#engine/documents/office/metafiles/wmf-bitmap.ts';
import { decodeBmp } from '#engine/documents/office/pictures/decode-bmp.ts';
import { photoBmp } from '#tests/fixtures/deck-pictures.ts';
import { bitmapEmf, bitmapWmf, emfRecord, wmfRecord } from '#tests/fixtures/metafiles.ts';
import { packageFaults } from '#tests/fixtures/read-deck.ts';
import { codesOf } from '#tests/support/engine-run.ts';
import { pictureDeck, shrink } from '#tests/support/shrink-deck.ts';

const size = { width: 120, height: 90 };
const bmp = photoBmp(size.width, size.height);
const spec = { ...size, bmp };

describe('metafiles that are one bitmap', () => {
  it('are read with every sample', () => {
    expect(findEmfBitmap(bitmapEmf(spec))?.data).toEqual(decodeBmp(bmp).data);
    expect(findWmfBitmap(bitmapWmf(spec))?.data).toEqual(decodeBmp(bmp).data);
  });

  it('become pictures, with names, types and references', async () => {
    const deck = await shrink(
      pictureDeck({ 'a.emf': bitmapEmf(spec), 'b.wmf': bitmapWmf({ ...spec, bmp: photoBmp(120, 90) }) }),
    );
    const media = Object.keys(deck.parts).filter((name) => name.includes('media'));
    expect(media.filter((name) => /\.[ew]mf$/.test(name))).toEqual([]);
    expect(packageFaults(deck)).toEqual([]);
    expect(codesOf(deck)).toContain('metafiles-converted');
    expect(deck.bytes.length).toBeLessThan(deck.source.length / 3);
  });

  it('may set modes, windows and private comments before the bitmap', () => {
    const records = [
      emfRecord(17, [8]),
      emfRecord(10, [0, 0]),
      emfRecord(9, [120, 90]),
      emfRecord(11, [120, 90]),
    ];
    expect(
      findEmfBitmap(bitmapEmf({ ...spec, records: [...records, emfRecord(70, [4, 1])] })),
    ).not.toBeNull();
    expect(findWmfBitmap(bitmapWmf({ ...spec, records: [wmfRecord(0x0107, [3])] }))).not.toBeNull();
  });

  it.each([
    ['a line besides', { records: [emfRecord(54, [5, 5])] }],
    ['a second drawing in GDI+', { records: [emfRecord(70, [8, 0x2b464d45, 0])] }],
    ['a window without a viewport', { records: [emfRecord(9, [240, 180])] }],
    ['a clip inside the picture', { records: [emfRecord(30, [10, 10, 60, 60])] }],
    ['a border around it', { share: 0.9 }],
    ['an edge one pixel outside the frame', { share: 121 / 120 }],
    ['a mirrored bitmap', { share: -1 }],
    ['an operation that mixes', { operation: 0x008800c6 }],
  ])('stay as they are with %s', (_, facts) => {
    expect(findEmfBitmap(bitmapEmf({ ...spec, ...facts }))).toBeNull();
  });

  it.each([
    ['a line besides', { records: [wmfRecord(0x0213, [5, 5])] }],
    ['a border around it', { share: 0.9 }],
    ['an operation that mixes', { operation: 0x008800c6 }],
  ])('stay as they are in WMF with %s', (_, facts) => {
    expect(findWmfBitmap(bitmapWmf({ ...spec, ...facts }))).toBeNull();
  });

  it('answer damage with nothing or an engine error', () => {
    const sources = [bitmapEmf(spec), bitmapWmf(spec)];
    fc.assert(
      fc.property(fc.nat(1), fc.nat(250), fc.nat(7), fc.nat(40_000), (which, at, bit, length) => {
        const damaged = sources[which]!.slice(0, length % 3 === 0 ? length : undefined);
        if (at < damaged.length) damaged[at]! ^= 1 << bit;
        try {
          const raster = which === 0 ? findEmfBitmap(damaged) : findWmfBitmap(damaged);
          if (raster) expect(raster.data.length).toBe(raster.width * raster.height * 3);
        } catch (error) {
          expect(isEngineError(error)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});
