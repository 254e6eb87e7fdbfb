import { describe, expect, it } from 'vitest';
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
