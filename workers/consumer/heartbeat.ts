import type { Clock } from '#platform/clock.ts';
import type { JobQueue } from '#platform/ports/job-queue.ts';

/** Why a job was aborted when its message could not be kept hidden: somebody else may have it by now. */
export class LeaseLostError extends Error {
  readonly code = 'lease-lost';

  constructor(cause: unknown) {
    super('The message could not be kept hidden, so another worker may have it', { cause });
    this.name = 'LeaseLostError';
  }
}

/** Keeps messages hidden while somebody works on them. */
export interface Heartbeat {
  /** Extends the visibility timeout from now on; aborts the controller with {@link LeaseLostError} when an extension fails. */
  track(receiptHandle: string, controller: AbortController): void;
  untrack(receiptHandle: string): void;
  /** Stops beating for all. */
  stop(): void;
}

export interface HeartbeatOptions {
  readonly queue: Pick<JobQueue, 'extend'>;
  readonly clock: Clock;
  readonly everySeconds: number;
  /** How long each extension hides the message, from its moment on. */
  readonly visibilityTimeoutSeconds: number;
}

export function createHeartbeat(options: HeartbeatOptions): Heartbeat {
  const { queue, clock, everySeconds, visibilityTimeoutSeconds } = options;
  const stops = new Map<string, () => void>();

  const untrack = (receiptHandle: string): void => {
    stops.get(receiptHandle)?.();
    stops.delete(receiptHandle);
  };

  const scheduleBeat = (receiptHandle: string, controller: AbortController): void => {
    const stop = clock.after(everySeconds * 1000, () => void beat(receiptHandle, controller));
    stops.set(receiptHandle, stop);
  };

  const beat = async (receiptHandle: string, controller: AbortController): Promise<void> => {
    try {
      await queue.extend(receiptHandle, visibilityTimeoutSeconds);
      if (stops.has(receiptHandle)) scheduleBeat(receiptHandle, controller);
    } catch (error) {
      if (!stops.has(receiptHandle)) return;
      untrack(receiptHandle);
      controller.abort(new LeaseLostError(error));
    }
  };

  return {
    track: scheduleBeat,
    untrack,
    stop() {
      for (const receiptHandle of [...stops.keys()]) untrack(receiptHandle);
    },
  };
}
