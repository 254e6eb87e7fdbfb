import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { KIND_INFO } from '#engine/index.ts';
import { jobKeys, type JobFailureCode, type JobRecord } from '#platform/contracts/job.ts';
import { jobOptionsOf } from '#platform/contracts/job-options.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { clearEndedJob, findJobRecord, isFinal, transitionJob } from '#platform/job-records.ts';
import type { Logger } from '#platform/logger.ts';
import type { ReceivedMessage } from '#platform/ports/job-queue.ts';
import type { EnginePool } from '#workers/pool/engine-pool.ts';
import { EngineFailure } from '#workers/pool/engine-job.ts';
import type { Workspace } from '#workers/pool/workspace.ts';
import { endTimes, type JobOutcome, type Ports } from './job-outcome.ts';
import { createProgressFeed } from './progress-feed.ts';
import { judgeFailure } from './retry-policy.ts';

export interface JobContext {
  readonly ports: Ports;
  readonly pool: Pick<EnginePool, 'run'>;
  readonly workspace: Pick<Workspace, 'newPath'>;
  readonly outcome: JobOutcome;
  readonly logger: Logger;
  readonly now: () => number;
  readonly resultTtlSeconds: number;
}

/**
 * One delivery of one job, from the message to its deletion. Delivery is at least once, so the record decides what is
 * left to do, and the message is deleted last: whatever is cut short here is done again by the next delivery.
 * @param signal aborts the work; its reason decides what happens to the message (see {@link JobInterruption})
 */
export async function processDelivery(
  context: JobContext,
  delivery: ReceivedMessage,
  signal: AbortSignal,
): Promise<void> {
  const { ports, outcome, logger } = context;
  const { message, receiptHandle } = delivery;
  if (message === null) {
    logger.error('message.not-understood', { messageId: delivery.messageId });
    return ports.queue.delete(receiptHandle);
  }
  const record = await findJobRecord(ports.objects, message.jobId);
  if (record === null) logger.warn('job.without-record', { jobId: message.jobId });
  else if (isFinal(record.status)) await outcome.settle(record);
  else if (!(await workOn(context, record, delivery, signal))) return;
  if (record === null) await clearEndedJob(ports.objects, message.jobId, { result: true });
  await ports.queue.delete(receiptHandle);
}

/** Why work stops from outside: the client went away, or this worker stops and gives the message back. */
export class JobInterruption extends Error {
  readonly code: 'job-cancelled' | 'worker-stopping';

  constructor(code: 'job-cancelled' | 'worker-stopping') {
    super(code === 'job-cancelled' ? 'The job was cancelled' : 'The worker stops');
    this.name = 'JobInterruption';
    this.code = code;
  }
}

/** @returns whether the message is done with; else it was given back or is somebody else's */
async function workOn(
  context: JobContext,
  record: JobRecord,
  delivery: ReceivedMessage,
  signal: AbortSignal,
): Promise<boolean> {
  const { outcome, logger } = context;
  const started = context.now();
  const jobLogger = logger.child({ jobId: record.id, receiveCount: delivery.receiveCount });
  try {
    const ended = await compressToStore(context, record, signal);
    await outcome.settle(ended);
    jobLogger.info(`job.${ended.status}`, {
      kind: record.kind,
      sourceBytes: record.sourceBytes,
      outputBytes: ended.outputBytes,
      ms: context.now() - started,
    });
    return true;
  } catch (error) {
    if (signal.aborted) return interrupted(context, record, delivery, signal.reason);
    return failedAttempt(context, record, delivery, error, jobLogger);
  }
}

