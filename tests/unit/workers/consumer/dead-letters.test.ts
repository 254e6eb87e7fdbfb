import { describe, expect, it } from 'vitest';
import { jobKeys } from '#platform/contracts/job.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { findJobRecord } from '#platform/job-records.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { publicJobIdOf } from '#platform/public-job-id.ts';
import type { Fault } from '#tests/fixtures/faulty-ports.ts';
import { keysOf, submitJob } from '#tests/fixtures/jobs.ts';
import { createTestWorker, type TestWorker } from '#tests/fixtures/test-worker.ts';
import { until } from '#tests/fixtures/until.ts';

const FILE = new Uint8Array(100).fill(7);

/** Receives every waiting message as often as the queue grants, without an answer. */
async function wearOut({ queue }: Platform): Promise<void> {
  for (let receive = 0; receive < OPERATING_LIMITS.maxReceiveCount; receive += 1)
    for (const { receiptHandle } of await queue.receive({ max: 10, waitSeconds: 0 }))
      await queue.extend(receiptHandle, 0);
  await queue.receive({ max: 10, waitSeconds: 0 });
}

async function damage({ objects }: Platform, id: string): Promise<void> {
  await objects.put(jobKeys.record(id), Buffer.from('{"version":1,'), { contentType: 'application/json' });
}

async function untilNoneIsDead({ platform, clock }: TestWorker): Promise<void> {
  await until('no dead letter', async () => (await platform.queue.depth()).dead === 0, clock);
}

describe('dead letters', () => {
  it('end their jobs, also behind one whose record cannot be read', async () => {
    const worker = await createTestWorker();
    const { platform } = worker;
    const [unreadable = '', ...sound] = [
      await submitJob(platform, FILE),
      await submitJob(platform, FILE),
      await submitJob(platform, FILE),
    ];
    await damage(platform, unreadable);
    await wearOut(platform);
    expect(await platform.queue.depth()).toMatchObject({ dead: 3 });
    await worker.consumer.start();
    await untilNoneIsDead(worker);
    for (const id of sound)
      expect(await findJobRecord(platform.objects, id)).toMatchObject({
        status: 'failed',
        failure: { code: 'engine-crashed' },
      });
    expect(await findJobRecord(platform.objects, unreadable)).toBeNull();
    expect(await keysOf(platform)).toEqual(sound.map(jobKeys.outcome).sort());
    expect(worker.logged('job.unreadable')).toMatchObject([{ jobId: publicJobIdOf(unreadable) }]);
    expect(worker.events).toContainEqual({ type: 'job.failed', jobId: unreadable });
  });

  it('go on past one whose job cannot be ended, which stays and is tried again', async () => {
    const faults: Fault[] = [{ call: 'objects.put', about: 'outcomes/' }];
    const worker = await createTestWorker({ faults });
    const ids = [await submitJob(worker.platform, FILE), await submitJob(worker.platform, FILE)];
    await wearOut(worker.platform);
    await worker.consumer.start();
    await until('one left', async () => (await worker.platform.queue.depth()).dead === 1);
    expect(worker.logged('dead-letter.failed')).toMatchObject([{ jobId: publicJobIdOf(ids[0]!) }]);
    await untilNoneIsDead(worker);
    expect(await keysOf(worker.platform)).toEqual(ids.map(jobKeys.outcome).sort());
    const letters = () =>
      worker.metrics.registry.getSingleMetricAsString('featherpress_worker_dead_letters_total');
    // Counted once the message is gone.
    await expect.poll(letters).toMatch(/\{result="ended"\} 2\n.*\{result="failed"\} 1/);
  });

  it('are looked for again after the queue has failed', async () => {
    const worker = await createTestWorker({ faults: [{ call: 'queue.receiveDead' }] });
    const id = await submitJob(worker.platform, FILE);
    await wearOut(worker.platform);
    await worker.consumer.start();
    await untilNoneIsDead(worker);
    expect(worker.logged('dead-letters.failed')).toHaveLength(1);
    expect(await findJobRecord(worker.platform.objects, id)).toMatchObject({ status: 'failed' });
  });
});

describe('a delivery whose record cannot be read', () => {
  it('ends its job at once where no version can read it', async () => {
    const worker = await createTestWorker();
    const { platform } = worker;
    const id = await submitJob(platform, FILE);
    await damage(platform, id);
    await worker.consumer.start();
    await until('the end', () => worker.logged('job.unreadable').length === 1);
    await until('no message', async () => {
      const { waiting, inFlight } = await platform.queue.depth();
      return waiting + inFlight === 0;
    });
    expect(worker.events).toContainEqual({ type: 'job.failed', jobId: id });
    expect(await keysOf(platform)).toEqual([]);
  });

  it('is returned for a worker of another version', async () => {
    const worker = await createTestWorker();
    const { platform } = worker;
    const id = await submitJob(platform, FILE);
    const body = Buffer.from(JSON.stringify({ version: 2, id, status: 'queued', kind: 'avif' }));
    await platform.objects.put(jobKeys.record(id), body, { contentType: 'application/json' });
    await worker.consumer.start();
    await until('a return', () => worker.logged('job.postponed').length === 1);
    expect(worker.logged('job.postponed')).toMatchObject([
      { jobId: publicJobIdOf(id), retry: true, afterSeconds: 1 },
    ]);
    expect(await platform.objects.head(jobKeys.upload(id))).not.toBeNull();
    expect(await worker.metrics.registry.metrics()).toContain(
      'featherpress_worker_unreadable_records_total 1',
    );
  });
});
