import { systemClock, type Clock } from '#platform/clock.ts';
import { OPEN_JOB_SECONDS } from '#platform/contracts/expiry-rules.ts';
import { jobKeys } from '#platform/contracts/job.ts';
import type { Platform } from '#platform/ports/platform.ts';

/** Some of the jobs that wait; a fact that is not named does not matter. */
interface WhichJobs {
  readonly isSmall?: boolean;
  /** Jobs of clients that had nothing else open: what they wait, any newcomer waits. */
  readonly isAlone?: boolean;
}

/** The jobs that wait for an engine, as far as this process has heard: also where the queue does not tell its age. */
export interface WaitingJobs {
  /** How long the oldest has waited, in seconds; 0 without any. */
  oldestSeconds(which?: WhichJobs): Promise<number>;
  close(): Promise<void>;
}

interface Waiting {
  readonly since: number;
  readonly isSmall: boolean;
  readonly isAlone: boolean;
  /** When its record was last seen to be there. */
  seenAt: number;
}

/** That a job is done may not be heard: what waits longer is looked for in the store, so often. */
const SURE_MS = 30_000;
/** 20 MB; those beyond came later, so that the oldest is known all the same. */
const MOST = 100_000;

export async function createWaitingJobs(options: {
  readonly platform: Pick<Platform, 'events' | 'objects'>;
  readonly clock?: Clock;
}): Promise<WaitingJobs> {
  const { platform, clock = systemClock } = options;
  // In the order of arrival.
  const waiting = new Map<string, Waiting>();

  const unsubscribe = await platform.events.subscribe('jobs', (event) => {
    if (event.type !== 'job.queued') return void waiting.delete(event.jobId);
    if (waiting.size >= MOST) return;
    const { jobId, isAlone, isSmall } = event;
    const since = clock.elapsed();
    waiting.set(jobId, { since, isSmall, isAlone, seenAt: since });
  });

  const isThere = async (jobId: string, job: Waiting): Promise<boolean> => {
    const now = clock.elapsed();
    if (now - job.since > OPEN_JOB_SECONDS * 1_000) return false;
    if (now - job.seenAt < SURE_MS) return true;
    const found = await platform.objects.head(jobKeys.record(jobId)).catch(() => undefined);
    job.seenAt = now;
    return found !== null;
  };

  return {
    async oldestSeconds({ isSmall, isAlone } = {}) {
      for (const [jobId, job] of waiting) {
        if (isSmall !== undefined && job.isSmall !== isSmall) continue;
        if (isAlone !== undefined && job.isAlone !== isAlone) continue;
        if (await isThere(jobId, job)) return Math.max(0, clock.elapsed() - job.since) / 1_000;
        waiting.delete(jobId);
      }
      return 0;
    },
    async close() {
      waiting.clear();
      await unsubscribe();
    },
  };
}
