// @vitest-environment jsdom
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { createFileStore } from '~/compressor/kept/file-store.ts';
import type { QueueItem } from '~/compressor/queue/queue-state.ts';
import { finishedItem } from '#tests/support/compressed-files.ts';

/** The browser's storage is tested in tests/e2e/kept-files.spec.ts; here it refuses and hesitates as no disk does on demand. */
const store = vi.hoisted(() => ({
  kept: [] as number[],
  refused: new Set<number>(),
  until: Promise.resolve(),
}));
vi.mock('~/compressor/kept/kept-store.ts', () => ({
  async keepItem(_list: string, { index }: QueueItem) {
    await store.until;
    if (store.refused.has(index)) throw new DOMException('The file has gone.', 'DataError');
    store.kept.push(index);
  },
  forgetItem: () => Promise.resolve(),
}));
afterAll(() => vi.doUnmock('~/compressor/kept/kept-store.ts'));

beforeEach(() => {
  store.kept = [];
  store.refused.clear();
  store.until = Promise.resolve();
});

const waiting = (index: number): QueueItem => ({
  ...finishedItem('a.png', {}, index),
  state: { status: 'waiting' },
});
const working = (item: QueueItem, percent: number): QueueItem => ({
  ...item,
  state: { status: 'working', percent, stage: null },
});

test('keeps all others where one file cannot be kept, and says that not all are', async () => {
  store.refused.add(0);
  const told: boolean[] = [];
  const files = createFileStore();
  files.keep([waiting(0), waiting(1), waiting(2)], (all) => told.push(all));
  await expect.poll(() => told).toEqual([false, false]);
  expect(store.kept).toEqual([1, 2]);
  files.keep([waiting(1), waiting(2)], (all) => told.push(all));
  await expect.poll(() => told.at(-1)).toBe(true);
});

test('says that all is kept also when files have come further while it was written', async () => {
  let written = () => {};
  store.until = new Promise((resolve) => (written = resolve));
  const told: boolean[] = [];
  const files = createFileStore();
  const item = waiting(0);
  files.keep([item], (all) => told.push(all));
  files.keep([working(item, 10)], (all) => told.push(all));
  written();
  await expect.poll(() => told).toEqual([false, true]);
});
