import { expect, test } from 'vitest';
import { isMostlyPaper } from '~/compressor/compare/scanned-page.ts';

/** A drawn page of which each pixel has the lightness that a function gives for its number. */
function page(lightness: (pixel: number) => number): Uint8Array {
  const pixels = new Uint8Array(4 * 1_000);
  for (let at = 0; at < 1_000; at++) pixels.fill(lightness(at), 4 * at, 4 * at + 4);
  return pixels;
}

test.each([
  ['letters on white', (at: number) => (at % 10 === 0 ? 20 : 250), true],
  ['letters on yellowed, uneven paper', (at: number) => (at % 8 === 0 ? 40 : 190 + (at % 20)), true],
  ['a photo', (at: number) => at % 256, false],
  ['an empty page', () => 255, false],
  ['white letters on black', (at: number) => (at % 10 === 0 ? 250 : 10), false],
])('tells a page of text by its paper: %s', (_what, lightness, isPaper) => {
  expect(isMostlyPaper(page(lightness))).toBe(isPaper);
});
