import { expect, test } from 'vitest';
import { compressedFile } from '#tests/support/compressed-files.ts';
import {
  failedCount,
  finishedItems,
  isBusy,
  settledCount,
  queueReducer,
  totalsOf,
  type ItemState,
} from '~/compressor/queue-state.ts';

const source = (bytes: number) => ({
  file: new File([new Uint8Array(bytes)], 'a.png'),
  kind: 'png' as const,
});
const done = (bytes: number): ItemState => ({
  status: 'done',
  result: compressedFile({ size: bytes }),
});

test('moves one file and leaves the others where they are', () => {
  const selected = queueReducer([], { type: 'selected', items: [source(10), source(20)] });
  expect(selected.map(({ state }) => state.status)).toEqual(['waiting', 'waiting']);
  const moved = queueReducer(selected, {
    type: 'updated',
    index: 1,
    state: { status: 'working', percent: 10 },
  });
  expect(moved.map(({ state }) => state.status)).toEqual(['waiting', 'working']);
  expect(isBusy(moved)).toBe(true);
  expect(queueReducer(moved, { type: 'cleared' })).toEqual([]);
});

test('sums over the files that came back', () => {
  let items = queueReducer([], { type: 'selected', items: [source(1000), source(3000), source(500)] });
  items = queueReducer(items, { type: 'updated', index: 0, state: done(400) });
  items = queueReducer(items, { type: 'updated', index: 1, state: done(600) });
  items = queueReducer(items, {
    type: 'updated',
    index: 2,
    state: { status: 'failed', message: '', retryable: false },
  });
  expect(isBusy(items)).toBe(false);
  expect([settledCount(items), failedCount(items)]).toEqual([3, 1]);
  expect(totalsOf(finishedItems(items))).toEqual({
    originalBytes: 4000,
    compressedBytes: 1000,
    savedBytes: 3000,
    percent: 75,
  });
});
