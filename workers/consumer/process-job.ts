import type { JobRecord } from '#platform/contracts/job.ts';
import {
  findJobRecord,
  findOpenJobRecord,
  isDamagedRecord,
  isFinal,
  isUnreadableRecord,
} from '#platform/job-records.ts';
import { isMachineFailure } from '#platform/machine-failure.ts';
import type { ReceivedMessage } from '#platform/ports/job-queue.ts';
import { tracedJobId } from '#platform/public-job-id.ts';
import { noteInTrace, originFields, traced, tracedFrom } from '#platform/tracing.ts';
import { endFailedRun, endInterruptedRun, isEngineFailure } from './cut-short.ts';
import { compressUpload } from './compress-upload.ts';
import { JobAttempt } from './job-attempt.ts';
import type { JobContext, JobControl } from './job-context.ts';
import { GAVE_UP_MESSAGE, isExhausted, retryAfterOutage, retryAfterShortage } from './retry-policy.ts';

/**
 * One delivery of one job, from the message to its deletion. Delivery is at least once, so the record decides what is
 * left to do, and the message is deleted last: whatever is cut short here is done again by the next delivery.
 * @returns whether the message is done with and deleted; else it was given back, or another worker has it
 * @throws  the error of a port that failed while the message was given back; it is received again after its visibility timeout
 */
export async function processDelivery(
  context: JobContext,
  delivery: ReceivedMessage,
  control: JobControl,
): Promise<boolean> {
  const { message, receiveCount, sentAt } = delivery;
  const origin = message?.origin;
  const logger = context.logger.child({ jobId: message?.jobId, ...originFields(origin) });
  const facts = {
    ...tracedJobId(message?.jobId),
    'featherpress.receive_count': receiveCount,
    'featherpress.waited_ms': sentAt === undefined ? undefined : Math.round(context.now() - sentAt),
  };
  return tracedFrom(origin, 'job', facts, () => deliver({ ...context, logger }, delivery, control));
}

async function deliver(
  context: JobContext,
  delivery: ReceivedMessage,
  control: JobControl,
): Promise<boolean> {
  const { queue } = context.ports;
  const { message, receiptHandle } = delivery;
  if (message === null) {
    context.logger.error('message.not-understood', { messageId: delivery.messageId });
    await queue.delete(receiptHandle);
    return true;
  }
  const done = await isDone(context, message.jobId, delivery, control);
  if (done) await queue.delete(receiptHandle);
  return done;
}

/** @returns whether the message is done with; else it was returned to the queue or another worker has it */
async function isDone(
  context: JobContext,
  jobId: string,
  delivery: ReceivedMessage,
  control: JobControl,
): Promise<boolean> {
  let record: JobRecord | null = null;
  try {
    const find = delivery.receiveCount === 1 ? findOpenJobRecord : findJobRecord;
    record = await find(context.ports.objects, jobId);
    if (record && !isFinal(record.status)) return await workOn(context, record, delivery, control);
    if (record) await settle(context, record);
    else await clearUnknown(context, jobId);
    return true;
  } catch (error) {
    const since = record ? Date.parse(record.createdAt) : (delivery.sentAt ?? context.now());
    return postpone(context, { jobId, since }, delivery, error);
  }
}

async function clearUnknown({ outcome, logger }: JobContext, jobId: string): Promise<void> {
  logger.warn('job.without-record', { jobId });
  await outcome.clear(jobId, { result: true });
}

/** @returns whether the message is done with */
async function workOn(
  context: JobContext,
  record: JobRecord,
  delivery: ReceivedMessage,
  control: JobControl,
): Promise<boolean> {
  const { outcome, now } = context;
  const attempt = new JobAttempt(context.ports.objects, record, delivery.receiveCount);
  noteInTrace({ 'featherpress.kind': record.kind, 'featherpress.source_bytes': record.sourceBytes });
  const logger = context.logger.child({ receiveCount: delivery.receiveCount });
  if (isExhausted(attempt.number)) {
    logger.error('job.gave-up', { attempts: attempt.number, kind: record.kind });
    await outcome.fail(record.id, 'engine-crashed', GAVE_UP_MESSAGE);
    return true;
  }
  const started = now();
  try {
    const ended = await compressUpload(context, attempt, control);
    noteEnd(context, ended, now() - started);
    await traced('job.settle', {}, () => settle(context, ended));
    const { kind, sourceBytes } = record;
    const waitedMs = delivery.sentAt === undefined ? undefined : Math.round(started - delivery.sentAt);
    const info = { kind, sourceBytes, outputBytes: ended.outputBytes, waitedMs, ms: now() - started };
    logger.info(`job.${ended.status}`, info);
    return true;
  } catch (error) {
    const { reason } = control.signal;
    if (control.signal.aborted) return endInterruptedRun(context, attempt, delivery, reason);
    if (!isEngineFailure(error) || error.isBeforeStart) {
      await attempt
        .takeBack()
        .catch((failure: unknown) => logger.warn('attempt.not-taken-back', { error: failure }));
      throw error;
    }
    return endFailedRun({ ...context, logger }, attempt, delivery, { failure: error, receivedAt: started });
  }
}

/** What follows from the end of a job must wait: a backend is away. Its client has its answer. */
class UnsettledJobError extends Error {}

async function settle({ outcome }: JobContext, record: JobRecord): Promise<void> {
  await outcome.settle(record).catch((cause: unknown) => {
    throw new UnsettledJobError('What follows from the end of a job failed', { cause });
  });
}

/** For the metrics. */
function noteEnd({ metrics }: JobContext, { kind, status, failure, ...job }: JobRecord, ms: number): void {
  const { sourceBytes, outputBytes = 0 } = job;
  const result = status === 'failed' ? (failure?.code ?? 'internal') : status;
  if (result === 'queued' || result === 'running') return;
  metrics.jobEnded({ kind, result, seconds: ms / 1_000, sourceBytes, outputBytes });
}

/**
 * Returns a message whose job could not be worked on, because a backend, the machine or the start of an engine failed. That
 * says nothing about the file and counts as no attempt.
 * @param job.since when it was sent, in ms since 1970
 * @returns whether the message is done with: its last receive ends the job
 */
async function postpone(
  context: JobContext,
  { jobId, since }: { readonly jobId: string; readonly since: number },
  delivery: ReceivedMessage,
  error: unknown,
): Promise<boolean> {
  const { receiptHandle, receiveCount } = delivery;
  const isShortage = isMachineFailure(error);
  const decide = () =>
    isShortage ? retryAfterShortage((context.now() - since) / 1_000) : retryAfterOutage(receiveCount);
  // A worker of a newer version may read what this one cannot, but no worker reads a damaged record.
  const decision = isDamagedRecord(error) ? { retry: false as const } : decide();
  context.metrics.postponed(error instanceof UnsettledJobError ? 'ended' : 'open');
  if (isUnreadableRecord(error)) context.metrics.unreadableRecord();
  context.logger.error('job.postponed', { jobId, receiveCount, ...decision, error });
  if (!decision.retry) {
    await context.outcome.fail(jobId, 'internal', GAVE_UP_MESSAGE);
    return true;
  }
  if (isShortage) await context.ports.queue.postpone(delivery, decision.afterSeconds);
  else await context.ports.queue.extend(receiptHandle, decision.afterSeconds);
  return false;
}
