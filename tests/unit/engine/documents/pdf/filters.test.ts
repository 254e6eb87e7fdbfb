import { describe, expect, it } from 'vitest';
import { decodeAscii85, decodeAsciiHex } from '#engine/documents/pdf/filters/ascii.ts';
import { decodeLzw } from '#engine/documents/pdf/filters/lzw.ts';
import { undoPredictor } from '#engine/documents/pdf/filters/predictor.ts';
import { decodeRunLength } from '#engine/documents/pdf/filters/run-length.ts';
import { toBytes, toText } from '#tests/fixtures/pdf/pdf-builder.ts';

describe('general filters', () => {
  it('reads hexadecimal with an odd last digit', () => {
    expect([...decodeAsciiHex(toBytes('01 fF\n7>99'), 9)]).toEqual([1, 255, 112]);
  });

  it('reads base 85 with its short form of zeros and a part of a group', () => {
    expect(toText(decodeAscii85(toBytes('87cURD]i,"Ebo7~>'), 20))).toBe('Hello World');
    expect([...decodeAscii85(toBytes('z!!~>'), 5)]).toEqual([0, 0, 0, 0, 0]);
  });

  it('reads runs, and stops at the mark', () => {
    expect([...decodeRunLength(Uint8Array.of(2, 7, 8, 9, 254, 5, 128, 1, 1), 100)]).toEqual([
      7, 8, 9, 5, 5, 5,
    ]);
  });

  it('reads the LZW example of the standard', () => {
    const coded = Uint8Array.of(0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01);
    expect([...decodeLzw(coded, 1, 100)]).toEqual([45, 45, 45, 45, 45, 65, 45, 45, 45, 66]);
  });

  it('refuses to unpack past the limit', () => {
    const runs = new Uint8Array(1000).fill(129);
    expect(() => decodeRunLength(runs, 1000)).toThrow(/unpacks to more/);
    expect(() => decodeAscii85(toBytes('zzz'), 11)).toThrow(/unpacks to more/);
    expect(() => decodeAsciiHex(toBytes('010203'), 2)).toThrow(/unpacks to more/);
    expect(() =>
      decodeLzw(Uint8Array.of(0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01), 1, 9),
    ).toThrow(/unpacks to more/);
  });
});

describe('predictors', () => {
  const params = { colors: 1, bitsPerComponent: 8, columns: 3 };
  it.each([
    ['none', [0, 1, 2, 3], [1, 2, 3]],
    ['left', [1, 1, 1, 1], [1, 2, 3]],
    ['average', [3, 10, 5, 5], [10, 10, 10]],
    ['Paeth', [4, 1, 2, 3], [1, 3, 6]],
  ])('undoes the PNG filter %s', (_name, row, expected) => {
    expect([...undoPredictor(Uint8Array.from(row), { ...params, predictor: 15 })]).toEqual(expected);
  });

  it('adds rows above', () => {
    const rows = Uint8Array.of(0, 1, 2, 3, 2, 1, 1, 1);
    expect([...undoPredictor(rows, { ...params, predictor: 12 })]).toEqual([1, 2, 3, 2, 3, 4]);
  });

  it('undoes the TIFF predictor with samples of four bits', () => {
    const row = { predictor: 2, colors: 1, bitsPerComponent: 4, columns: 4 };
    expect([...undoPredictor(Uint8Array.of(0x11, 0x11), row)]).toEqual([0x12, 0x34]);
  });
});
