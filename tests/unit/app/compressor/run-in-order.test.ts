import { expect, test } from 'vitest';
import { runInOrder } from '~/compressor/run-in-order.ts';

test('starts tasks in order, two at a time', async () => {
  const started: number[] = [];
  let running = 0;
  let most = 0;
  const tasks = Array.from({ length: 7 }, (_, index) => async () => {
    started.push(index);
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
  });
  await runInOrder(tasks, new AbortController().signal);
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(most).toBe(2);
});

test('starts nothing more when it is cancelled', async () => {
  const controller = new AbortController();
  const started: number[] = [];
  const tasks = Array.from({ length: 5 }, (_, index) => async () => {
    started.push(index);
    controller.abort();
  });
  await runInOrder(tasks, controller.signal);
  expect(started).toEqual([0]);
});
