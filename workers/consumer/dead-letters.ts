import type { Clock } from '#platform/clock.ts';
import type { Logger } from '#platform/logger.ts';
import type { JobOutcome, Ports } from './job-outcome.ts';

export interface DeadLetterOptions {
  readonly ports: Pick<Ports, 'queue'>;
  readonly outcome: JobOutcome;
  readonly logger: Logger;
}

const BATCH = 10;
const SWEEP_EVERY_MS = 30_000;
const DEAD_LETTER_MESSAGE = 'This file could not be compressed, although it was tried several times.';

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
 * Ends the jobs whose message was received too often without an answer (their workers died), so that no client waits
 * for them any longer and nothing of them is left behind.
 * @returns how many letters were taken
 */
export async function sweepDeadLetters({ ports, outcome, logger }: DeadLetterOptions): Promise<number> {
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
