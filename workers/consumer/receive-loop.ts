import { pause, type Clock } from '#platform/clock.ts';
import type { Logger } from '#platform/logger.ts';
import type { JobQueue, ReceivedMessage } from '#platform/ports/job-queue.ts';
import type { InFlightJobs } from './in-flight-jobs.ts';

export interface ReceiveLoopOptions {
  readonly queue: Pick<JobQueue, 'receive' | 'extend'>;
  readonly jobs: Pick<InFlightJobs, 'freePlaces' | 'untilFreePlace'>;
  /** Starts the work on a delivery. */
  readonly take: (delivery: ReceivedMessage) => void;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** Length of a poll. Some adapters wait for an open poll when they are closed, so it is short. */
const LONG_POLL_SECONDS = 5;
/** The most messages that SQS returns for one receive. */
const MAX_BATCH = 10;
/** Pause after a receive that failed. */
const BACK_OFF_MS = 1_000;

/** Receives as many messages as there are free places until the signal aborts. Failed receives are logged and repeated. */
export async function receiveUntilAborted(options: ReceiveLoopOptions, signal: AbortSignal): Promise<void> {
  const { queue, jobs, logger, clock } = options;
  while (!signal.aborted) {
    await jobs.untilFreePlace(signal);
    if (signal.aborted) return;
    try {
      const max = Math.min(jobs.freePlaces, MAX_BATCH);
      const deliveries = await queue.receive({ max, waitSeconds: LONG_POLL_SECONDS, signal });
      if (signal.aborted) return await giveBack(options, deliveries);
      for (const delivery of deliveries) options.take(delivery);
    } catch (error) {
      if (signal.aborted) return;
      logger.error('receive.failed', { error });
      await pause(clock, BACK_OFF_MS, signal);
    }
  }
}

/** A message that is not returned here becomes visible after its visibility timeout. */
async function giveBack({ queue, logger }: ReceiveLoopOptions, deliveries: ReceivedMessage[]): Promise<void> {
  for (const { receiptHandle, message } of deliveries) {
    await queue.extend(receiptHandle, 0).catch((error: unknown) => {
      logger.warn('message.not-returned', { jobId: message?.jobId, error });
    });
  }
}
