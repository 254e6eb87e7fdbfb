import { systemClock, type Clock } from '#platform/clock.ts';
import type { ReceivedMessage } from '#platform/ports/job-queue.ts';
import { createJobContext, type JobContextOptions } from './create-job-context.ts';
import { endDeadLetter } from './dead-letters.ts';
import { JobInterruption } from './job-interruption.ts';
import { processDelivery } from './process-job.ts';

/** Works on deliveries that someone else received: where the queue calls the code instead of being polled by it. */
export interface PushedDeliveries {
  /**
   * One delivery, to its end.
   * @param giveBackAfterMs when the job is interrupted and its message given back, because the caller's time ends
   * @returns whether the message is done with; what is not is received again. Never rejects
   */
  take(delivery: ReceivedMessage, giveBackAfterMs: number): Promise<boolean>;
  /** Ends the job of a message that was received too often. @returns as `take` */
  bury(letter: ReceivedMessage): Promise<boolean>;
  /** Listens no more for cancellations. */
  close(): Promise<void>;
}

/** A worker's place is held by the delivery itself: nothing is received while it is worked on. */
const nothingToDo = (): void => {};

export async function createPushedDeliveries(
  options: JobContextOptions,
  clock: Clock = systemClock,
): Promise<PushedDeliveries> {
  const context = createJobContext(options, clock);
  const running = new Map<AbortController, string | undefined>();
  const unsubscribe = await context.ports.events.subscribe('jobs', (event) => {
    if (event.type !== 'job.cancelled') return;
    for (const [controller, jobId] of running)
      if (jobId === event.jobId) controller.abort(new JobInterruption('job-cancelled'));
  });

  return {
    async take(delivery, giveBackAfterMs) {
      const controller = new AbortController();
      const { signal } = controller;
      const jobId = delivery.message?.jobId;
      running.set(controller, jobId);
      const cancel = clock.after(giveBackAfterMs, () =>
        controller.abort(new JobInterruption('worker-stopping')),
      );
      try {
        return await processDelivery(context, delivery, {
          signal,
          pool: 'general',
          onEngineDone: nothingToDo,
        });
      } catch (error) {
        context.logger.error('delivery.failed', { jobId, error });
        return false;
      } finally {
        cancel();
        running.delete(controller);
      }
    },
    bury: (letter) => endDeadLetter(context, letter),
    close: unsubscribe,
  };
}
