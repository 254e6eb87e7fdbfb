import { describe, expect, it } from 'vitest';
import { jobKeys } from '#platform/contracts/job.ts';
import { findJobRecord, transitionJob, withdrawOutcome } from '#platform/job-records.ts';
import { publicJobIdOf } from '#platform/public-job-id.ts';
import type { Fault } from '#tests/fixtures/faulty-ports.ts';
import { keysOf, submitJob } from '#tests/fixtures/jobs.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { startTestWorker, type TestWorker } from '#tests/fixtures/test-worker.ts';
import { until } from '#tests/fixtures/until.ts';
import { openEmbedded } from '#tests/support/open-embedded.ts';

const FILE = new Uint8Array(100).fill(7);

function untilRunning({ pool }: TestWorker, runs = 1): Promise<void> {
  return until(`${runs} engine runs`, () => pool.runs.length === runs);
}

async function untilQueueIsEmpty({ platform, clock }: TestWorker): Promise<void> {
  await until(
    'an empty queue',
    async () => Object.values(await platform.queue.depth()).every((count) => count === 0),
    clock,
  );
}

describe('consumer that stops', () => {
  it('gives the jobs of a full worker back when the grace has passed', async () => {
    const worker = await startTestWorker({ size: 2 });
    const { clock, platform, consumer } = worker;
    for (let n = 0; n < 4; n += 1) await submitJob(platform, FILE);
    await until('a full worker', () => worker.pool.runs.length >= 2);
    const full = consumer.inFlight();
    const stopped = consumer.stop({ graceMs: 1_000 });
    await clock.advance(999);
    expect(consumer.inFlight()).toBe(full);
    await clock.advance(1);
    await stopped;
    expect(await platform.queue.depth()).toEqual({ waiting: 4, inFlight: 0, dead: 0 });
  });

  it('lets a job finish within the grace', async () => {
    const worker = await startTestWorker();
    const id = await submitJob(worker.platform, FILE);
    await untilRunning(worker);
    const stopped = worker.consumer.stop();
    await worker.pool.runs[0]?.complete();
    await stopped;
    expect(await findJobRecord(worker.platform.objects, id)).toMatchObject({ status: 'completed' });
    expect(await worker.platform.queue.depth()).toEqual({ waiting: 0, inFlight: 0, dead: 0 });
  });

  it('stops once, however often it is asked', async () => {
    const { consumer } = await startTestWorker();
    await Promise.all([consumer.stop(), consumer.stop({ graceMs: 0 })]);
    expect(consumer.inFlight()).toBe(0);
  });
});

describe('a worker among others', () => {
  it('takes no more messages than it has engines', async () => {
    const worker = await startTestWorker({ size: 2 });
    for (let n = 0; n < 5; n += 1) await submitJob(worker.platform, FILE);
    await untilRunning(worker, 2);
    await worker.clock.advance(1_000);
    expect(await worker.platform.queue.depth()).toEqual({ waiting: 3, inFlight: 2, dead: 0 });
  });

  it('leaves a job to an idle worker', async () => {
    const first = await startTestWorker();
    await submitJob(first.platform, FILE);
    await untilRunning(first);
    const second = await startTestWorker({ platform: first.platform, clock: first.clock });
    await submitJob(first.platform, FILE);
    await untilRunning(second);
    expect(first.pool.runs).toHaveLength(1);
  });

  it('fetches the next file while it stores a result, and no more than that', async () => {
    const stalled: (() => void)[] = [];
    const wait = () => new Promise<void>((resolve) => stalled.push(resolve));
    const slow = await startTestWorker({
      faults: [{ call: 'objects.put', about: 'results/', times: Infinity, wait }],
    });
    const { platform } = slow;
    slow.pool.script = (run) => run.complete();
    for (let n = 0; n < 4; n += 1) await submitJob(platform, FILE);
    await until('two results on their way', () => stalled.length === 2);
    expect(slow.pool.runs).toHaveLength(2);
    expect(slow.consumer.inFlight()).toBe(2);
    await until('the rest', async () => {
      for (const go of stalled.splice(0)) go();
      return (await platform.counter.read()) === 4;
    });
  });
});

