// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { createTruth, PROGRESS_STEPS, PROGRESS_WAITS_MS, walkProgress } from '~/compressor/queue/progress.ts';

/** Records what happens; time passes at once, and `answerAt` decides when the answer comes. */
async function walk(answerAt: number, truth = createTruth()) {
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
    truth,
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

test('waits for what is true, shows what lies between, and never jumps back', async () => {
  const truth = createTruth();
  truth.tell(10);
  const visited: number[] = [];
  let answered = () => {};
  const answer = new Promise<void>((resolve) => (answered = resolve));
  const turn = () => new Promise((resolve) => setTimeout(resolve, 0));
  const walking = walkProgress(
    answer,
    (percent) => visited.push(percent),
    truth,
    turn as () => Promise<void>,
  );
  for (const percent of [17.6, 12, null, 30, 64, 97]) {
    await turn();
    truth.tell(percent);
    for (let turns = 0; turns < 8; turns++) await turn();
  }
  expect(visited).toEqual([10, 17, 25, 30, 45, 64, 65, 80, 95, 97]);
  answered();
  await walking;
  expect(visited.at(-1)).toBe(100);
});

test('runs through what is left when the answer comes before it was told', async () => {
  const truth = createTruth();
  truth.tell(12);
  const visited: number[] = [];
  await walkProgress(Promise.resolve(), (percent) => visited.push(percent), truth);
  expect(visited.filter((percent) => PROGRESS_STEPS.some((step) => step === percent))).toEqual([
    ...PROGRESS_STEPS,
  ]);
});

test('waits for no timer in a page that nobody sees, where browsers hold them back', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  vi.useFakeTimers();
  try {
    const visited: number[] = [];
    let done = () => {};
    const answer = new Promise<void>((resolve) => (done = resolve));
    const walking = walkProgress(answer, (percent) => visited.push(percent));
    done();
    await walking;
    expect(visited).toEqual([...PROGRESS_STEPS]);
  } finally {
    vi.useRealTimers();
    hidden.mockRestore();
  }
});
