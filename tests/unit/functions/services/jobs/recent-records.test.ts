import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createRecentRecords } from '#functions/services/jobs/recent-records.ts';
import { createEmbeddedPlatform } from '#platform/adapters/embedded/create-embedded-platform.ts';
import type { JobEvent } from '#platform/contracts/events.ts';
import { createJobRecord, transitionJob } from '#platform/job-records.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { newJobRecord } from '#tests/fixtures/jobs.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';

/** A job that is open in the store. */
async function open() {
  const clock = new FakeClock();
  const platform = await createEmbeddedPlatform({ dataDir: temporaryFolder() });
  const records = await createRecentRecords({ platform, clock });
  onTestFinished(async () => {
    await records.close();
    await platform.close();
  });
  const record = newJobRecord({ status: 'queued' });
  await createJobRecord(platform.objects, record);
  const say = async (event: JobEvent) => {
    await platform.events.publish('jobs', event);
    await setImmediate();
  };
  const facts = { jobId: record.id, isAlone: true, isSmall: true };
  const statusOf = async (mayLag = false) => (await records.find(record.id, { mayLag }))?.status;
  return { clock, platform, record, say, facts, statusOf };
}

describe('recent records', () => {
  it('are believed for seconds while the job is open, and until it expires once it has ended', async () => {
    const { clock, platform, record, say, facts, statusOf } = await open();
    await say({ type: 'job.queued', ...facts, record });
    await transitionJob(platform.objects, record.id, 'failed');
    expect(await statusOf(true)).toBe('queued');
    expect(await statusOf()).toBe('failed');
    await clock.advance(5_000);
    expect(await statusOf(true)).toBe('failed');
    await say({ type: 'job.completed', jobId: record.id, record: { ...record, status: 'completed' } });
    expect(await statusOf()).toBe('completed');
    await clock.advance(60_000);
    expect(await statusOf()).toBe('failed');
  });

  it('are believed no longer when the time of day is set back meanwhile', async () => {
    const { clock, platform, record, say, facts, statusOf } = await open();
    clock.set(3_600_000);
    await say({ type: 'job.queued', ...facts, record });
    clock.set(-3_600_000);
    await transitionJob(platform.objects, record.id, 'failed');
    await clock.advance(5_000);
    expect(await statusOf(true)).toBe('failed');
  });

  it('are forgotten with the job, also where events come twice or late', async () => {
    const { record, say, facts, statusOf } = await open();
    const ended: JobEvent = {
      type: 'job.completed',
      jobId: record.id,
      record: { ...record, status: 'completed' },
    };
    await say(ended);
    await say({ type: 'job.queued', ...facts, record });
    expect(await statusOf()).toBe('completed');
    await say({ type: 'job.cancelled', jobId: record.id });
    await say(ended);
    expect(await statusOf(true)).toBe('queued');
  });

  it('come from the store where an event does not carry them', async () => {
    const { platform, record, say, facts, statusOf } = await open();
    await say({ type: 'job.queued', ...facts, record });
    await transitionJob(platform.objects, record.id, 'completed');
    await say({ type: 'job.completed', jobId: record.id });
    expect(await statusOf(true)).toBe('completed');
  });
});
