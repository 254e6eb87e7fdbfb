import { describe, expect, it } from 'vitest';
import { OPEN_JOB_SECONDS } from '#platform/contracts/expiry-rules.ts';
import { jobKeys } from '#platform/contracts/job.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { findJobRecord } from '#platform/job-records.ts';
import { publicJobIdOf } from '#platform/public-job-id.ts';
import type { Fault } from '#tests/fixtures/faulty-ports.ts';
import { keysOf, submitJob } from '#tests/fixtures/jobs.ts';
import { startTestWorker, type TestWorker } from '#tests/fixtures/test-worker.ts';
import { until } from '#tests/fixtures/until.ts';

const FILE = new Uint8Array(100).fill(7);

async function untilQueueIsEmpty({ platform, clock }: TestWorker): Promise<void> {
  await until(
    'an empty queue',
    async () => Object.values(await platform.queue.depth()).every((count) => count === 0),
    clock,
  );
}

describe('a job whose worker finds a port away', () => {
  const steps: (Fault & { step: string })[] = [
    { step: 'looking for the outcome', call: 'objects.find', about: 'outcomes/' },
    { step: 'reading the record', call: 'objects.find', about: 'jobs/' },
    { step: 'reading the upload', call: 'objects.find', about: 'uploads/' },
    { step: 'counting the attempt', call: 'objects.put', about: 'jobs/' },
    { step: 'storing the result', call: 'objects.put', about: 'results/' },
    { step: 'committing the outcome', call: 'objects.put', about: 'outcomes/' },
    { step: 'counting the job', call: 'counter.addOnce' },
    { step: 'publishing that it ended', call: 'events.publish', about: 'jobs' },
    { step: 'publishing the new count', call: 'events.publish', about: 'stats' },
    { step: 'deleting the upload', call: 'objects.delete' },
    { step: 'deleting the message', call: 'queue.delete' },
  ];

  it.each(steps)('completes it, once, after $step failed', async ({ step: _step, ...fault }) => {
    const worker = await startTestWorker({ faults: [{ ...fault, times: 2 }] });
    worker.pool.script = (run) => run.complete();
    const id = await submitJob(worker.platform, FILE);
    await untilQueueIsEmpty(worker);
    expect(await keysOf(worker.platform)).toEqual([jobKeys.outcome(id), jobKeys.result(id)]);
    expect(await findJobRecord(worker.platform.objects, id)).toMatchObject({ status: 'completed' });
    expect(await worker.platform.counter.read()).toBe(1);
    expect(await worker.temporaryFiles()).toEqual([]);
  });

  it.each(steps.filter(({ call }) => call === 'objects.find' || call === 'objects.put'))(
    'counts no attempt against the file when $step fails',
    async ({ step: _step, ...fault }) => {
      const worker = await startTestWorker({ faults: [{ ...fault, times: 6 }] });
      worker.pool.script = (run) => run.complete();
      const id = await submitJob(worker.platform, FILE);
      await untilQueueIsEmpty(worker);
      const record = await findJobRecord(worker.platform.objects, id);
      expect(record?.status).toBe('completed');
      expect(record?.attempts ?? 0).toBeLessThan(2);
    },
  );

  it('finds the message again when giving it back fails as well', async () => {
    const faults: Fault[] = [{ call: 'objects.find', about: 'uploads/' }, { call: 'queue.extend' }];
    const worker = await startTestWorker({ faults });
    worker.pool.script = (run) => run.complete();
    const id = await submitJob(worker.platform, FILE);
    await untilQueueIsEmpty(worker);
    expect(worker.logged('delivery.failed')).toMatchObject([{ jobId: publicJobIdOf(id) }]);
    expect(await worker.platform.counter.read()).toBe(1);
  });

  it('counts a job that has ended once, and its deliveries as such that nobody waits for', async () => {
    const worker = await startTestWorker({ faults: [{ call: 'counter.addOnce', times: 2 }] });
    worker.pool.script = (run) => run.complete();
    await submitJob(worker.platform, FILE);
    await untilQueueIsEmpty(worker);
    const metrics = await worker.metrics.registry.metrics();
    for (const line of [
      'postponed_total{state="ended"} 2',
      'postponed_total{state="open"} 0',
      'job_seconds_count{kind="jpeg",result="completed"} 1',
    ])
      expect(metrics).toContain(`featherpress_worker_${line}`);
  });

  it('waits longer from time to time, and answers at the last receive', async () => {
    const faults: Fault[] = [{ call: 'objects.find', about: 'uploads/', times: Infinity }];
    const worker = await startTestWorker({ faults });
    const id = await submitJob(worker.platform, FILE);
    for (let receive = 1; receive <= OPERATING_LIMITS.maxReceiveCount; receive += 1) {
      await until(`delivery ${receive}`, () => worker.logged('job.postponed').length === receive);
      await until('a free worker', () => worker.consumer.inFlight() === 0);
      await worker.clock.advance(30_000);
    }
    await untilQueueIsEmpty(worker);
    const pauses = worker.logged('job.postponed').map(({ afterSeconds }) => afterSeconds);
    expect(pauses.slice(0, 7)).toEqual([1, 2, 4, 8, 16, 30, 30]);
    expect(await findJobRecord(worker.platform.objects, id)).toMatchObject({
      status: 'failed',
      failure: { code: 'internal' },
    });
    expect(await keysOf(worker.platform)).toEqual([jobKeys.outcome(id)]);
    expect(await worker.metrics.registry.metrics()).toContain(
      `featherpress_worker_postponed_total{state="open"} ${OPERATING_LIMITS.maxReceiveCount}`,
    );
  });
});

