import { expect, test } from 'vitest';
import { PROGRESS_STEPS, PROGRESS_WAITS_MS, walkProgress } from '~/compressor/progress.ts';

/** Records what happens; time passes at once, and `answerAt` decides when the answer comes. */
async function walk(answerAt: number) {
  const visited: number[] = [];
  const waits: number[] = [];
  let elapsed = 0;
  let resolve = () => {};
  const answer = new Promise<void>((done) => (resolve = done));
  await walkProgress(
    answer,
    (percent) => {
      visited.push(percent);
      // After 95 nothing waits but the answer.
      if (percent === 95) resolve();
    },
    async (ms) => {
      waits.push(ms);
      elapsed += ms;
      if (elapsed >= answerAt) resolve();
      await Promise.resolve();
    },
  );
  return { visited, waits };
}

test('visits every step at the given pace while the answer is outstanding', async () => {
  const { visited, waits } = await walk(Infinity);
  expect(visited).toEqual([...PROGRESS_STEPS]);
  expect(waits.slice(0, 5)).toEqual(PROGRESS_WAITS_MS.slice(0, 5));
});

test('runs through the remaining steps without waiting once the answer is in hand', async () => {
  const { visited, waits } = await walk(700);
  expect(visited).toEqual([...PROGRESS_STEPS]);
  expect(waits.filter((ms) => ms > 0)).toEqual([300, 400]);
});

test('stops at once when the request fails', async () => {
  const visited: number[] = [];
  const failure = Promise.reject(new Error('refused'));
  await expect(walkProgress(failure, (percent) => visited.push(percent))).rejects.toThrow('refused');
  expect(visited).toEqual([10]);
});
