import type { JobRecord } from '#platform/contracts/job.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { isFinal } from '#platform/job-records.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { ApiError } from '../api-error.ts';
import { PollPace } from './poll-pace.ts';
import type { RecentRecords } from './recent-records.ts';

/** Waits for jobs to end: one subscription for the whole process, however many wait. */
export interface JobWaiters {
  /**
   * The record of a job once it has ended. Call it before the job is sent, so that no event is missed.
   * @throws ApiError "compression-failed" when its record has vanished, "busy" when it takes too long, or the signal's
   *         reason
   */
  wait(jobId: string, signal: AbortSignal): Promise<JobRecord>;
  close(): Promise<void>;
}

interface JobWaitersOptions {
  readonly platform: Pick<Platform, 'events'>;
  readonly records: Pick<RecentRecords, 'find'>;
  /** Events can be lost, so a waiting job's record is read after so long, then ever more seldom [2 000]. */
  readonly pollMs?: number | undefined;
  readonly maxWaitMs?: number;
}

export async function createJobWaiters(options: JobWaitersOptions): Promise<JobWaiters> {
  const { records, pollMs } = options;
  const { events } = options.platform;
  const maxWaitMs = options.maxWaitMs ?? OPERATING_LIMITS.jobWaitSeconds * 1_000;
  const checks = new Map<string, Set<(isSaidToHaveEnded: boolean) => void>>();

  const unsubscribe = await events.subscribe('jobs', (event) => {
    if (event.type === 'job.progressed' || event.type === 'job.queued') return;
    for (const check of checks.get(event.jobId) ?? []) check(true);
  });

  const watch = (jobId: string, check: (isSaidToHaveEnded: boolean) => void) => {
    const others = checks.get(jobId) ?? new Set();
    checks.set(jobId, others.add(check));
    return () => {
      others.delete(check);
      if (others.size === 0) checks.delete(jobId);
    };
  };

  return {
    wait: (jobId, signal) =>
      new Promise<JobRecord>((resolve, reject) => {
        let wasThere = false;
        const check = (isSaidToHaveEnded: boolean) => {
          // As it was when the look began: looks may overtake each other.
          const mustBeThere = wasThere || isSaidToHaveEnded;
          records.find(jobId).then((record) => {
            if (record && isFinal(record.status)) settle(() => resolve(record));
            // Before the job is made there is none. Afterwards it is gone only when it was removed as unreadable.
            if (!record && mustBeThere) settle(() => reject(vanished()));
            wasThere ||= record !== null;
          }, ignoreUntilNextCheck);
        };
        const settle = (answer: () => void) => {
          clearTimeout(poll);
          clearTimeout(limit);
          unwatch();
          signal.removeEventListener('abort', onAbort);
          answer();
        };
        const onAbort = () => settle(() => reject(signal.reason));
        const unwatch = watch(jobId, check);
        const pace = new PollPace(pollMs, () => events.isHeard());
        const pollAgain = () => {
          poll = setTimeout(() => {
            pollAgain();
            check(false);
          }, pace.next());
        };
        let poll: NodeJS.Timeout | undefined;
        pollAgain();
        const limit = setTimeout(() => settle(() => reject(tooSlow())), maxWaitMs);
        signal.addEventListener('abort', onAbort, { once: true });
        if (signal.aborted) onAbort();
      }),
    async close() {
      checks.clear();
      await unsubscribe();
    },
  };
}

/** A store that is away for a moment is asked again; if it stays away, the limit ends the wait. */
function ignoreUntilNextCheck(): void {}

function vanished(): ApiError {
  return new ApiError('compression-failed');
}

function tooSlow(): ApiError {
  return new ApiError('busy', {
    message: 'This file takes longer than expected right now. Please try again in a few minutes.',
    retryAfterSeconds: 60,
  });
}
