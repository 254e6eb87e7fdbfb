import type { Clock } from '#platform/clock.ts';
import type { Logger } from '#platform/logger.ts';
import type { ReceivedMessage } from '#platform/ports/job-queue.ts';
import type { WorkerMetrics } from '#workers/worker-metrics.ts';
import type { JobOutcome, Ports } from './job-outcome.ts';
import { GAVE_UP_MESSAGE } from './retry-policy.ts';

interface DeadLetterOptions {
  readonly ports: Pick<Ports, 'queue'>;
  readonly outcome: Pick<JobOutcome, 'fail'>;
  readonly metrics: Pick<WorkerMetrics, 'deadLetter'>;
  readonly logger: Logger;
}

const BATCH = 10;
const SWEEP_EVERY_MS = 30_000;

/** Sweeps now and then every 30 s. @returns how to stop; resolves when a sweep that is under way has ended */
export function sweepDeadLettersRegularly(
  options: DeadLetterOptions & { readonly clock: Clock },
): () => Promise<void> {
  let stopped = false;
  let cancel = () => {};
  const sweep = async (): Promise<void> => {
    await sweepDeadLetters(options).catch((error: unknown) =>
      options.logger.error('dead-letters.failed', { error }),
    );
    if (!stopped) cancel = options.clock.after(SWEEP_EVERY_MS, () => void (sweeping = sweep()));
  };
  let sweeping = sweep();
  return async () => {
    stopped = true;
    cancel();
    await sweeping;
  };
}

/**
 * Ends the jobs whose message was received too often without an answer, so that no client waits for them any longer and
 * nothing of them is left behind. A letter whose job cannot be ended is logged and stays; it does not hold up the others.
 * @returns how many letters were received
 */
export async function sweepDeadLetters(options: DeadLetterOptions): Promise<number> {
  let received = 0;
  for (;;) {
    const letters = await options.ports.queue.receiveDead(BATCH);
    for (const letter of letters) await endDeadLetter(options, letter);
    received += letters.length;
    if (letters.length < BATCH) return received;
  }
}

/**
 * Ends the job of one letter, then deletes the letter.
 * @returns whether that could be done; if not, it was logged and the letter comes again
 */
export async function endDeadLetter(options: DeadLetterOptions, letter: ReceivedMessage): Promise<boolean> {
  const { ports, outcome, metrics, logger } = options;
  const { message, messageId, receiptHandle, receiveCount } = letter;
  const jobId = message?.jobId;
  logger.error('job.dead-letter', { jobId, messageId, receiveCount });
  try {
    if (message) await outcome.fail(message.jobId, 'engine-crashed', GAVE_UP_MESSAGE);
    // Last, so that a letter whose job could not be ended is received again.
    await ports.queue.deleteDead(receiptHandle);
    metrics.deadLetter('ended');
    return true;
  } catch (error) {
    metrics.deadLetter('failed');
    logger.error('dead-letter.failed', { jobId, messageId, error });
    return false;
  }
}
