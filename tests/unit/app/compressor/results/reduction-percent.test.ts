import { expect, test } from 'vitest';
import { reductionPercent } from '~/compressor/results/reduction-percent.ts';

test.each([
  [1000, 360, 64],
  [1000, 1000, 0],
  [1000, 1070, -7],
  [1000, 1003, 0],
  [3, 2, 33],
  [0, 0, 0],
  [20_000_000, 95_000, 99],
  [1000, 0, 100],
])('reduces %i to %i by %i percent', (original, compressed, percent) => {
  expect(reductionPercent(original, compressed)).toBe(percent);
});
