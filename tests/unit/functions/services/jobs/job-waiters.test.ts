import { describe, expect, it } from 'vitest';
import { createEmbeddedPlatform } from '#platform/adapters/embedded/create-embedded-platform.ts';
import { clearUnreadableJob, createJobRecord, transitionJob } from '#platform/job-records.ts';
import { newJobRecord } from '#tests/fixtures/jobs.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { createRecentRecords } from '#functions/services/jobs/recent-records.ts';
import { createJobWaiters } from '#functions/services/jobs/job-waiters.ts';

async function openJob(options: { pollMs?: number; maxWaitMs?: number } = {}) {
  const platform = await createEmbeddedPlatform({ dataDir: temporaryFolder() });
  const records = await createRecentRecords({ platform });
  const waiters = await createJobWaiters({ platform, records, ...options });
  const record = newJobRecord();
  const { id } = record;
  await createJobRecord(platform.objects, record);
  const end = () => transitionJob(platform.objects, id, 'completed');
  return { platform, waiters, id, end, never: new AbortController().signal };
}

describe('job waiters', () => {
  it('wake all who wait when the job has ended', async () => {
    const { platform, waiters, id, end, never } = await openJob({ pollMs: 60_000 });
    const waiting = Promise.all([waiters.wait(id, never), waiters.wait(id, never)]);
    await platform.events.publish('jobs', { type: 'job.progressed', jobId: id, ratio: 0.5 });
    await end();
    await platform.events.publish('jobs', { type: 'job.completed', jobId: id });
    expect((await waiting).map(({ status }) => status)).toEqual(['completed', 'completed']);
  });

  it('find the end by themselves when its event was lost', async () => {
    const { waiters, id, end, never } = await openJob({ pollMs: 10 });
    const waiting = waiters.wait(id, never);
    await end();
    expect((await waiting).status).toBe('completed');
  });

  it('believe the record and not an early event', async () => {
    const { platform, waiters, id, never } = await openJob({ pollMs: 60_000, maxWaitMs: 100 });
    const waiting = waiters.wait(id, never);
    const refused = expect(waiting).rejects.toMatchObject({ code: 'busy' });
    await platform.events.publish('jobs', { type: 'job.completed', jobId: id });
    await refused;
  });

  it.each<[string, boolean]>([
    ['an event says that it has ended', true],
    ['the event was lost', false],
  ])('fail when the record has vanished and %s', async (_name, isSaid) => {
    const { platform, waiters, id, never } = await openJob({ pollMs: isSaid ? 60_000 : 10 });
    const refused = expect(waiters.wait(id, never)).rejects.toMatchObject({ code: 'compression-failed' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    // As a worker removes a job whose record cannot be read.
    await clearUnreadableJob(platform.objects, id);
    if (isSaid) await platform.events.publish('jobs', { type: 'job.failed', jobId: id });
    await refused;
  });

  it('wait for a job that is not made yet', async () => {
    const { platform, waiters, never } = await openJob({ pollMs: 10 });
    const record = newJobRecord();
    const waiting = waiters.wait(record.id, never);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await createJobRecord(platform.objects, record);
    await transitionJob(platform.objects, record.id, 'completed');
    expect((await waiting).status).toBe('completed');
  });

  it('stop when whoever waits goes away', async () => {
    const { waiters, id } = await openJob();
    const controller = new AbortController();
    const waiting = waiters.wait(id, controller.signal);
    controller.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await expect(waiters.wait(id, controller.signal)).rejects.toThrow('gone');
  });
});
