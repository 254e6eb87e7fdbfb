import { systemClock, type Clock } from '#platform/clock.ts';
import { jobKeys } from '#platform/contracts/job.ts';
import type { Logger } from '#platform/logger.ts';
import type { ObjectStore } from '#platform/ports/object-store.ts';
import type { OpenJob, OpenJobs, OpenLimits } from '#platform/ports/open-jobs.ts';
import { ApiError } from './api-error.ts';

/** Who sends a job. */
export interface JobClient {
  /** See client-identity.ts. */
  readonly key: string;
  /** Whose counts the job adds to; undefined for an address. */
  readonly accountId?: string | undefined;
  /** What it may have open; null for a client that is not limited. */
  readonly limits: OpenLimits | null;
}

/** Holds clients to what they may have open. */
export interface JobPlaces {
  /** Before a file is taken in. @throws ApiError "rate-limited" when the client has as many jobs open as it may */
  check(client: JobClient): Promise<void>;
  /**
   * @param holdSeconds after which the place ends by itself
   * @returns the expected work that the client had open before, in CPU seconds
   * @throws  ApiError "rate-limited"
   */
  take(client: JobClient, job: OpenJob, holdSeconds: number): Promise<number>;
  release(jobId: string): Promise<void>;
}

export interface JobPlacesDependencies {
  readonly openJobs: OpenJobs;
  readonly objects: Pick<ObjectStore, 'head'>;
  readonly logger: Pick<Logger, 'warn'>;
  readonly onRefused?: (() => void) | undefined;
  readonly clock?: Clock;
}

const ASK_AGAIN_SECONDS = 10;
/** A place is taken shortly before the record of its job is written. */
const RECORD_AFTER_MS = 60_000;
/** The places of a client that is refused are looked through so often. */
const LOOK_EVERY_SECONDS = 30;

/** While the count of open jobs is away nobody is refused: what a minute admits is still limited. */
export function createJobPlaces(dependencies: JobPlacesDependencies): JobPlaces {
  const { openJobs, objects, logger, onRefused = () => {}, clock = systemClock } = dependencies;
  const lookedAt = new Map<string, number>();

  const unlessAway = async <T>(call: () => Promise<T>, otherwise: T): Promise<T> =>
    call().catch((error: unknown) => {
      logger.warn('places.unavailable', { error });
      return otherwise;
    });

  /** Releases the places of jobs that have ended without anybody saying so. @returns whether there were any */
  const releaseEnded = async (client: string): Promise<boolean> => {
    const elapsed = clock.elapsed();
    for (const [each, at] of lookedAt) if (elapsed - at >= LOOK_EVERY_SECONDS * 1000) lookedAt.delete(each);
    if (lookedAt.has(client)) return false;
    lookedAt.set(client, elapsed);
    const now = clock.now();
    const old = (await openJobs.of(client)).filter(
      ({ isExpected, takenAt }) => !isExpected && now - takenAt > RECORD_AFTER_MS,
    );
    const hasEnded = await Promise.all(
      old.map(async ({ jobId }) => (await objects.head(jobKeys.record(jobId))) === null),
    );
    const ended = old.filter((_, at) => hasEnded[at]);
    for (const { jobId } of ended) await openJobs.release(jobId);
    return ended.length > 0;
  };

  const refuse = (limits: OpenLimits, open: number): never => {
    onRefused();
    throw tooMuchOpen(limits, open);
  };

  return {
    async check({ key, limits }) {
      if (!limits) return;
      const hasRoom = async () => (await openJobs.of(key)).length < limits.jobs;
      const admitted = await unlessAway(
        async () => (await hasRoom()) || ((await releaseEnded(key)) && (await hasRoom())),
        true,
      );
      if (!admitted) refuse(limits, limits.jobs);
    },
    async take({ key, limits }, job, holdSeconds) {
      const take = () => openJobs.take(key, job, { limits, holdSeconds });
      const place = await unlessAway(
        async () => {
          const first = await take();
          return first.taken || !(await releaseEnded(key)) ? first : take();
        },
        { taken: true, jobs: 0, workSeconds: 0 },
      );
      if (!place.taken && limits) refuse(limits, place.jobs);
      return place.workSeconds;
    },
    release: (jobId) => unlessAway(() => openJobs.release(jobId), undefined),
  };
}

function tooMuchOpen(limits: OpenLimits, open: number): ApiError {
  const message =
    open >= limits.jobs
      ? `You have ${open} files in work, as many as you may have at the same time. Please wait until some of them are done.`
      : 'The files that you have in work are too large together. Please wait until some of them are done.';
  return new ApiError('rate-limited', { message, retryAfterSeconds: ASK_AGAIN_SECONDS });
}
