import type { Logger } from '#platform/logger.ts';
import type { JobOutcome, Ports } from './job-outcome.ts';

const BATCH = 10;

/**
 * Ends the jobs whose message was received too often without an answer (their workers died), so that nobody waits for
 * them any longer and nothing of them is left behind.
 * @returns how many letters were taken
 */
export async function sweepDeadLetters(options: {
  readonly ports: Pick<Ports, 'queue'>;
  readonly outcome: JobOutcome;
  readonly logger: Logger;
}): Promise<number> {
  const { ports, outcome, logger } = options;
  let taken = 0;
  for (;;) {
    const letters = await ports.queue.receiveDead(BATCH);
    for (const { message, messageId, receiptHandle, receiveCount } of letters) {
      logger.error('job.dead-letter', { jobId: message?.jobId, messageId, receiveCount });
      if (message) await outcome.fail(message.jobId, 'engine-crashed', DEAD_LETTER_MESSAGE);
      // Last, so that a letter whose job could not be ended is received again.
      await ports.queue.deleteDead(receiptHandle);
    }
    taken += letters.length;
    if (letters.length < BATCH) return taken;
  }
}

const DEAD_LETTER_MESSAGE = 'This file could not be compressed, although it was tried several times.';
