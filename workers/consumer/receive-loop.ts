import { pause, type Clock } from '#platform/clock.ts';
import type { Logger } from '#platform/logger.ts';
import { isMachineFailure } from '#platform/machine-failure.ts';
import type { JobQueue, ReceivedMessage } from '#platform/ports/job-queue.ts';
import { untilAborted } from '#platform/until-aborted.ts';
import type { Capacity, InFlightJobs } from './in-flight-jobs.ts';

interface ReceiveLoopOptions {
  readonly queue: Pick<JobQueue, 'receive' | 'extend'>;
  readonly jobs: Pick<InFlightJobs, 'capacity' | 'untilChange'>;
  /** Starts the work on a delivery. */
  readonly take: (delivery: ReceivedMessage, capacity: Capacity) => void;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** Length of a poll. Some adapters wait for an open poll when they are closed, so it is short. */
const LONG_POLL_SECONDS = 5;
/** The most messages that SQS returns for one receive. */
const MAX_BATCH = 10;
/** Pause after a receive that failed, and after one for which the machine lacks something: that may take long. */
const BACK_OFF_MS = 1_000;
const SHORTAGE_MS = 10_000;

/**
 * Receives as many messages as there are free engines until the signal aborts, and asks again whenever an engine becomes
 * free. Failed receives are logged and repeated.
 */
export async function receiveUntilAborted(options: ReceiveLoopOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const change = options.jobs.untilChange();
    const either = AbortSignal.any([signal, change.signal]);
    try {
      await receiveOnce(options, signal, either);
    } catch (error) {
      if (signal.aborted) return;
      options.logger.error('receive.failed', { error });
      await pause(options.clock, isMachineFailure(error) ? SHORTAGE_MS : BACK_OFF_MS, signal);
    } finally {
      change.release();
    }
  }
}

/** @param stopped aborts when the worker stops. @param either then, or when the capacity has changed */
async function receiveOnce(
  options: ReceiveLoopOptions,
  stopped: AbortSignal,
  either: AbortSignal,
): Promise<void> {
  const { capacity } = options.jobs;
  if (!capacity) return untilAborted(new Promise<never>(() => {}), either, () => undefined);
  const { max, onlySmall, notFrom } = capacity;
  const deliveries = await options.queue.receive({
    onlySmall,
    notFrom,
    max: Math.min(max, MAX_BATCH),
    waitSeconds: LONG_POLL_SECONDS,
    signal: either,
  });
  if (stopped.aborted) return giveBack(options, deliveries);
  for (const delivery of deliveries) options.take(delivery, capacity);
}

/** A message that is not returned here becomes visible after its visibility timeout. */
async function giveBack({ queue, logger }: ReceiveLoopOptions, deliveries: ReceivedMessage[]): Promise<void> {
  for (const { receiptHandle, message } of deliveries) {
    await queue.extend(receiptHandle, 0).catch((error: unknown) => {
      logger.warn('message.not-returned', { jobId: message?.jobId, error });
    });
  }
}
