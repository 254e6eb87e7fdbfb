import { expect, test } from 'vitest';
import { compressedFile, reportWith } from '#tests/support/compressed-files.ts';
import {
  failedCount,
  hasUnsent,
  finishedItems,
  isBusy,
  settledCount,
  queueReducer,
  totalsOf,
  type ItemState,
  type QueueItem,
} from '~/compressor/queue/queue-state.ts';

const source = (bytes: number, index: number): QueueItem => ({
  index,
  file: new File([new Uint8Array(bytes)], 'a.png'),
  kind: 'png',
  folder: '',
  options: { preset: 'balanced' },
  place: 'server',
  earlier: null,
  onlySmaller: false,
  jobId: null,
  state: { status: 'waiting' },
});
const done = (bytes: number): ItemState => ({
  status: 'done',
  result: compressedFile({ size: bytes }),
});

test('moves one file and leaves the others where they are', () => {
  const selected = queueReducer([], { type: 'added', items: [source(10, 0), source(20, 1)] });
  expect(selected.map(({ state }) => state.status)).toEqual(['waiting', 'waiting']);
  const moved = queueReducer(selected, {
    type: 'updated',
    index: 1,
    state: { status: 'working', percent: 10, stage: null },
  });
  expect(moved.map(({ state }) => state.status)).toEqual(['waiting', 'working']);
  expect(isBusy(moved)).toBe(true);
  expect(queueReducer(moved, { type: 'cleared' })).toEqual([]);
});

test('gives a report to the result that it is about, and to no other', () => {
  const result = { ...compressedFile({ size: 5 }), jobId: 'job', report: null };
  const items = [{ ...source(10, 0), state: { status: 'done', result } as const }];
  const report = reportWith([]);
  const known = (jobId: string) => {
    const [item] = queueReducer(items, { type: 'report-known', index: 0, jobId, report });
    return item?.state.status === 'done' && item.state.result.report;
  };
  expect(known('job')).toEqual(report);
  expect(known('earlier')).toBeNull();
});

test('sums over the files that came back', () => {
  let items = queueReducer([], { type: 'added', items: [source(1000, 0), source(3000, 1), source(500, 2)] });
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

test('keeps the earlier result while a file is tried again', () => {
  let items = queueReducer([], { type: 'added', items: [source(1000, 4)] });
  items = queueReducer(items, { type: 'updated', index: 4, state: done(400) });
  items = queueReducer(items, {
    type: 'asked-again',
    index: 4,
    options: { preset: 'small' },
    onlySmaller: true,
    place: 'server',
  });
  expect(items[0]).toMatchObject({
    state: { status: 'waiting' },
    earlier: { size: 400 },
    options: { preset: 'small' },
  });
  items = queueReducer(items, {
    type: 'updated',
    index: 4,
    state: { status: 'working', percent: 25, stage: null },
  });
  expect(items[0]?.earlier?.size).toBe(400);
  items = queueReducer(items, { type: 'updated', index: 4, state: done(300) });
  expect(items[0]?.earlier).toBeNull();
  expect(queueReducer(items, { type: 'removed', index: 4 })).toEqual([]);
});

test('knows which files would be lost with the page', () => {
  let items = queueReducer([], { type: 'added', items: [source(10, 0)] });
  expect(hasUnsent(items)).toBe(true);
  items = queueReducer(items, { type: 'job-known', index: 0, jobId: 'job' });
  expect([hasUnsent(items), isBusy(items)]).toEqual([false, true]);
  items = queueReducer(items, { type: 'job-known', index: 0, jobId: null });
  expect(hasUnsent(queueReducer(items, { type: 'updated', index: 0, state: done(1) }))).toBe(false);
});
