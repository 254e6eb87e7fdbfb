import type { JobOptions } from '#engine/index.ts';
import { systemClock, type Clock } from '#platform/clock.ts';
import { failureAnswerOf } from '#platform/contracts/api/job-answer.ts';
import { jobKeys, type JobRecord } from '#platform/contracts/job.ts';
import {
  clearEndedJob,
  clearUnreadableJob,
  isFinal,
  isUnreadableRecord,
  transitionJob,
  withdrawOutcome,
} from '#platform/job-records.ts';
import type { StoredObject } from '#platform/ports/object-store.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { untilAborted } from '#platform/until-aborted.ts';
import { ApiError, fromBackend } from '../api-error.ts';
import type { ClientHoldings } from '../holdings/client-holdings.ts';
import type { AcceptedFile, JobIntake } from './job-intake.ts';
import type { JobProgress, OpenJobState } from './job-progress.ts';
import type { JobWaiters } from './job-waiters.ts';
import type { RecentRecords } from './recent-records.ts';

export interface JobServiceDependencies {
  readonly platform: Pick<Platform, 'objects' | 'events'>;
  readonly intake: Pick<JobIntake, 'start'>;
  readonly waiters: JobWaiters;
  readonly records: Pick<RecentRecords, 'find' | 'distrust'>;
  readonly progress: Pick<JobProgress, 'stateOf'>;
  /** [clients are not limited] */
  readonly holdings?: Pick<ClientHoldings, 'release' | 'noteFetched'> | undefined;
  readonly resultTtlSeconds: number;
  readonly clock?: Clock;
}

/** The second half of a job, after its intake: waited for, fetched, cancelled. */
export class JobService {
  private readonly dependencies: JobServiceDependencies;
  private readonly clock: Clock;

  constructor(dependencies: JobServiceDependencies) {
    this.dependencies = dependencies;
    this.clock = dependencies.clock ?? systemClock;
  }

  /**
   * Starts a job and waits until it has completed. When it throws, the job is cancelled and nothing of it is left.
   * @param patience when it aborts, the record of the job comes back as it stands, and the job goes on [never]
   * @throws ApiError that says why it failed, or the signal's reason
   */
  async run(
    file: AcceptedFile,
    options: JobOptions,
    signal: AbortSignal,
    patience?: AbortSignal,
  ): Promise<JobRecord> {
    const stop = new AbortController();
    const { waiters, intake } = this.dependencies;
    const ended = waiters.wait(file.jobId, AbortSignal.any([signal, stop.signal]));
    const started = intake.start(file, options);
    try {
      // Both at once: the wait may fail before the start has ended.
      const finished = Promise.all([ended, started]).then(([record]) => record);
      const record = await untilAborted(finished, patience, () => null);
      if (record === null) {
        const open = await started;
        stop.abort();
        return (await this.find(file.jobId)) ?? open;
      }
      if (record.status !== 'completed') throw failureOf(record);
      return record;
    } catch (error) {
      stop.abort();
      // A job that is still being made could not be cancelled.
      await started.catch(() => {});
      // When the store is away too, what is left expires by itself; the first error is the one to report.
      await this.cancel(file.jobId).catch(() => {});
      throw error;
    }
  }

  /**
   * Waits for the end of a job that an earlier request has started.
   * @param signal   ends the wait, not the job
   * @param patience when it aborts, the record comes back as it stands [never]
   * @returns its record once it has ended, or null where there is none
   * @throws ApiError "busy" when it takes too long, or the signal's reason
   */
  async whenEnded(jobId: string, signal: AbortSignal, patience?: AbortSignal): Promise<JobRecord | null> {
    const stop = new AbortController();
    // Before the look at the record, so that no event is missed.
    const ended = this.dependencies.waiters.wait(jobId, AbortSignal.any([signal, stop.signal]));
    ended.catch(() => {});
    try {
      const record = await this.find(jobId);
      if (!record || isFinal(record.status)) return record;
      return await untilAborted(ended, patience, () => this.find(jobId));
    } finally {
      stop.abort();
    }
  }

