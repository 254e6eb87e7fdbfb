import { systemClock, type Clock } from '#platform/clock.ts';
import type { JobRecord } from '#platform/contracts/job.ts';
import { findJobRecord, isFinal } from '#platform/job-records.ts';
import type { Platform } from '#platform/ports/platform.ts';

/** Records of jobs: as they were heard of a moment ago, else as they stand in the store. */
export interface RecentRecords {
  /**
   * @param options.mayLag whether the record of an open job may be some seconds old: for those who ask again [no]
   * @throws UnreadableRecordError
   */
  find(jobId: string, options?: { readonly mayLag: boolean }): Promise<JobRecord | null>;
  /** Of this job only the store is believed from now on. */
  distrust(jobId: string): void;
  close(): Promise<void>;
}

/** A job that has ended stays as it is, unless its client takes it back, which is heard as well. */
const ENDED_MS = 60_000;
/** That an open job has ended may not be heard. */
const OPEN_MS = 5_000;
/** A few kilobytes each. */
const MOST = 5_000;

interface Heard {
  /** Null for a job that was taken back: what was sent before may still arrive. */
  readonly record: JobRecord | null;
  readonly until: number;
}

/**
 * Web servers hear of every job as it is queued and as it ends, so following a job or fetching its result costs no
 * look at the store. One subscription a process; make it before what else listens to jobs, which then finds it up to date.
 */
export async function createRecentRecords(options: {
  readonly platform: Pick<Platform, 'events' | 'objects'>;
  readonly clock?: Clock;
}): Promise<RecentRecords> {
  const { platform, clock = systemClock } = options;
  const memory = new Map<string, Heard>();

  const remember = (jobId: string, record: JobRecord | null): void => {
    const before = memory.get(jobId);
    if (record && before && clock.elapsed() < before.until && isSettled(before)) return;
    memory.delete(jobId);
    memory.set(jobId, {
      record,
      until: clock.elapsed() + (record && !isFinal(record.status) ? OPEN_MS : ENDED_MS),
    });
    if (memory.size > MOST) memory.delete(memory.keys().next().value!);
  };

  const unsubscribe = await platform.events.subscribe('jobs', (event) => {
    if (event.type === 'job.cancelled') remember(event.jobId, null);
    else if (event.type === 'job.progressed') return;
    else if (event.record) remember(event.jobId, event.record);
    // It has ended, and the event does not say how.
    else if (event.type !== 'job.queued') memory.delete(event.jobId);
  });

  const heard = (jobId: string): JobRecord | undefined => {
    const known = memory.get(jobId);
    return known && clock.elapsed() < known.until ? (known.record ?? undefined) : undefined;
  };

  return {
    async find(jobId, { mayLag } = { mayLag: false }) {
      const known = heard(jobId);
      return known && (mayLag || isFinal(known.status)) ? known : findJobRecord(platform.objects, jobId);
    },
    distrust: (jobId) => remember(jobId, null),
    async close() {
      memory.clear();
      await unsubscribe();
    },
  };
}

/** What no event that comes later may change, as events can be doubled and overtake each other. */
function isSettled({ record }: Heard): boolean {
  return record === null || isFinal(record.status);
}
