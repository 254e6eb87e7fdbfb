import { expect, test } from 'vitest';
import { layeredSizeWords } from '~/compressor/compare/layered-size.ts';

test.each([
  [96_000, 'balanced', '21 to 76 KB'],
  [2_000_000, 'balanced', '430 KB to 1.5 MB'],
  [9_000_000, 'small', '4 to 7.5 MB'],
] as const)('foretells of %i bytes in the preset %s about %s', (bytes, preset, words) => {
  expect(layeredSizeWords(bytes, preset)).toBe(words);
});
