import type { JobOptions } from '#engine/index.ts';
import { systemClock } from '#platform/clock.ts';
import { failureAnswerOf } from '#platform/contracts/api/job-answer.ts';
import { jobKeys, type JobRecord } from '#platform/contracts/job.ts';
import {
  clearEndedJob,
  clearUnreadableJob,
  isUnreadableRecord,
  transitionJob,
  withdrawOutcome,
} from '#platform/job-records.ts';
import type { StoredObject } from '#platform/ports/object-store.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { ApiError, fromBackend } from '../api-error.ts';
import {
  createJobIntake,
  type AcceptedFile,
  type JobIntake,
  type JobIntakeDependencies,
} from './job-intake.ts';
import type { JobProgress } from './job-progress.ts';
import type { JobWaiters } from './job-waiters.ts';
import type { RecentRecords } from './recent-records.ts';

/** A job as the web process sees it: taken in, queued, waited for, fetched. */
export interface JobService extends JobIntake, Pick<JobProgress, 'stateOf'> {
  /**
   * Starts a job and waits until it has completed. When it throws, the job is cancelled and nothing of it is left.
   * @param patience when it aborts, the record of the job comes back as it stands, and the job goes on [never]
   * @throws ApiError that says why it failed, or the signal's reason
   */
  run(
    file: AcceptedFile,
    options: JobOptions,
    signal: AbortSignal,
    patience?: AbortSignal,
  ): Promise<JobRecord>;
  /**
   * The record of a job that is not expired, or null.
   * @param options see recent-records.ts
   * @throws ApiError "internal" when the record is damaged, or of a version that this one does not know
   */
  find(jobId: string, options?: { readonly mayLag: boolean }): Promise<JobRecord | null>;
  /** Whether there is a job that is not expired, be its record readable or not. */
  has(jobId: string): Promise<boolean>;
  /** When the result of an ended job expires, in ms since 1970; Infinity while the job is open. */
  expiresAt(record: JobRecord): number;
  /**
   * The result of a completed job. Read its body or let go of it.
   * @param from where its body begins [0] @throws ApiError "expired", also where it was ended early
   */
  openResult(jobId: string, signal?: AbortSignal, from?: number): Promise<StoredObject>;
  /** Notes that the owner of a result has all of it: where space is short it may end early. */
  noteFetched(record: JobRecord): Promise<void>;
  /**
   * Ends a job and deletes its bytes; one that has ended loses its result. The outcome of a cancelled job stays for a
   * while, so that a late delivery of its message finds it. Of a job whose record cannot be read nothing stays.
   */
  cancel(jobId: string): Promise<void>;
}

export interface JobServiceDependencies extends JobIntakeDependencies {
  readonly platform: Pick<Platform, 'objects' | 'queue' | 'events'>;
  readonly waiters: JobWaiters;
  readonly records: Pick<RecentRecords, 'find' | 'distrust'>;
  readonly progress: Pick<JobProgress, 'stateOf'>;
  readonly resultTtlSeconds: number;
}

