import { expect, test } from 'vitest';
import { betterOptions, smallerOptions } from '~/compressor/queue/next-try.ts';

test('goes a step smaller, and by size where no preset is left', () => {
  expect(smallerOptions({ preset: 'lossless' }, 900)).toEqual({ preset: 'high' });
  expect(smallerOptions({ preset: 'balanced' }, 900)).toEqual({ preset: 'small' });
  expect(smallerOptions({ preset: 'small' }, 900)).toEqual({ preset: 'small', targetBytes: 675 });
  expect(smallerOptions({ preset: 'high', targetBytes: 1_000 }, 900)).toMatchObject({ targetBytes: 675 });
  expect(smallerOptions({ preset: 'small' }, 1)).toMatchObject({ targetBytes: 1 });
});

test('goes a step better until nothing is left to keep', () => {
  expect(betterOptions({ preset: 'small' })).toEqual({ preset: 'balanced' });
  expect(betterOptions({ preset: 'small', keep: [] })).toEqual({ preset: 'balanced', keep: [] });
  expect(betterOptions({ preset: 'balanced', targetBytes: 500 })).toEqual({ preset: 'balanced' });
  expect(betterOptions({ preset: 'lossless' })).toBeNull();
});
