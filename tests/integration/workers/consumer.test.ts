import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEmbeddedPlatform } from '#platform/adapters/embedded/create-embedded-platform.ts';
import { systemClock } from '#platform/clock.ts';
import type { JobEvent, StatsEvent } from '#platform/contracts/events.ts';
import { jobKeys, type JobRecord } from '#platform/contracts/job.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { findJobRecord, isFinal, transitionJob } from '#platform/job-records.ts';
import { createLogger } from '#platform/logger.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { endOfJob, keysOf, queueIsEmpty, submitJob } from '#tests/fixtures/jobs.ts';
import { filesBelow } from '#tests/fixtures/files-below.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { createConsumer, type Consumer, type ConsumerOptions } from '#workers/consumer/consumer.ts';
import { sweepDeadLetters } from '#workers/consumer/dead-letters.ts';
import { createHeartbeat } from '#workers/consumer/heartbeat.ts';
import { JobOutcome } from '#workers/consumer/job-outcome.ts';
import { EnginePool } from '#workers/pool/engine-pool.ts';
import { createWorkerMetrics } from '#workers/worker-metrics.ts';
import { createWorkspace, type Workspace } from '#workers/pool/workspace.ts';

const MISBEHAVING = fileURLToPath(new URL('../../fixtures/engine-processes/misbehaving.ts', import.meta.url));

/** A machine under full load may take seconds to start a process. */
const PATIENTLY = { interval: 20 };

let folder: string;
let platform: Platform;
let workspace: Workspace;
let pool: EnginePool;
let consumer: Consumer;
let log: string[];
let events: (JobEvent | StatsEvent)[];

beforeEach(async () => {
  folder = temporaryFolder();
  platform = await createEmbeddedPlatform({ dataDir: folder });
  workspace = await createWorkspace(join(folder, 'tmp'));
  log = [];
  events = [];
  pool = new EnginePool({ directory: workspace.directory, size: 1, script: MISBEHAVING, logger: logger() });
  consumer = create();
  await platform.events.subscribe('jobs', (event) => events.push(event));
  await platform.events.subscribe('stats', (event) => events.push(event));
});
afterEach(async () => {
  await consumer.stop({ graceMs: 0 });
  await pool.close();
  await platform.close();
});

function logger() {
  return createLogger({ level: 'debug', write: (line) => log.push(line) });
}

function create(options: Partial<ConsumerOptions> = {}): Consumer {
  return createConsumer({
    ports: platform,
    pool,
    workspace,
    logger: logger(),
    resultTtlSeconds: 900,
    ...options,
  });
}

/** A file that makes the engine process behave in that way. */
function file(behaviour: string): Uint8Array {
  return Buffer.from(`${behaviour}\n${'x'.repeat(500)}`);
}

async function submit(behaviour: string, overrides: Partial<JobRecord> = {}): Promise<string> {
  return submitJob(platform, file(behaviour), overrides);
}

/** The job is with the engine process now. */
async function untilRunning(jobId: string): Promise<void> {
  await expect
    .poll(() => events.some((event) => event.type === 'job.progressed' && event.jobId === jobId), PATIENTLY)
    .toBe(true);
}

async function temporaryFiles(): Promise<string[]> {
  return filesBelow(workspace.directory);
}

const typesOf = (jobId: string) =>
  events.flatMap((event) => ('jobId' in event && event.jobId === jobId ? [event.type] : []));

