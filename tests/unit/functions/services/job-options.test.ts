import { expect, it } from 'vitest';
import { parseJobOptions } from '#functions/services/job-options.ts';

it.each([
  ['500000', 500_000],
  ['300KB', 307_200],
  ['1.5 mb', 1_572_864],
  ['', undefined],
])('reads the target %j', (target, targetBytes) => {
  expect(parseJobOptions({ target })).toEqual({ preset: 'balanced', targetBytes });
});

it.each(['0', '-1', 'big', '1e9', '0x10', 'NaN', '5 TB', '1'.repeat(13)])(
  'refuses the target %s',
  (target) => {
    expect(() => parseJobOptions({ target })).toThrow('The target must be a size above zero');
  },
);
