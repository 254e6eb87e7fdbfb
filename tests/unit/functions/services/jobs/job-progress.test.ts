import { expect, it, onTestFinished } from 'vitest';
import { createJobProgress } from '#functions/services/jobs/job-progress.ts';
import { LocalEventBus } from '#platform/adapters/embedded/local-event-bus.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { newJobRecord } from '#tests/fixtures/jobs.ts';

async function open(line: () => Promise<string[] | null> = () => Promise.resolve(null)) {
  const clock = new FakeClock();
  const events = new LocalEventBus();
  const progress = await createJobProgress({ platform: { events, queue: { line } as never }, clock });
  onTestFinished(() => progress.close());
  const record = newJobRecord({ createdAt: new Date(clock.now() - 1).toISOString() });
  /** So much is heard after so many ms. */
  const hear = async (ratio: number, afterMs = 0) => {
    await clock.advance(afterMs);
    await events.publish('jobs', { type: 'job.progressed', jobId: record.id, ratio });
    await clock.advance(0);
  };
  return { clock, events, progress, record, hear, state: () => progress.stateOf(record) };
}

it('takes a job for queued until something is heard of it, or its record says more', async () => {
  const { progress, record, hear, state } = await open();
  expect(await state()).toEqual({ status: 'queued', place: undefined, progress: 0 });
  expect(await progress.stateOf({ ...record, status: 'running' })).toMatchObject({ status: 'running' });
  await hear(0);
  expect(await state()).toMatchObject({ status: 'running', progress: 0 });
});

it('says how long it takes when the rate is known, counted from the last report', async () => {
  const { clock, hear, state } = await open();
  await hear(0);
  await hear(0.2, 1_000);
  expect((await state()).secondsLeft).toBeUndefined();
  await hear(0.4, 1_000);
  expect((await state()).secondsLeft).toBe(3);
  await clock.advance(2_500);
  expect((await state()).secondsLeft).toBe(1);
  await hear(0.5, 1_000);
  expect((await state()).secondsLeft).toBe(6);
});

it('never goes back, and knows no rate while a file is tried again', async () => {
  const { hear, state } = await open();
  for (const ratio of [0, 0.3, 0.6]) await hear(ratio, 1_500);
  await hear(0, 1_000);
  expect(await state()).toEqual({ status: 'running', progress: 0.6, secondsLeft: undefined });
  for (const ratio of [0.3, 0.5, 0.7]) await hear(ratio, 1_000);
  expect(await state()).toMatchObject({ progress: 0.7, secondsLeft: 2 });
});

it('forgets a job that has ended', async () => {
  const { events, clock, record, hear, state } = await open();
  await hear(0.5);
  await events.publish('jobs', { type: 'job.completed', jobId: record.id });
  await clock.advance(0);
  expect(await state()).toMatchObject({ progress: 0 });
});

it('takes a job that was given back to the queue for queued when nothing is heard of it for a minute', async () => {
  const { clock, hear, state } = await open();
  await hear(0.5);
  await clock.advance(59_000);
  expect(await state()).toMatchObject({ status: 'running' });
  await clock.advance(1_000);
  expect(await state()).toMatchObject({ status: 'queued', progress: 0.5 });
});

it('asks for the line once a second, and tells no place that it does not know', async () => {
  let asked = 0;
  const { clock, progress, record, state } = await open(() => {
    asked += 1;
    return asked < 3 ? Promise.resolve(['other', record.id]) : Promise.reject(new Error('away'));
  });
  expect((await Promise.all([state(), state(), state()])).map(({ place }) => place)).toEqual([1, 1, 1]);
  expect(asked).toBe(1);
  await clock.advance(1_000);
  expect([(await state()).place, asked]).toEqual([1, 2]);
  const newer = newJobRecord({ createdAt: new Date(clock.now()).toISOString() });
  expect([(await progress.stateOf(newer)).place, asked]).toEqual([undefined, 3]);
});
