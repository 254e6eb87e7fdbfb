import { skip } from '#engine/api/report/findings.ts';
import { describe, expect, it } from 'vitest';
import { jobKeys } from '#platform/contracts/job.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { findJobRecord } from '#platform/job-records.ts';
import { publicJobIdOf } from '#platform/public-job-id.ts';
import type { Fault } from '#tests/fixtures/faulty-ports.ts';
import { keysOf, submitJob } from '#tests/fixtures/jobs.ts';
import { createTestWorker, startTestWorker, type TestWorker } from '#tests/fixtures/test-worker.ts';
import { until } from '#tests/fixtures/until.ts';
import { EngineFailure } from '#workers/pool/engine-job.ts';

const FILE = new Uint8Array(100).fill(7);

async function untilQueueIsEmpty({ platform, clock }: TestWorker): Promise<void> {
  await until(
    'an empty queue',
    async () => Object.values(await platform.queue.depth()).every((count) => count === 0),
    clock,
  );
}

describe('an innocent file', () => {
  it('survives any number of orderly restarts in the middle of its run', async () => {
    const first = await createTestWorker();
    const { platform, clock } = first;
    const id = await submitJob(platform, FILE);
    for (let restart = 1; restart <= 8; restart += 1) {
      const worker = await startTestWorker({ platform, clock });
      await until(`run ${restart}`, () => worker.pool.runs.length === 1);
      const stopped = worker.consumer.stop({ graceMs: 0 });
      await clock.advance(0);
      await stopped;
      const record = await findJobRecord(platform.objects, id);
      expect([record?.status, record?.attempts ?? 0]).toEqual(['queued', 0]);
    }
    first.pool.script = (run) => run.complete();
    await first.consumer.start();
    await untilQueueIsEmpty(first);
    expect(await findJobRecord(platform.objects, id)).toMatchObject({ status: 'completed' });
  });

  it('costs no attempt while no engine starts', async () => {
    const worker = await startTestWorker();
    worker.pool.start = (call) => {
      if (call < 5) throw EngineFailure.beforeStart('did not start in time');
    };
    worker.pool.script = (run) => run.complete();
    const id = await submitJob(worker.platform, FILE);
    await untilQueueIsEmpty(worker);
    expect(await findJobRecord(worker.platform.objects, id)).toMatchObject({
      status: 'completed',
      attempts: 1,
    });
    expect(worker.logged('job.postponed')).toHaveLength(5);
  });

  it('is tried again after most of its workers were lost', async () => {
    const worker = await startTestWorker();
    worker.pool.script = (run) => run.complete();
    const attempts = OPERATING_LIMITS.maxLostAttempts - 1;
    const id = await submitJob(worker.platform, FILE, { status: 'running', attempts });
    await untilQueueIsEmpty(worker);
    expect(await findJobRecord(worker.platform.objects, id)).toMatchObject({ status: 'completed' });
  });

  it('keeps its attempt counted when taking it back fails, and is given back all the same', async () => {
    const faults: Fault[] = [];
    const worker = await startTestWorker({ faults });
    const id = await submitJob(worker.platform, FILE, { attempts: 1 });
    await until('a run', () => worker.pool.runs.length === 1);
    faults.push({ call: 'objects.put', about: 'jobs/' });
    const stopped = worker.consumer.stop({ graceMs: 0 });
    await worker.clock.advance(0);
    await stopped;
    expect(await worker.platform.queue.depth()).toMatchObject({ waiting: 1 });
    expect(await findJobRecord(worker.platform.objects, id)).toMatchObject({ attempts: 2 });
  });
});

describe('a file that takes its engine down', () => {
  it.each([
    ['engine-crashed', OPERATING_LIMITS.maxAttempts],
    ['internal', OPERATING_LIMITS.maxAttempts],
    ['timed-out', 2],
    ['limit-exceeded', 1],
  ] as const)('ends as %s after %i runs', async (code, runs) => {
    const worker = await startTestWorker();
    worker.pool.script = (run) => run.fail(EngineFailure.of(code));
    const id = await submitJob(worker.platform, FILE);
    await untilQueueIsEmpty(worker);
    expect(await findJobRecord(worker.platform.objects, id)).toMatchObject({
      status: 'failed',
      failure: { code },
    });
    expect(worker.pool.runs).toHaveLength(runs);
    expect(worker.logged('job.retried')).toHaveLength(runs - 1);
    expect(await keysOf(worker.platform)).toEqual([jobKeys.outcome(id)]);
    expect(
      await worker.metrics.registry.getSingleMetricAsString('featherpress_worker_engine_runs_total'),
    ).toContain(`{kind="jpeg",result="${code}"} ${runs}`);
  });

  it('ends without another run when its workers were lost too often', async () => {
    const worker = await startTestWorker();
    const attempts = OPERATING_LIMITS.maxLostAttempts;
    const id = await submitJob(worker.platform, FILE, { status: 'running', attempts });
    await untilQueueIsEmpty(worker);
    expect(await findJobRecord(worker.platform.objects, id)).toMatchObject({
      status: 'failed',
      failure: { code: 'engine-crashed' },
    });
    expect(worker.pool.runs).toEqual([]);
    expect(worker.logged('job.gave-up')).toMatchObject([{ jobId: publicJobIdOf(id), attempts }]);
  });

  it('is refused at once when the engine says why, which is no error of ours', async () => {
    const worker = await startTestWorker();
    worker.pool.script = (run) => run.fail(new EngineFailure('damaged', 'The file is damaged.'));
    const id = await submitJob(worker.platform, FILE);
    await untilQueueIsEmpty(worker);
    expect(await findJobRecord(worker.platform.objects, id)).toMatchObject({
      failure: { code: 'damaged', message: 'The file is damaged.' },
    });
    expect(worker.logged('job.refused')).toHaveLength(1);
    expect(worker.logged('job.failed')).toEqual([]);
  });
});

it('counts and logs parts that an internal error left unchanged', async () => {
  const worker = await startTestWorker();
  const skips = [skip('part-failed', { count: 3 })];
  worker.pool.script = (run) => run.complete({ skips });
  const id = await submitJob(worker.platform, FILE);
  await untilQueueIsEmpty(worker);
  expect(worker.logged('job.part-errors')).toMatchObject([
    { jobId: publicJobIdOf(id), kind: 'jpeg', count: 3 },
  ]);
  expect(await worker.metrics.registry.metrics()).toContain(
    'featherpress_worker_part_errors_total{kind="jpeg"} 3',
  );
});
