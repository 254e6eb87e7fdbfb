import { expect, test } from 'vitest';
import { layeredSizeWords } from '~/compressor/compare/layered-size.ts';

test.each([
  [96_000, 'balanced', '27 to 63 KB'],
  [2_000_000, 'balanced', '570 KB to 1.3 MB'],
  [9_000_000, 'small', '4 to 7.5 MB'],
] as const)('foretells of %i bytes in the preset %s about %s', (bytes, preset, words) => {
  expect(layeredSizeWords(bytes, preset)).toBe(words);
});