describe('a job whose machine fails', () => {
  const noSpace = () => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });

  it.each([
    ['reading the upload', { call: 'objects.find', about: 'uploads/' }],
    ['storing the result', { call: 'objects.put', about: 'results/' }],
    ['committing the outcome', { call: 'objects.put', about: 'outcomes/' }],
  ])('waits for as long as its upload is kept when %s fails, and completes', async (_step, fault) => {
    const faults: Fault[] = [{ ...fault, times: Infinity, error: noSpace() }];
    const worker = await startTestWorker({ faults });
    worker.pool.script = (run) => run.complete();
    const id = await submitJob(worker.platform, FILE);
    const tries = 2 * OPERATING_LIMITS.maxReceiveCount;
    for (let receive = 1; receive <= tries; receive += 1) {
      await until(
        `delivery ${receive}`,
        () => worker.logged('job.postponed').length === receive,
        worker.clock,
      );
      await until('a free worker', () => worker.consumer.inFlight() === 0);
      await worker.clock.advance(10_000);
    }
    faults.length = 0;
    await untilQueueIsEmpty(worker);
    expect(await findJobRecord(worker.platform.objects, id)).toMatchObject({ status: 'completed' });
    expect(await worker.platform.counter.read()).toBe(1);
    expect(await worker.temporaryFiles()).toEqual([]);
  });

  it('waits when its engine has no room, and counts no run of it', async () => {
    const worker = await startTestWorker();
    worker.pool.script = (run, index) => (index < 5 ? run.fail(noSpace()) : run.complete());
    const id = await submitJob(worker.platform, FILE);
    await untilQueueIsEmpty(worker);
    const record = await findJobRecord(worker.platform.objects, id);
    expect(record).toMatchObject({ status: 'completed' });
    expect(record?.attempts ?? 0).toBe(0);
    expect(worker.logged('job.postponed')).toHaveLength(5);
  });

  it('fails in words once its upload would be gone', async () => {
    const worker = await startTestWorker();
    worker.pool.script = (run) => run.fail(noSpace());
    const createdAt = new Date(worker.clock.now() - 1_000 * OPEN_JOB_SECONDS).toISOString();
    const id = await submitJob(worker.platform, FILE, { createdAt });
    await untilQueueIsEmpty(worker);
    expect(await findJobRecord(worker.platform.objects, id)).toMatchObject({
      status: 'failed',
      failure: { code: 'internal', message: expect.stringContaining('several times') as string },
    });
  });

  it('begins nothing that its disk has no room for', async () => {
    const worker = await startTestWorker();
    worker.pool.script = (run) => run.complete();
    // More than any disk holds.
    const id = await submitJob(worker.platform, FILE, { sourceBytes: 2 ** 52 });
    await until('a postponed job', () => worker.logged('job.postponed').length === 1, worker.clock);
    expect(worker.pool.runs).toEqual([]);
    expect(await findJobRecord(worker.platform.objects, id)).toMatchObject({ status: 'queued' });
  });
});