/** Upload to file, file through the engine, file to result, then the commit. @returns the record as it ended */
async function compressToStore(
  context: JobContext,
  record: JobRecord,
  signal: AbortSignal,
): Promise<JobRecord> {
  const { ports, pool, workspace } = context;
  const [sourcePath, outputPath] = [workspace.newPath(), workspace.newPath()];
  const progress = createProgressFeed(ports.events, record.id, context.now);
  const running = transitionJob(ports.objects, record.id, 'running');
  running.catch(() => {}); // Awaited below; a failure meanwhile must not end the process.
  try {
    if (!(await download(context, record, sourcePath, signal))) return await endedElsewhere(context, record);
    const answer = await pool.run(
      {
        sourcePath,
        outputPath,
        kind: record.kind,
        ...jobOptionsOf(record),
        budgetMs: OPERATING_LIMITS.engineBudgetSeconds * 1000,
      },
      { signal, onProgress: progress },
    );
    await running;
    await ports.objects.put(
      jobKeys.result(record.id),
      createReadStream(outputPath, { highWaterMark: CHUNK_BYTES }),
      {
        contentType: KIND_INFO[record.kind].mimeTypes[0],
        signal,
      },
    );
    const committed = await transitionJob(ports.objects, record.id, 'completed', {
      report: answer.report,
      outputBytes: answer.outputBytes,
      ...endTimes(context.now(), context.resultTtlSeconds),
    });
    return committed?.record ?? { ...record, status: 'cancelled' };
  } finally {
    await Promise.all([rm(sourcePath, { force: true }), rm(outputPath, { force: true })]);
    // Written after the end of the job it would stay.
    await running.catch(() => {});
  }
}

const CHUNK_BYTES = 256 * 1024;

async function download(
  context: JobContext,
  record: JobRecord,
  path: string,
  signal: AbortSignal,
): Promise<boolean> {
  const upload = await context.ports.objects.find(jobKeys.upload(record.id), { signal });
  if (upload === null) return false;
  await pipeline(upload.body, createWriteStream(path, { highWaterMark: CHUNK_BYTES }), { signal });
  return true;
}

/** Another delivery of the same job was faster and has deleted the upload; or the upload never was whole. */
async function endedElsewhere(context: JobContext, record: JobRecord): Promise<JobRecord> {
  const now = await findJobRecord(context.ports.objects, record.id);
  if (now && isFinal(now.status)) return now;
  throw new EngineFailure('damaged', 'The upload is no longer here. Please send the file again.');
}

/** @returns whether the message is done with */
async function interrupted(
  context: JobContext,
  record: JobRecord,
  delivery: ReceivedMessage,
  reason: unknown,
): Promise<boolean> {
  const { ports, outcome, logger } = context;
  const code = (reason as { code?: unknown } | undefined)?.code;
  logger.info('job.interrupted', { jobId: record.id, code });
  if (code === 'worker-stopping') await ports.queue.extend(delivery.receiptHandle, 0);
  if (code !== 'job-cancelled') return false;
  const end = await transitionJob(ports.objects, record.id, 'cancelled');
  await outcome.settle(end?.record ?? { ...record, status: 'cancelled' });
  return true;
}

/** @returns whether the message is done with */
async function failedAttempt(
  context: JobContext,
  record: JobRecord,
  delivery: ReceivedMessage,
  error: unknown,
  logger: Logger,
): Promise<boolean> {
  const failure = isEngineFailure(error) ? error : EngineFailure.of('internal', error);
  const verdict = judgeFailure(failure.code, delivery.receiveCount);
  const facts = { code: failure.code, kind: record.kind, sourceBytes: record.sourceBytes };
  if (verdict.retry) {
    logger.warn('job.retried', { ...facts, afterSeconds: verdict.afterSeconds, error: failure });
    await context.ports.queue.extend(delivery.receiptHandle, verdict.afterSeconds);
    return false;
  }
  if (FINAL_FAULTS.has(failure.code)) logger.error('job.failed', { ...facts, error: failure });
  else logger.info('job.refused', facts);
  await context.outcome.fail(record.id, failure.code, failure.message);
  return true;
}

/** Faults of ours, worth a look; the rest is what the engine says of a file. */
const FINAL_FAULTS: ReadonlySet<JobFailureCode> = new Set(['engine-crashed', 'timed-out', 'internal']);

function isEngineFailure(error: unknown): error is EngineFailure {
  return error instanceof Error && error.name === 'EngineFailure';
}
