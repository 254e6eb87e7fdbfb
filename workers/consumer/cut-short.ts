import type { JobFailureCode } from '#platform/contracts/job-failure-codes.ts';
import { transitionJob } from '#platform/job-records.ts';
import type { ReceivedMessage } from '#platform/ports/job-queue.ts';
import type { EngineFailure } from '#workers/pool/engine-job.ts';
import type { JobAttempt } from './job-attempt.ts';
import type { JobContext } from './job-context.ts';
import { retryAfterFailure } from './retry-policy.ts';

/** Failures that need attention; the other codes are what the engine says of a file. */
const OUR_FAILURES: ReadonlySet<JobFailureCode> = new Set(['engine-crashed', 'timed-out', 'internal']);

/** Recognised by name: it may come from another copy of the module. */
export function isEngineFailure(error: unknown): error is EngineFailure {
  return error instanceof Error && error.name === 'EngineFailure';
}

/**
 * After the signal aborted: a cancelled job is ended; a worker that stops returns the message and takes the attempt
 * back; after a lost lease the message and the record belong to another worker.
 * @returns whether the message is done with
 */
export async function endInterruptedRun(
  context: JobContext,
  attempt: JobAttempt,
  { receiptHandle }: ReceivedMessage,
  reason: unknown,
): Promise<boolean> {
  const { ports, outcome, logger } = context;
  const record = attempt.job;
  const code = (reason as { code?: unknown } | undefined)?.code;
  logger.info('job.interrupted', { jobId: record.id, code });
  if (code === 'worker-stopping') {
    await attempt.takeBack().catch((error: unknown) => logger.warn('attempt.not-taken-back', { error }));
    await ports.queue.extend(receiptHandle, 0);
  }
  if (code !== 'job-cancelled') return false;
  const end = await transitionJob(ports.objects, record.id, 'cancelled');
  await outcome.settle(end?.record ?? { ...record, status: 'cancelled' });
  return true;
}

/**
 * After an engine run without a result: the message goes back for another run, or the job fails.
 * @param run.receivedAt when its message was received, in ms since 1970
 * @returns whether the message is done with
 */
export async function endFailedRun(
  { ports, outcome, metrics, logger, now }: JobContext,
  attempt: JobAttempt,
  { receiptHandle }: ReceivedMessage,
  { failure, receivedAt }: { readonly failure: EngineFailure; readonly receivedAt: number },
): Promise<boolean> {
  const { job: record, number } = attempt;
  const decision = retryAfterFailure(failure.code, number);
  const info = {
    code: failure.code,
    attempts: number,
    kind: record.kind,
    sourceBytes: record.sourceBytes,
  };
  metrics.engineRun(record.kind, failure.code);
  if (decision.retry) {
    await attempt.record();
    logger.warn('job.retried', { ...info, afterSeconds: decision.afterSeconds, error: failure });
    await ports.queue.extend(receiptHandle, decision.afterSeconds);
    return false;
  }
  if (OUR_FAILURES.has(failure.code)) logger.error('job.failed', { ...info, error: failure });
  else logger.info('job.refused', info);
  await outcome.fail(record.id, failure.code, failure.message);
  const { kind, sourceBytes } = record;
  const seconds = (now() - receivedAt) / 1_000;
  metrics.jobEnded({ kind, result: failure.code, seconds, sourceBytes, outputBytes: 0 });
  return true;
}
