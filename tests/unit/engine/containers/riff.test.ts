import { describe, expect, it } from 'vitest';
import {
  canvasSize,
  markerOf,
  readRiff,
  withWebpMetadata,
  writeRiff,
  type RiffChunk,
} from '#engine/containers/riff.ts';

const chunk = (type: string, ...data: number[]): RiffChunk => ({ type, data: Uint8Array.from(data) });
/** Signature, then 14 bits of width and of height less one, then the alpha flag. */
const lossless = (width: number, height: number, alpha = 0) => {
  const bits = (width - 1) | ((height - 1) << 14) | (alpha << 28);
  return chunk('VP8L', 0x2f, bits & 255, (bits >> 8) & 255, (bits >> 16) & 255, bits >>> 24);
};
const lossy = chunk('VP8 ', 0, 0, 0, 0x9d, 0x01, 0x2a, 0x2c, 0x41, 0xc8, 0x80);
const typesOf = (bytes: Uint8Array) => readRiff(bytes).map(({ type }) => type);

describe('readRiff and writeRiff', () => {
  it('give back the chunks they were given, with odd lengths padded', () => {
    const chunks = [lossless(3, 4), chunk('EXIF', 1, 2, 3), chunk('XMP ')];
    const bytes = writeRiff(chunks);
    expect(bytes.length % 2).toBe(0);
    expect(readRiff(bytes)).toEqual(chunks);
  });

  it('ignore what follows the declared size', () => {
    const bytes = Uint8Array.from([...writeRiff([lossy]), 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(typesOf(bytes)).toEqual(['VP8 ']);
  });

  it('read a view into a larger buffer', () => {
    const bytes = writeRiff([lossless(3, 4)]);
    const inside = new Uint8Array(bytes.length + 7);
    inside.set(bytes, 7);
    expect(typesOf(inside.subarray(7))).toEqual(['VP8L']);
  });

  it.each([
    ['shorter than its header says', writeRiff([lossy]).subarray(0, 24)],
    ['cut within a chunk', Uint8Array.from([...writeRiff([chunk('ICCP', 1, 2)]).subarray(0, 20), 9, 9])],
    ['without a picture', writeRiff([chunk('ICCP', 1, 2), chunk('EXIF', 1, 2)])],
    ['of a header alone', new Uint8Array(12)],
  ])('refuse a file %s', (_, bytes) => {
    expect(() => readRiff(bytes)).toThrow(expect.objectContaining({ code: 'damaged' }));
  });
});

describe('canvasSize', () => {
  it.each([
    ['a lossless bitstream', [lossless(16_384, 9000)], { width: 16_384, height: 9000 }],
    ['a lossy bitstream, without its scaling bits', [lossy], { width: 300, height: 200 }],
    [
      'an extended header',
      [chunk('VP8X', 0, 0, 0, 0, 1, 0, 1, 2, 0, 0), lossy],
      { width: 65_538, height: 3 },
    ],
  ])('reads %s', (_, chunks, size) => {
    expect(canvasSize(chunks)).toEqual(size);
  });

  it('refuses chunks without a size', () => {
    expect(() => canvasSize([chunk('VP8L', 0x2f)])).toThrow(expect.objectContaining({ code: 'damaged' }));
  });
});

describe('withWebpMetadata', () => {
  const none = { icc: null, exif: null, marker: null };
  const headerOf = (bytes: Uint8Array) => readRiff(bytes)[0]!.data;

  it('leaves a plain file as it is when there is nothing to add', () => {
    const bare = writeRiff([lossy]);
    expect(withWebpMetadata(bare, none)).toBe(bare);
  });

  it('writes profile, EXIF and marker in the order of the specification, with their flags', () => {
    const metadata = { icc: Uint8Array.of(1), exif: Uint8Array.of(2), marker: 'fp71' };
    const bytes = withWebpMetadata(writeRiff([lossless(300, 200, 1)]), metadata);
    expect(typesOf(bytes)).toEqual(['VP8X', 'ICCP', 'VP8L', 'EXIF', 'FPRS']);
    expect([...headerOf(bytes)]).toEqual([0x38, 0, 0, 0, 43, 1, 0, 199, 0, 0]);
  });

  it('takes back what the header says of metadata that is gone', () => {
    const header = chunk('VP8X', 0x10 | 0x04 | 0x08 | 0x20, 0, 0, 0, 43, 1, 0, 199, 0, 0);
    const bytes = withWebpMetadata(writeRiff([header, chunk('ALPH', 0), lossy]), none);
    expect(typesOf(bytes)).toEqual(['VP8X', 'ALPH', 'VP8 ']);
    expect([...headerOf(bytes)]).toEqual([0x10, 0, 0, 0, 43, 1, 0, 199, 0, 0]);
  });

  it('replaces older metadata and keeps the animation flag', () => {
    const header = chunk('VP8X', 0x02 | 0x04 | 0x20, 0, 0, 0, 2, 0, 0, 3, 0, 0);
    const bare = writeRiff([header, chunk('ICCP', 9), chunk('ANMF', 0), chunk('XMP ', 7)]);
    const bytes = withWebpMetadata(bare, { ...none, exif: Uint8Array.of(5) });
    expect(typesOf(bytes)).toEqual(['VP8X', 'ANMF', 'EXIF']);
    expect(headerOf(bytes)[0]).toBe(0x02 | 0x08);
  });

  it('puts the marker of a lossy still behind its frame, once, and needs no header for it', () => {
    const marked = withWebpMetadata(writeRiff([lossy]), { ...none, marker: 'fp71' });
    expect(readRiff(marked)).toEqual([
      { type: 'VP8 ', data: Uint8Array.of(...lossy.data, ...letters('fp71')) },
    ]);
    const again = withWebpMetadata(marked, { ...none, marker: 'fp62' });
    expect(again.length).toBe(marked.length);
    expect([markerOf(readRiff(marked)), markerOf(readRiff(again))]).toEqual(['fp71', 'fp62']);
  });

  it.each([
    ['a chunk', [lossless(30, 20), chunk('FPRS', ...letters('fp85'))], 'fp85'],
    ['nowhere', [lossy], null],
  ])('finds a marker in %s', (_, chunks, marker) => {
    expect(markerOf(chunks)).toBe(marker);
  });
});

function letters(text: string): number[] {
  return [...new TextEncoder().encode(text)];
}
