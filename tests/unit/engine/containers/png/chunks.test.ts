import { describe, expect, it } from 'vitest';
import {
  imageHeader,
  joinedData,
  readChunks,
  readHeader,
  writeChunks,
  type Chunk,
} from '#engine/containers/png/chunks.ts';

const HEADER = { width: 3, height: 2, depth: 8, colourType: 6, isInterlaced: true };
const CHUNKS: readonly Chunk[] = [
  imageHeader(HEADER),
  { type: 'tEXt', data: Uint8Array.of(1, 0, 2) },
  { type: 'IDAT', data: Uint8Array.of(9, 8) },
  { type: 'IDAT', data: Uint8Array.of(7) },
  { type: 'IEND', data: new Uint8Array(0) },
];

/** Offset of the data of a chunk in a file of {@link CHUNKS}. */
function dataAt(index: number): number {
  return CHUNKS.slice(0, index).reduce((at, { data }) => at + 12 + data.length, 8) + 8;
}

describe('readChunks', () => {
  it('reads what writeChunks wrote, and nothing after the end', () => {
    const file = writeChunks(CHUNKS);
    expect(readChunks(Uint8Array.of(...file, 1, 2, 3))).toEqual(CHUNKS);
  });

  it('reads a file in the middle of a buffer', () => {
    const file = writeChunks(CHUNKS);
    const inside = Uint8Array.of(5, 5, 5, ...file).subarray(3);
    expect(readChunks(inside)).toEqual(CHUNKS);
  });

  it('leaves out an ancillary chunk with a wrong checksum', () => {
    const file = writeChunks(CHUNKS);
    file[dataAt(1)]! ^= 1;
    expect(readChunks(file).map(({ type }) => type)).toEqual(['IHDR', 'IDAT', 'IDAT', 'IEND']);
  });

  it.each([
    [
      'a broken critical chunk',
      (file: Uint8Array) => file.map((v, i) => (i === dataAt(2) ? v ^ 1 : v)),
      'checksum',
    ],
    ['a missing end', (file: Uint8Array) => file.subarray(0, -12), 'cut short'],
    ['a chunk that reaches past the end', (file: Uint8Array) => file.subarray(0, -14), 'cut short'],
    ['no header', () => writeChunks(CHUNKS.slice(1)), 'cut short'],
  ])('refuses %s', (_, damage, message) => {
    expect(() => readChunks(damage(writeChunks(CHUNKS)))).toThrow(message);
  });
});

describe('readHeader', () => {
  it('reads what imageHeader wrote', () => {
    expect(readHeader(CHUNKS)).toEqual(HEADER);
  });

  it.each([{ depth: 3 }, { colourType: 5 }])('refuses %o', (broken) => {
    expect(() => readHeader([imageHeader({ ...HEADER, ...broken })])).toThrow('header');
  });
});

it('joins the data of all chunks of a type', () => {
  expect([...joinedData(CHUNKS, 'IDAT')]).toEqual([9, 8, 7]);
  expect(joinedData(CHUNKS, 'fdAT')).toHaveLength(0);
});
