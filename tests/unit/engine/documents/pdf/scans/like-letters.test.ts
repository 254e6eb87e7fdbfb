import { describe, expect, it } from 'vitest';
import { blankBitmap, fillRun, type Bitmap } from '#engine/documents/pdf/images/jbig2/bitmap.ts';
import { withLikeLetters } from '#engine/documents/pdf/scans/like-letters.ts';
import { isBlack } from '#tests/fixtures/pictures/bitmaps.ts';
import { Random } from '../../../../../../bench/random.ts';

/** Rows of letters: # is ink, + ink in doubt, - paper in doubt. */
const E = ['.-####-.', '-######-', '##+...##', '########', '##......', '##+...--', '-######-', '.-####-.'];
const C = [...E.slice(0, 3), '##......', ...E.slice(4)];

const [WIDTH, HEIGHT, STEP] = [200, 60, 20];

interface Page {
  readonly ink: Bitmap;
  readonly doubt: Bitmap;
}

const set = (bitmap: Bitmap, x: number, y: number): void => fillRun(bitmap, y, x, x + 1);

/** Letters beside each other, whose pixels in doubt fall by chance. */
function pageOf(letters: readonly (readonly string[])[], random: Random): Page {
  const page = { ink: blankBitmap(WIDTH, HEIGHT), doubt: blankBitmap(WIDTH, HEIGHT) };
  for (const [index, rows] of letters.entries())
    for (const [y, row] of rows.entries())
      for (const [x, pixel] of [...row].entries()) {
        const place = [index * STEP + 2 + x, 3 + y] as const;
        const isInDoubt = pixel === '+' || pixel === '-';
        if (isInDoubt) set(page.doubt, ...place);
        if (pixel === '#' || (isInDoubt && random.next() < 0.5)) set(page.ink, ...place);
      }
  return page;
}

/** The pixels of a letter in rows. */
const shown = (bitmap: Bitmap, index: number): string[] =>
  E.map((_, y) =>
    Array.from({ length: 8 }, (_unused, x) =>
      isBlack(bitmap, index * STEP + 2 + x, 3 + y) ? '#' : '.',
    ).join(''),
  );

describe('letters that are alike', () => {
  it('get the same pixels where these are in doubt', () => {
    const { ink, doubt } = pageOf(new Array<string[]>(9).fill(E), new Random(1));
    expect(new Set([0, 1, 2, 3].map((index) => shown(ink, index).join())).size).toBeGreaterThan(1);
    const result = withLikeLetters(ink, doubt);
    for (let index = 1; index < 9; index++) expect(shown(result, index)).toEqual(shown(result, 0));
  });

  it('stay what they are where nothing is in doubt: no e becomes a c', () => {
    const { ink, doubt } = pageOf([E, C, E, C, C, E, E, C, E], new Random(2));
    const result = withLikeLetters(ink, doubt);
    for (const index of [0, 2, 5, 6, 8]) expect(shown(result, index)[3]).toBe('########');
    for (const index of [1, 3, 4, 7]) expect(shown(result, index)[3]).toBe('##......');
  });

  it.each([1, 2, 3, 4, 5, 6])('change no other pixel of a page (seed %i)', (seed) => {
    const random = new Random(seed);
    const ink = blankBitmap(WIDTH, HEIGHT);
    const doubt = blankBitmap(WIDTH, HEIGHT);
    for (const [bitmap, share] of [
      [ink, 0.3],
      [doubt, 0.2],
    ] as const)
      for (let y = 0; y < HEIGHT; y++)
        for (let x = 0; x < WIDTH; x++) if (random.next() < share) set(bitmap, x, y);
    const result = withLikeLetters(ink, doubt);
    expect(result.data).not.toEqual(ink.data);
    const changed = result.data.map((bits, at) => (bits ^ ink.data[at]!) & ~doubt.data[at]!);
    expect(changed.every((bits) => bits === 0)).toBe(true);
  });
});
