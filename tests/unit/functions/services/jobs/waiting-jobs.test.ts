import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createWaitingJobs } from '#functions/services/jobs/waiting-jobs.ts';
import { LocalEventBus } from '#platform/adapters/embedded/local-event-bus.ts';
import type { JobEvent } from '#platform/contracts/events.ts';
import { createJobId } from '#platform/job-records.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';

/** @param isThere whether the store still has an open record */
async function open(isThere: () => Promise<boolean> = async () => true) {
  const clock = new FakeClock();
  const events = new LocalEventBus();
  const objects = { head: async () => ((await isThere()) ? {} : null) } as never;
  const waiting = await createWaitingJobs({ platform: { events, objects }, clock });
  onTestFinished(() => waiting.close());
  const say = async (event: JobEvent) => {
    await events.publish('jobs', event);
    await setImmediate();
  };
  const queue = async (facts: { isSmall?: boolean; isAlone?: boolean } = {}) => {
    const jobId = createJobId();
    await say({ type: 'job.queued', jobId, isSmall: true, isAlone: true, ...facts });
    return jobId;
  };
  return { clock, say, waiting, queue };
}

describe('the jobs that wait', () => {
  it('are as old as the oldest that no engine has', async () => {
    const { clock, say, waiting, queue } = await open();
    expect(await waiting.oldestSeconds()).toBe(0);
    const first = await queue();
    await clock.advance(5_000);
    await queue();
    await clock.advance(2_000);
    expect(await waiting.oldestSeconds()).toBe(7);
    await say({ type: 'job.progressed', jobId: first, ratio: 0 });
    expect(await waiting.oldestSeconds()).toBe(2);
  });

  it('are told apart by their work and by what else their client has open', async () => {
    const { clock, waiting, queue } = await open();
    await queue({ isAlone: false });
    await clock.advance(1_000);
    await queue({ isSmall: false });
    await clock.advance(3_000);
    expect(await waiting.oldestSeconds({ isSmall: true })).toBe(4);
    expect(await waiting.oldestSeconds({ isSmall: false })).toBe(3);
    // However long one client's own line is, newcomers do not wait for it.
    expect(await waiting.oldestSeconds({ isAlone: true })).toBe(3);
  });

  it('do not count a job whose end was not heard, but do while the store is away', async () => {
    let store: () => Promise<boolean> = () => Promise.reject(new Error('away'));
    const { clock, waiting, queue } = await open(() => store());
    await queue();
    await clock.advance(40_000);
    expect(await waiting.oldestSeconds()).toBe(40);
    store = async () => false;
    await clock.advance(31_000);
    expect(await waiting.oldestSeconds()).toBe(0);
  });
});
