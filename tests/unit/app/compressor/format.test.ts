import { expect, test } from 'vitest';
import { formatBytes, reductionPercent } from '~/compressor/format.ts';

test.each([
  [0, '0 Bytes'],
  [512, '512 Bytes'],
  [1023, '1023 Bytes'],
  [1024, '1.00 KB'],
  [1536, '1.50 KB'],
  [1_048_575, '1.00 MB'],
  [2_373_558, '2.26 MB'],
  [3 * 1024 ** 3, '3.00 GB'],
  [-2_000, '-1.95 KB'],
])('writes %i bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test.each([
  [1000, 360, 64],
  [1000, 1000, 0],
  [1000, 1070, -7],
  [1000, 1003, 0],
  [3, 2, 33],
  [0, 0, 0],
])('reduces %i to %i by %i percent', (original, compressed, percent) => {
  expect(reductionPercent(original, compressed)).toBe(percent);
});