export function createJobService(dependencies: JobServiceDependencies): JobService {
  const { platform, waiters, records, resultTtlSeconds, clock = systemClock } = dependencies;
  const { objects, events } = platform;
  const intake = createJobIntake(dependencies);

  const expiresAt = (record: JobRecord) => {
    if (record.expiresAt !== undefined) return Date.parse(record.expiresAt);
    if (record.finishedAt === undefined) return Infinity;
    return Date.parse(record.finishedAt) + resultTtlSeconds * 1_000;
  };

  const find: JobService['find'] = async (jobId, options) => {
    const record = await fromRecords(() => records.find(jobId, options));
    return record && clock.now() < expiresAt(record) ? record : null;
  };

  const cancel = async (jobId: string) => {
    const finishedAt = new Date(clock.now()).toISOString();
    const end = { finishedAt, expiresAt: finishedAt };
    const moved = await fromRecords(() => transitionJob(objects, jobId, 'cancelled', end)).catch(
      async (error: ApiError) => {
        if (!isUnreadableRecord(error.cause)) throw error;
        await fromBackend(() => clearUnreadableJob(objects, jobId));
        await fromBackend(() => events.publish('jobs', { type: 'job.cancelled', jobId }));
        return null;
      },
    );
    // Without its result a completed job is of no use, and its record holds the file's name.
    const withdrawn = moved?.record.status === 'completed' ? moved.record : null;
    if (withdrawn) await fromBackend(() => withdrawOutcome(objects, withdrawn, finishedAt));
    records.distrust(jobId);
    if (moved?.changed || withdrawn)
      await fromBackend(() => events.publish('jobs', { type: 'job.cancelled', jobId }));
    await fromBackend(() => clearEndedJob(objects, jobId, { result: true }));
    await dependencies.places?.release(jobId);
  };

  return {
    ...intake,
    stateOf: (record) => dependencies.progress.stateOf(record),
    expiresAt,
    cancel,
    async run(file, options, signal, patience) {
      const stop = new AbortController();
      const ended = waiters.wait(file.jobId, AbortSignal.any([signal, stop.signal]));
      const started = intake.start(file, options);
      try {
        // Both at once: the wait may fail before the start has ended.
        const finished = Promise.all([ended, started]).then(([record]) => record);
        const record = await unlessAborted(patience, finished);
        if (record === null) {
          // What was waited for is not any more; that it ends with the signal is no error.
          finished.catch(() => {});
          const open = await started;
          stop.abort();
          return (await find(file.jobId)) ?? open;
        }
        if (record.status !== 'completed') throw failureOf(record);
        return record;
      } catch (error) {
        stop.abort();
        // A job that is still being made could not be cancelled.
        await started.catch(() => {});
        // When the store is away too, what is left expires by itself; the first error is the one to report.
        await cancel(file.jobId).catch(() => {});
        throw error;
      }
    },
    find,
    has: (jobId) =>
      find(jobId).then(
        (record) => record !== null,
        (error: ApiError) => {
          if (isUnreadableRecord(error.cause)) return true;
          throw error;
        },
      ),
    async openResult(jobId, signal, from = 0) {
      const options = { from, ...(signal ? { signal } : {}) };
      const stored = await fromBackend(() => objects.find(jobKeys.result(jobId), options));
      if (!stored) throw endedEarly();
      return stored;
    },
    async noteFetched({ id }) {
      // It may have been deleted while the download ran, and then holds no place.
      const record = await find(id).catch(() => null);
      if (record?.status !== 'completed') return;
      await dependencies.places?.noteFetched(record, (expiresAt(record) - clock.now()) / 1_000);
    },
  };
}

/** What is awaited, or null when the signal aborts before. */
async function unlessAborted<T>(signal: AbortSignal | undefined, awaited: Promise<T>): Promise<T | null> {
  if (!signal) return awaited;
  let onAbort = () => {};
  const late = new Promise<null>((resolve) => {
    onAbort = () => resolve(null);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  return Promise.race([awaited, late]).finally(() => signal.removeEventListener('abort', onAbort));
}

/** A record that cannot be read is no fault of a backend, and asking again at once does not help. */
function fromRecords<T>(call: () => Promise<T>): Promise<T> {
  return fromBackend(() =>
    call().catch((error: unknown) => {
      if (!isUnreadableRecord(error)) throw error;
      throw new ApiError('internal', {
        message: 'What is known of this job cannot be read. Please compress the file again.',
        cause: error,
      });
    }),
  );
}

function endedEarly(): ApiError {
  return new ApiError('expired', {
    message:
      'This result is no longer here: it was downloaded and has made room for others, or its time is over. Please compress the file again.',
  });
}

/** The error that a job which did not complete is answered with. */
export function failureOf(record: JobRecord): ApiError {
  const { code, error } = failureAnswerOf(record);
  return new ApiError(code, { message: error });
}
