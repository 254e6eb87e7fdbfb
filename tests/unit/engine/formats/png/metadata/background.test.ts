import { describe, expect, it } from 'vitest';
import { imageHeader, readChunks, writeChunks, type Chunk } from '#engine/containers/png/chunks.ts';
import { withBackground } from '#engine/formats/png/metadata/background.ts';
import { bytesChunk } from '#tests/fixtures/pictures/png-chunks.ts';

const head = (colourType: number, depth = 8) =>
  imageHeader({ width: 1, height: 1, depth, colourType, isInterlaced: false });
const DATA = bytesChunk('IDAT', 1);
const END = bytesChunk('IEND');
const PINK = bytesChunk('bKGD', 0, 200, 0, 10, 0, 30);

/** Chunks of a result after {@link withBackground}. */
function result(png: readonly Chunk[], source: readonly Chunk[]): Record<string, number[]> {
  const chunks = readChunks(withBackground(writeChunks(png), source));
  return Object.fromEntries(chunks.map(({ type, data }) => [type, [...data]]));
}

describe('withBackground', () => {
  const palette = (colours: number, depth = 8) => [
    head(3, depth),
    bytesChunk('PLTE', ...Array.from({ length: 3 * colours }, (_, i) => i % 250)),
    bytesChunk('tRNS', 0),
    DATA,
    END,
  ];

  it('adds the colour to a palette with room', () => {
    const found = result(palette(3), [head(6), PINK]);
    expect(found['PLTE']!.slice(9)).toEqual([200, 10, 30]);
    expect(found['bKGD']).toEqual([3]);
  });

  it('takes the nearest colour of a palette that is full', () => {
    const found = result(palette(4, 2), [head(6), bytesChunk('bKGD', 0, 6, 0, 7, 0, 9)]);
    expect(found['PLTE']).toHaveLength(12);
    expect(found['bKGD']).toEqual([2]);
  });

  it.each([
    [
      'an index',
      [head(3), bytesChunk('PLTE', 0, 0, 0, 200, 10, 30), bytesChunk('bKGD', 1)],
      [0, 200, 0, 10, 0, 30],
    ],
    ['two bits of grey', [head(0, 2), bytesChunk('bKGD', 0, 2)], [0, 170, 0, 170, 0, 170]],
    ['sixteen bits', [head(6, 16), bytesChunk('bKGD', 200, 200, 10, 10, 30, 30)], [0, 200, 0, 10, 0, 30]],
  ])('writes what is stored as %s into a picture of colours', (_, source, expected) => {
    expect(result([head(6), DATA, END], source)['bKGD']).toEqual(expected);
  });

  it.each([
    ['of an index that there is not', [head(3), bytesChunk('PLTE', 0, 0, 0), bytesChunk('bKGD', 7)]],
    ['cut short', [head(6), bytesChunk('bKGD', 0, 2)]],
  ])('leaves out a background %s', (_, source) => {
    expect(result([head(6), DATA, END], source)).not.toHaveProperty('bKGD');
  });

  it('leaves it out where nothing is transparent', () => {
    expect(result([head(2), DATA, END], [head(6), PINK])).not.toHaveProperty('bKGD');
  });
});
