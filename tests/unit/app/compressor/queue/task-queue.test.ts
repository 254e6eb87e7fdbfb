import { expect, test } from 'vitest';
import { createTaskQueue } from '~/compressor/queue/task-queue.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('starts tasks in order, two at a time, also those that come later', async () => {
  const queue = createTaskQueue();
  const { signal } = new AbortController();
  const started: number[] = [];
  let running = 0;
  let most = 0;
  const add = (index: number) =>
    queue.add(signal, async () => {
      started.push(index);
      most = Math.max(most, ++running);
      await turn();
      running--;
    });
  for (let index = 0; index < 5; index++) add(index);
  await turn();
  add(5);
  for (let round = 0; round < 6; round++) await turn();
  expect(started).toEqual([0, 1, 2, 3, 4, 5]);
  expect([most, running]).toEqual([2, 0]);
});

test('leaves out what was cancelled while it waited, and goes on with the rest', async () => {
  const queue = createTaskQueue();
  const cancelled = new AbortController();
  const { signal } = new AbortController();
  const started: string[] = [];
  const add = (name: string, of: AbortSignal) =>
    queue.add(of, async () => {
      started.push(name);
      await turn();
    });
  add('a', signal);
  add('b', signal);
  add('c', cancelled.signal);
  add('d', signal);
  cancelled.abort();
  for (let round = 0; round < 4; round++) await turn();
  expect(started).toEqual(['a', 'b', 'd']);
});