  /** How a job stands in the queue or at work. */
  stateOf(record: JobRecord): Promise<OpenJobState> {
    return this.dependencies.progress.stateOf(record);
  }

  /**
   * The record of a job that is not expired, or null.
   * @param options see recent-records.ts
   * @throws ApiError "internal" when the record is damaged, or of a version that this one does not know
   */
  async find(jobId: string, options?: { readonly mayLag: boolean }): Promise<JobRecord | null> {
    const record = await fromRecords(() => this.dependencies.records.find(jobId, options));
    return record && this.clock.now() < this.expiresAt(record) ? record : null;
  }

  /** Whether there is a job that is not expired, be its record readable or not. */
  async has(jobId: string): Promise<boolean> {
    try {
      return (await this.find(jobId)) !== null;
    } catch (error) {
      if (isUnreadableRecord((error as ApiError).cause)) return true;
      throw error;
    }
  }

  /** When the result of an ended job expires, in ms since 1970; Infinity while the job is open. */
  expiresAt({ expiresAt, finishedAt }: JobRecord): number {
    if (expiresAt !== undefined) return Date.parse(expiresAt);
    if (finishedAt === undefined) return Infinity;
    return Date.parse(finishedAt) + this.dependencies.resultTtlSeconds * 1_000;
  }

  /**
   * The result of a completed job. Read its body or let go of it.
   * @param from where its body begins [0] @throws ApiError "expired", also where it was ended early
   */
  async openResult(jobId: string, signal?: AbortSignal, from = 0): Promise<StoredObject> {
    const options = { from, ...(signal ? { signal } : {}) };
    const { objects } = this.dependencies.platform;
    const stored = await fromBackend(() => objects.find(jobKeys.result(jobId), options));
    if (!stored) throw endedEarly();
    return stored;
  }

  /** Notes that the owner of a result has all of it: where space is short it may end early. */
  async noteFetched(record: JobRecord): Promise<void> {
    const leftSeconds = (this.expiresAt(record) - this.clock.now()) / 1_000;
    await this.dependencies.holdings?.noteFetched(record, leftSeconds);
  }

  /**
   * Ends a job and deletes its bytes; one that has ended loses its result. The outcome of a cancelled job stays for a
   * while, so that a late delivery of its message finds it. Of a job whose record cannot be read nothing stays.
   */
  async cancel(jobId: string): Promise<void> {
    const { platform, records, holdings } = this.dependencies;
    const { objects } = platform;
    const finishedAt = new Date(this.clock.now()).toISOString();
    const moved = await this.moveToCancelled(jobId, finishedAt);
    // The record of a completed job holds the file's name, so it goes with the result.
    const withdrawn = moved?.record.status === 'completed' ? moved.record : null;
    if (withdrawn) await fromBackend(() => withdrawOutcome(objects, withdrawn, finishedAt));
    records.distrust(jobId);
    if (moved?.changed || withdrawn) await this.tellCancelled(jobId);
    await fromBackend(() => clearEndedJob(objects, jobId, { result: true }));
    await holdings?.release(jobId);
  }

  /** Null for a job whose record cannot be read: it is removed. */
  private async moveToCancelled(jobId: string, finishedAt: string) {
    const { objects } = this.dependencies.platform;
    const end = { finishedAt, expiresAt: finishedAt };
    try {
      return await fromRecords(() => transitionJob(objects, jobId, 'cancelled', end));
    } catch (error) {
      if (!isUnreadableRecord((error as ApiError).cause)) throw error;
      await fromBackend(() => clearUnreadableJob(objects, jobId));
      await this.tellCancelled(jobId);
      return null;
    }
  }

  private tellCancelled(jobId: string): Promise<void> {
    const { events } = this.dependencies.platform;
    return fromBackend(() => events.publish('jobs', { type: 'job.cancelled', jobId }));
  }
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
