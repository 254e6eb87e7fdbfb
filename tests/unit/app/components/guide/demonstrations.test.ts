import { describe, expect, it } from 'vitest';
import { encodeBlock } from '~/components/guide/dct.ts';
import { encodedBits, huffmanCode } from '~/components/guide/huffman.ts';
import { runLengthEncode } from '~/components/guide/run-length.ts';

describe('run-length demonstration', () => {
  it.each([
    ['', ''],
    ['WWWWWWBBB', '6W3B'],
    ['abc', 'abc'],
    ['aa1', '2a11'],
    ['éé😀😀😀', '2é3😀'],
  ])('encodes %j as %j', (text, encoded) => {
    expect(runLengthEncode(text)).toBe(encoded);
  });
});

describe('Huffman demonstration', () => {
  it('gives frequent letters shorter codes, none the beginning of another', () => {
    const entries = huffmanCode('aaaaaaaabbbbccd');
    expect(entries.map((entry) => [entry.symbol, entry.code.length])).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
      ['d', 3],
    ]);
    for (const one of entries) {
      for (const other of entries) {
        if (one !== other) expect(other.code.startsWith(one.code)).toBe(false);
      }
    }
    expect(encodedBits(entries)).toBe(8 + 8 + 6 + 3);
  });

  it.each([
    ['', 0],
    ['aaaa', 4],
  ])('handles the text %j', (text, bits) => {
    expect(encodedBits(huffmanCode(text))).toBe(bits);
  });
});

describe('JPEG demonstration', () => {
  const ramp = Array.from({ length: 64 }, (_, index) => 60 + (index & 7) * 12 + (index >> 3) * 6);

  it('keeps an even block as a single number', () => {
    const block = encodeBlock(new Array(64).fill(180), 75);
    expect(block.kept).toBe(1);
    expect(Math.max(...block.pixels) - Math.min(...block.pixels)).toBe(0);
  });

  it('restores a block at quality 100 to within two levels', () => {
    const { pixels } = encodeBlock(ramp, 100);
    expect(
      Math.max(...pixels.map((value, index) => Math.abs(value - (ramp[index] ?? 0)))),
    ).toBeLessThanOrEqual(2);
  });

  it('keeps fewer numbers the lower the quality', () => {
    const kept = [5, 30, 60, 90].map((quality) => encodeBlock(ramp, quality).kept);
    expect(kept).toEqual([...kept].sort((a, b) => a - b));
  });
});