describe('consumer at work', () => {
  it('completes a job, counts it and leaves its outcome and its result', async () => {
    const worker = await startTestWorker();
    worker.pool.script = (run) => run.complete();
    const id = await submitJob(worker.platform, FILE);
    await untilQueueIsEmpty(worker);
    expect(await keysOf(worker.platform)).toEqual([jobKeys.outcome(id), jobKeys.result(id)]);
    expect(await worker.platform.counter.read()).toBe(1);
    expect(worker.events).toContainEqual(expect.objectContaining({ type: 'job.completed', jobId: id }));
    expect(worker.logged('job.completed')).toMatchObject([
      { jobId: publicJobIdOf(id), outputBytes: FILE.length },
    ]);
  });

  it('aborts a cancelled job and deletes what is left of it', async () => {
    const worker = await startTestWorker();
    const { platform } = worker;
    const id = await submitJob(platform, FILE);
    await untilRunning(worker);
    await transitionJob(platform.objects, id, 'cancelled');
    await platform.events.publish('jobs', { type: 'job.cancelled', jobId: id });
    await untilQueueIsEmpty(worker);
    expect(await keysOf(platform)).toEqual([jobKeys.outcome(id)]);
    expect(worker.pool.runs[0]?.options.signal?.reason).toMatchObject({ code: 'job-cancelled' });
  });

  it('drops the result of a job whose cancellation it did not hear of', async () => {
    const worker = await startTestWorker();
    const id = await submitJob(worker.platform, FILE);
    await untilRunning(worker);
    await transitionJob(worker.platform.objects, id, 'cancelled');
    await worker.pool.runs[0]?.complete();
    await untilQueueIsEmpty(worker);
    expect(await keysOf(worker.platform)).toEqual([jobKeys.outcome(id)]);
    expect(await worker.platform.counter.read()).toBe(0);
  });

  it('holds nothing for a job that is taken back as soon as it has ended', async () => {
    const platform = await openEmbedded(temporaryFolder());
    const { objects, holdings } = platform;
    const take = holdings.take.bind(holdings);
    holdings.take = async (client, holding, options) => {
      // As a web server ends a job.
      await transitionJob(objects, holding.id, 'cancelled');
      const ended = await findJobRecord(objects, holding.id);
      if (ended?.status === 'completed') await withdrawOutcome(objects, ended, new Date().toISOString());
      await holdings.release(holding.id);
      return take(client, holding, options);
    };
    const worker = await startTestWorker({ platform });
    worker.pool.script = (run) => run.complete();
    await submitJob(platform, FILE, { client: 'a' });
    await untilQueueIsEmpty(worker);
    expect(await holdings.of('a')).toEqual([]);
  });

  it('leaves a job alone whose lease is lost', async () => {
    const stale = Object.assign(new Error('stale'), { code: 'stale-receipt' });
    const faults: Fault[] = [{ call: 'queue.extend', error: stale }];
    const worker = await startTestWorker({ faults });
    const id = await submitJob(worker.platform, FILE);
    await untilRunning(worker);
    await until('a lost lease', () => worker.logged('job.interrupted').length > 0, worker.clock);
    expect(worker.logged('job.interrupted')).toMatchObject([
      { jobId: publicJobIdOf(id), code: 'lease-lost' },
    ]);
    expect(await worker.platform.objects.head(jobKeys.upload(id))).not.toBeNull();
    worker.pool.script = (run) => run.complete();
    await untilQueueIsEmpty(worker);
    expect(await findJobRecord(worker.platform.objects, id)).toMatchObject({ status: 'completed' });
  });

  it('goes on receiving after the queue has failed', async () => {
    const worker = await startTestWorker({ faults: [{ call: 'queue.receive', times: 3 }] });
    worker.pool.script = (run) => run.complete();
    await submitJob(worker.platform, FILE);
    await until('a completed job', async () => (await worker.platform.counter.read()) === 1, worker.clock);
    expect(worker.logged('receive.failed')).toHaveLength(3);
  });

  it('leaves no temporary file behind, however a run ends', async () => {
    const worker = await startTestWorker();
    worker.pool.script = (run, index) => (index % 2 === 0 ? run.fail(new Error('lost')) : run.complete());
    await submitJob(worker.platform, FILE);
    await untilQueueIsEmpty(worker);
    expect(await worker.temporaryFiles()).toEqual([]);
  });
});
