import { expect, test } from 'vitest';
import { secondsLeft, wholePercent } from '~/compressor/queue/whole-progress.ts';
import type { ItemState } from '~/compressor/queue/queue-state.ts';
import { finishedItem, pngFile } from '#tests/support/compressed-files.ts';

const item = (bytes: number, state: ItemState, index: number) => ({
  ...finishedItem('a.png', {}, index),
  ...{ file: pngFile('a.png', bytes), state },
});

test('counts each file by its bytes', () => {
  const items = [
    item(100, { status: 'failed', message: 'Damaged.', retryable: false }, 0),
    item(200, { status: 'working', percent: 50, stage: null }, 1),
    item(600, { status: 'waiting' }, 2),
  ];
  expect(wholePercent(items)).toBeCloseTo(22.2, 1);
  expect(wholePercent([])).toBe(0);
});

test.each([
  [{ percent: 0, at: 0 }, { percent: 25, at: 10_000 }, 30],
  [{ percent: 50, at: 0 }, { percent: 75, at: 10_000 }, 10],
  [{ percent: 0, at: 0 }, { percent: 25, at: 1_000 }, null],
  [{ percent: 0, at: 0 }, { percent: 1, at: 60_000 }, null],
])('foretells from %j and %j the seconds left: %j', (start, now, seconds) => {
  expect(secondsLeft(start, now)).toBe(seconds);
});
