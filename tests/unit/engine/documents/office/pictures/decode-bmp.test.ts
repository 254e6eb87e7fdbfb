import { describe, expect, it } from 'vitest';
import { isEngineError } from '#engine/api/errors.ts';
import { decodeBmp, isBmp } from '#engine/documents/office/pictures/decode-bmp.ts';

interface BmpSpec {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  /** Entries of blue, green, red, unused. */
  readonly palette?: readonly (readonly number[])[];
  /** Rows as stored, padded by the builder. */
  readonly rows: readonly (readonly number[])[];
  readonly compression?: number;
  readonly headerSize?: number;
}

function bmp({ width, height, depth, palette = [], rows, compression = 0, headerSize = 40 }: BmpSpec) {
  const stride = Math.ceil((width * depth) / 32) * 4;
  const pixelsAt = 54 + palette.length * 4;
  const file = new Uint8Array(Math.max(55, pixelsAt + stride * rows.length));
  const view = new DataView(file.buffer);
  file.set([0x42, 0x4d]);
  view.setUint32(10, pixelsAt, true);
  view.setUint32(14, headerSize, true);
  view.setInt32(18, width, true);
  view.setInt32(22, height, true);
  view.setUint16(28, depth, true);
  view.setUint32(30, compression, true);
  palette.forEach((entry, index) => file.set(entry, 54 + index * 4));
  rows.forEach((row, index) => file.set(row, pixelsAt + stride * index));
  return file;
}

const BLACK = [0, 0, 0];
const RED = [255, 0, 0];
const palette = [
  [0, 0, 0, 0],
  [0, 0, 255, 0],
];
const samples = (spec: BmpSpec): number[] => [...decodeBmp(bmp(spec)).data];

describe('decodeBmp', () => {
  it.each([
    ['1 bit', { width: 2, height: 1, depth: 1, palette, rows: [[0b0100_0000]] }],
    ['4 bits', { width: 2, height: 1, depth: 4, palette, rows: [[0x01]] }],
    ['8 bits', { width: 2, height: 1, depth: 8, palette, rows: [[0, 1]] }],
    ['24 bits', { width: 2, height: 1, depth: 24, rows: [[0, 0, 0, 0, 0, 255]] }],
    ['32 bits', { width: 2, height: 1, depth: 32, rows: [[0, 0, 0, 9, 0, 0, 255, 9]] }],
  ])('reads %s a pixel', (_, spec) => {
    expect(samples(spec)).toEqual([...BLACK, ...RED]);
  });

  it('reads rows from the bottom up unless the height is negative', () => {
    const rows = [
      [0, 0, 0],
      [0, 0, 255],
    ];
    expect(samples({ width: 1, height: 2, depth: 24, rows })).toEqual([...RED, ...BLACK]);
    expect(samples({ width: 1, height: -2, depth: 24, rows })).toEqual([...BLACK, ...RED]);
  });

  it('takes colours outside the palette for black', () => {
    expect(samples({ width: 1, height: 1, depth: 8, palette, rows: [[7]] })).toEqual(BLACK);
  });

  const plain = { width: 1, height: 1, depth: 24, rows: [[0, 0, 0]] };
  it.each([
    ['run-length coding', { ...plain, compression: 1 }, 'unsupported'],
    ['16 bits a pixel', { ...plain, depth: 16 }, 'unsupported'],
    ['an old header', { ...plain, headerSize: 12 }, 'unsupported'],
    ['rows that are missing', { ...plain, height: 30 }, 'damaged'],
    ['no width', { ...plain, width: 0, rows: [] }, 'damaged'],
    ['too many pixels', { ...plain, width: 100_000, height: 100_000 }, 'too-large'],
  ])('refuses %s', (_, spec, code) => {
    let thrown: unknown;
    try {
      decodeBmp(bmp(spec));
    } catch (error) {
      thrown = error;
    }
    expect(isEngineError(thrown) && thrown.code).toBe(code);
  });

  it('is asked only for files that begin as one', () => {
    expect(isBmp(bmp(plain))).toBe(true);
    expect(isBmp(new Uint8Array(60))).toBe(false);
    expect(isBmp(new Uint8Array([0x42, 0x4d]))).toBe(false);
  });
});
