import { describe, expect, it } from 'vitest';
import { equalBytes } from '#engine/base/bytes.ts';

describe('equalBytes', () => {
  const bytes = Uint8Array.from({ length: 24 }, (_, i) => i);

  it.each([
    [0, 24],
    [0, 11],
    [4, 15],
    [3, 24],
  ])('compares the bytes from %i to %i, each of them', (start, end) => {
    const part = bytes.subarray(start, end);
    expect(equalBytes(part, part.slice())).toBe(true);
    expect(equalBytes([...part], part)).toBe(true);
    part.forEach((_, at) => {
      const other = part.slice();
      other[at]! ^= 128;
      expect(equalBytes(part, other)).toBe(false);
      expect(equalBytes(other, part)).toBe(false);
    });
  });

  it('compares lengths', () => {
    expect(equalBytes(bytes, bytes.subarray(0, 20))).toBe(false);
  });
});