describe('consumer', () => {
  it('stores the result, counts once, tells everybody and leaves nothing behind', async () => {
    await consumer.start();
    const id = await submit('copies');
    expect(await endOfJob(platform, id)).toMatchObject({
      status: 'completed',
      outputBytes: file('copies').length,
      report: { kind: 'jpeg' },
    });
    await queueIsEmpty(platform);
    expect(await keysOf(platform)).toEqual([jobKeys.outcome(id), jobKeys.result(id)]);
    expect(await platform.counter.read()).toBe(1);
    expect(events).toContainEqual(expect.objectContaining({ type: 'job.completed', jobId: id }));
    expect(events).toContainEqual({ type: 'stats.updated', compressedCount: 1 });
    expect(await temporaryFiles()).toEqual([]);
  });

  it('answers a second delivery of a completed job without counting again', async () => {
    await consumer.start();
    const id = await submit('copies');
    await endOfJob(platform, id);
    await queueIsEmpty(platform);
    await platform.queue.send({ version: 1, jobId: id });
    await queueIsEmpty(platform);
    expect(await platform.counter.read()).toBe(1);
    expect(typesOf(id).filter((type) => type === 'job.completed')).toHaveLength(2);
  });

  it('does not count what a device made and has counted', async () => {
    await consumer.start();
    const id = await submit('copies', { isCounted: true });
    await endOfJob(platform, id);
    await queueIsEmpty(platform);
    expect(await platform.counter.read()).toBe(0);
    expect(typesOf(id)).toContain('job.completed');
  });

  it('counts a job whose worker died between commit and count', async () => {
    const id = await submit('copies');
    await transitionJob(platform.objects, id, 'completed', { outputBytes: 1 });
    await consumer.start();
    await queueIsEmpty(platform);
    expect(await platform.counter.read()).toBe(1);
    expect(await platform.objects.head(jobKeys.upload(id))).toBeNull();
  });

  it('fails a job for good when the engine says why', async () => {
    await consumer.start();
    const id = await submit('throws-a-reason');
    expect(await endOfJob(platform, id)).toMatchObject({
      status: 'failed',
      failure: { code: 'damaged', message: 'The file is damaged. Please export it again.' },
    });
    await queueIsEmpty(platform);
    expect(await keysOf(platform)).toEqual([jobKeys.outcome(id)]);
    expect(typesOf(id)).toContain('job.failed');
    expect(await platform.counter.read()).toBe(0);
  });

  it('tries a crashing job three times, then fails it', async () => {
    await consumer.start();
    const id = await submit('crashes');
    expect(await endOfJob(platform, id)).toMatchObject({
      status: 'failed',
      failure: { code: 'engine-crashed' },
    });
    expect(log.filter((line) => line.includes('"job.retried"'))).toHaveLength(2);
    await queueIsEmpty(platform);
  });

  it('completes a job whose engine process is killed in the middle', async () => {
    await consumer.start();
    const id = await submit('hangs-waiting');
    await untilRunning(id);
    await platform.objects.put(jobKeys.upload(id), file('copies'), { contentType: 'image/jpeg' });
    for (const pid of pool.pids()) process.kill(pid, 'SIGKILL');
    expect(await endOfJob(platform, id)).toMatchObject({ status: 'completed' });
    await queueIsEmpty(platform);
    expect(await platform.counter.read()).toBe(1);
    expect(await temporaryFiles()).toEqual([]);
  });

  it('kills the work of a cancelled job and deletes its bytes', async () => {
    await consumer.start();
    const id = await submit('hangs-waiting');
    await untilRunning(id);
    const [pid] = pool.pids();
    await transitionJob(platform.objects, id, 'cancelled');
    await platform.events.publish('jobs', { type: 'job.cancelled', jobId: id });
    await queueIsEmpty(platform);
    expect(await keysOf(platform)).toEqual([jobKeys.outcome(id)]);
    expect(pool.pids()).not.toContain(pid);
    expect(await temporaryFiles()).toEqual([]);
  });

  it('drops a job that was cancelled before it was received', async () => {
    const id = await submit('copies');
    await transitionJob(platform.objects, id, 'cancelled');
    await consumer.start();
    await queueIsEmpty(platform);
    expect(await platform.objects.head(jobKeys.upload(id))).toBeNull();
    expect(await platform.counter.read()).toBe(0);
  });

  it('fails a job whose upload is gone', async () => {
    const id = await submit('copies');
    await platform.objects.delete([jobKeys.upload(id)]);
    await consumer.start();
    expect(await endOfJob(platform, id)).toMatchObject({
      failure: { message: 'The upload is no longer here. Please send the file again.' },
    });
  });

  it('deletes messages that nobody understands and those without a record', async () => {
    await platform.queue.send({ version: 1, jobId: 'not an id' });
    await platform.queue.send({ version: 1, jobId: 'AAAAAAAAAAAAAAAAAAAAAA' });
    await consumer.start();
    await queueIsEmpty(platform);
    expect(await keysOf(platform)).toEqual([]);
  });

  it('gives what is in flight back to the queue when it stops', async () => {
    await consumer.start();
    const id = await submit('hangs-waiting');
    await untilRunning(id);
    await Promise.all([consumer.stop({ graceMs: 0 }), consumer.stop()]);
    expect(await platform.queue.depth()).toEqual({ waiting: 1, inFlight: 0, dead: 0 });
    expect(await findJobRecord(platform.objects, id)).toMatchObject({ status: 'queued' });
    expect(await platform.objects.head(jobKeys.upload(id))).not.toBeNull();
    expect(await temporaryFiles()).toEqual([]);
  });

  it('lets a job finish while it stops', async () => {
    await consumer.start();
    const id = await submit('copies');
    await expect.poll(() => consumer.inFlight(), PATIENTLY).toBe(1);
    await consumer.stop();
    expect(await endOfJob(platform, id, 1)).toMatchObject({ status: 'completed' });
  });

  it('abandons a job whose message can no longer be kept hidden', async () => {
    const error = Object.assign(new Error('stale receipt'), { code: 'stale-receipt' });
    const stale = { extend: () => Promise.reject(error) };
    const heartbeat = createHeartbeat({
      queue: stale,
      clock: systemClock,
      everySeconds: 0.2,
      visibilityTimeoutSeconds: 60,
    });
    consumer = create({ heartbeat });
    await consumer.start();
    const id = await submit('hangs-waiting');
    await expect.poll(() => log.some((line) => line.includes('lease-lost')), PATIENTLY).toBe(true);
    await expect.poll(() => consumer.inFlight(), PATIENTLY).toBe(0);
    // The next receiver of the message needs the upload.
    expect(await platform.objects.head(jobKeys.upload(id))).not.toBeNull();
    const record = await findJobRecord(platform.objects, id);
    expect(record && isFinal(record.status)).toBe(false);
    expect(await temporaryFiles()).toEqual([]);
  });

  it('answers for jobs whose workers died too often', async () => {
    const id = await submit('copies');
    for (let receive = 1; receive <= OPERATING_LIMITS.maxReceiveCount; receive += 1) {
      const [held] = await platform.queue.receive({ max: 1, waitSeconds: 1 });
      await platform.queue.extend(held?.receiptHandle ?? '', 0);
    }
    expect(await platform.queue.receive({ max: 1, waitSeconds: 0 })).toEqual([]);
    const outcome = new JobOutcome({
      ports: platform,
      logger: logger(),
      now: Date.now,
      resultTtlSeconds: 900,
    });
    const metrics = createWorkerMetrics();
    expect(await sweepDeadLetters({ ports: platform, outcome, metrics, logger: logger() })).toBe(1);
    expect(await endOfJob(platform, id, 1_000)).toMatchObject({
      status: 'failed',
      failure: { code: 'engine-crashed' },
    });
    expect(await keysOf(platform)).toEqual([jobKeys.outcome(id)]);
    await queueIsEmpty(platform);
  });

  it('writes neither file names nor contents to its log', async () => {
    await consumer.start();
    for (const behaviour of ['copies', 'throws-a-reason', 'throws-a-bug']) {
      await endOfJob(platform, await submit(behaviour));
    }
    expect(log.join('')).not.toContain('holiday');
  });
});
