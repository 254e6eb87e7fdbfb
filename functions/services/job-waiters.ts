import type { JobRecord } from '#platform/contracts/job.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { isFinal, findJobRecord } from '#platform/job-records.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { ApiError } from './api-error.ts';

/** Waits for jobs to end: one subscription for the whole process, however many wait. */
export interface JobWaiters {
  /**
   * The record of a job once it has ended. Call it before the job is sent, so that no event is missed.
   * @throws ApiError "busy" when it takes too long, or the signal's reason
   */
  wait(jobId: string, signal: AbortSignal): Promise<JobRecord>;
  close(): Promise<void>;
}

export interface JobWaitersOptions {
  readonly platform: Pick<Platform, 'events' | 'objects'>;
  /** Events can be lost, so a waiting job's record is read as often as this. */
  readonly pollMs?: number;
  readonly maxWaitMs?: number;
}

export async function createJobWaiters(options: JobWaitersOptions): Promise<JobWaiters> {
  const { objects, events } = options.platform;
  const pollMs = options.pollMs ?? OPERATING_LIMITS.recordPollSeconds * 1_000;
  const maxWaitMs = options.maxWaitMs ?? OPERATING_LIMITS.jobWaitSeconds * 1_000;
  const looks = new Map<string, Set<() => void>>();

  const unsubscribe = await events.subscribe('jobs', (event) => {
    if (event.type === 'job.progressed') return;
    for (const look of looks.get(event.jobId) ?? []) look();
  });

  const watch = (jobId: string, look: () => void) => {
    const others = looks.get(jobId) ?? new Set();
    looks.set(jobId, others.add(look));
    return () => {
      others.delete(look);
      if (others.size === 0) looks.delete(jobId);
    };
  };

  return {
    wait: (jobId, signal) =>
      new Promise<JobRecord>((resolve, reject) => {
        const look = () => {
          findJobRecord(objects, jobId).then((record) => {
            if (record && isFinal(record.status)) settle(() => resolve(record));
          }, ignoreUntilNextLook);
        };
        const settle = (answer: () => void) => {
          clearInterval(poll);
          clearTimeout(limit);
          unwatch();
          signal.removeEventListener('abort', onAbort);
          answer();
        };
        const onAbort = () => settle(() => reject(signal.reason));
        const unwatch = watch(jobId, look);
        const poll = setInterval(look, pollMs);
        const limit = setTimeout(() => settle(() => reject(tooSlow())), maxWaitMs);
        signal.addEventListener('abort', onAbort, { once: true });
        if (signal.aborted) onAbort();
      }),
    async close() {
      looks.clear();
      await unsubscribe();
    },
  };
}

/** A store that is away for a moment is asked again; if it stays away, the limit ends the wait. */
function ignoreUntilNextLook(): void {}

function tooSlow(): ApiError {
  return new ApiError('busy', {
    message: 'This file takes longer than expected right now. Please try again in a few minutes.',
    retryAfterSeconds: 60,
  });
}
