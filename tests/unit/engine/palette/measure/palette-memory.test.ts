import { expect, it } from 'vitest';
import { WorkBudget } from '#engine/budget/work-budget.ts';
import { PaletteMemory } from '#engine/palette/measure/palette-memory.ts';
import type { PaletteLadder } from '#engine/palette/build/palette-ladder.ts';

const palette = Uint8Array.of(0, 0, 0, 255);

/** Measures uses of a palette in turn; each takes work of 5 ms. */
function measuring() {
  const known = new PaletteMemory();
  const budget = new WorkBudget(1000);
  const made: number[] = [];
  const measure = (lambda: number, isTooLong?: (bytes: number) => boolean) => {
    budget.charge(5);
    made.push(lambda);
    return Promise.resolve({ lambda, score: isTooLong?.(900) ? 100 : 75, bytes: 900 });
  };
  const at = (dither: number) => known.remembering({ palette, dither }, measure, budget);
  return { at, made, budget };
}

it('measures a use of a palette once, and counts its work each time', async () => {
  const { at, made, budget } = measuring();
  const first = await at(0)(7);
  const again = await at(0)(7);
  expect(again).toEqual(first);
  expect(made).toEqual([7]);
  expect(budget.spentMs).toBe(10);
});

it('tells strengths of dithering and lambdas apart', async () => {
  const { at, made } = measuring();
  for (const [dither, lambda] of [
    [0, 7],
    [0, 8],
    [0.5, 7],
  ] as const)
    await at(dither)(lambda);
  expect(made).toEqual([7, 8, 7]);
});

it('keeps no score of what was too long to be measured, and gives none for what is', async () => {
  const { at } = measuring();
  const isLong = () => true;
  const scores = [await at(0)(7, isLong), await at(0)(7), await at(0)(7, isLong)].map(({ score }) => score);
  expect(scores).toEqual([100, 75, 100]);
});

it('makes the ladder of a picture once', () => {
  const known = new PaletteMemory();
  const ladder = {} as PaletteLadder;
  expect(known.ladderOf(() => ladder)).toBe(ladder);
  expect(
    known.ladderOf(() => {
      throw new Error('made before');
    }),
  ).toBe(ladder);
});
