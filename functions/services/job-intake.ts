import { randomUUID } from 'node:crypto';
import { KIND_INFO, nameForKind, type FileKind, type JobOptions } from '#engine/index.ts';
import { systemClock, type Clock } from '#platform/clock.ts';
import { expectedWorkSeconds, SMALL_WORK_SECONDS } from '#platform/contracts/expected-work.ts';
import { OPEN_JOB_SECONDS } from '#platform/contracts/expiry-rules.ts';
import { tidingsOf } from '#platform/contracts/events.ts';
import { jobKeys, type JobMessage, type JobRecord } from '#platform/contracts/job.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { createJobId, createJobRecord, findJobRecord, isFinal } from '#platform/job-records.ts';
import type { DeliveryTargets } from '#platform/contracts/delivery-targets.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { tracedJobId } from '#platform/public-job-id.ts';
import { originNow, traced } from '#platform/tracing.ts';
import { ApiError, fromBackend } from './api-error.ts';
import { fromClient, rememberingFailure } from './client-body.ts';
import type { JobClient, JobPlaces } from './job-places.ts';
import { openUpload, type DeclaredFile } from './upload-check.ts';
import type { WaitingJobs } from './waiting-jobs.ts';

/** A file in the store that is not a job yet. */
export interface AcceptedFile {
  readonly jobId: string;
  readonly kind: FileKind;
  /** Label for people, see cleanFileName. */
  readonly fileName: string;
  readonly sourceBytes: number;
  /** Whose job it will be [nobody's, without a limit]. */
  readonly client?: JobClient | undefined;
  /** Where its client wants to hear of it [nowhere]. */
  readonly deliver?: DeliveryTargets | undefined;
  /** The public count has it already [false]. */
  readonly isCounted?: boolean;
}

/** The first half of a job: the upload into the store, the job into the queue. */
export interface JobIntake {
  /**
   * @throws ApiError "busy" while jobs wait too long, "unavailable" while the queue is away; it is asked at most once a second
   * @throws ApiError "rate-limited" while the client has as many open as it may
   */
  checkCapacity(client?: JobClient): Promise<void>;
  /** Takes a place for a file that its client has still to send. @throws ApiError "rate-limited" */
  expect(file: Omit<AcceptedFile, 'fileName'>): Promise<void>;
  /**
   * Streams a file into the store as fast as the store takes it. When it throws, nothing is left.
   * The extension of its name is corrected where the content is of another kind.
   * @throws ApiError of openUpload, "invalid-request" when the body breaks off, "unavailable", or the signal's reason
   */
  accept(body: AsyncIterable<Uint8Array>, declared: DeclaredFile, signal: AbortSignal): Promise<AcceptedFile>;
  /**
   * Makes a job of an accepted file and queues it. A file that is a job already stays one, and is not queued again.
   * When it throws, the file is gone, unless another call has made a job of it.
   * @param how.isRepeated whether a call before may have died on the way: then a job that waits is queued once more
   * @throws ApiError "rate-limited" when its client has as many open as it may
   * @returns the record as it stands
   */
  start(file: AcceptedFile, options: JobOptions, how?: { readonly isRepeated: boolean }): Promise<JobRecord>;
  /** Deletes all objects of a file that did not become a job. */
  discard(jobId: string): Promise<void>;
}

export interface JobIntakeDependencies {
  readonly platform: Pick<Platform, 'objects' | 'queue' | 'events'>;
  readonly maxFileBytes: number;
  /** [clients are not limited] */
  readonly places?: JobPlaces | undefined;
  /** [nothing waits too long] */
  readonly waiting?: Pick<WaitingJobs, 'oldestSeconds'> | undefined;
  readonly clock?: Clock;
}

const QUEUE_FRESH_MS = 1_000;

export function createJobIntake(dependencies: JobIntakeDependencies): JobIntake {
  const { maxFileBytes, places, waiting, clock = systemClock } = dependencies;
  const { objects, queue, events } = dependencies.platform;
  let asked: { readonly at: number; readonly ageSeconds: Promise<number> } | undefined;

  /** How long newcomers wait. @throws where the queue is away */
  const askAge = async (): Promise<number> => {
    const [ageSeconds = 0] = await Promise.all([waiting?.oldestSeconds({ isAlone: true }), queue.check()]);
    return ageSeconds;
  };

  const discard = async (jobId: string) => {
    const keys = [jobKeys.upload(jobId), jobKeys.record(jobId), jobKeys.result(jobId)];
    await fromBackend(() => objects.delete(keys));
    await places?.release(jobId);
  };

  /** @returns what the message says of its client */
  const takePlace = async (file: Omit<AcceptedFile, 'fileName'>, isExpected: boolean) => {
    const { jobId, kind, sourceBytes: bytes, client } = file;
    const workSeconds = expectedWorkSeconds(kind, bytes);
    if (!client) return { bytes, workSeconds };
    const seconds = isExpected ? OPERATING_LIMITS.uploadTokenSeconds : OPEN_JOB_SECONDS;
    const job = { jobId, bytes, workSeconds, isExpected };
    const workAheadSeconds = await places?.take(client, job, seconds);
    return { bytes, workSeconds, client: client.key, workAheadSeconds };
  };

  /** A hint for all web servers; nobody waits for it. */
  const tellQueued = (record: JobRecord, { workSeconds = 0, workAheadSeconds = 0 }: JobMessage): void => {
    const isSmall = workSeconds + workAheadSeconds < SMALL_WORK_SECONDS;
    const facts = { isAlone: workAheadSeconds === 0, isSmall, record: tidingsOf(record) };
    events.publish('jobs', { type: 'job.queued', jobId: record.id, ...facts }).catch(() => {});
  };

  /** Whether no other call has made a job of the same file. What cannot be looked at is left to expire. */
  const isOnlyOurs = async ({ id, createdBy }: JobRecord) => {
    const found = await findJobRecord(objects, id).catch(() => undefined);
    return found === null || (found !== undefined && found.createdBy === createdBy);
  };

  return {
    discard,
    async expect(file) {
      await takePlace(file, true);
    },
    async checkCapacity(client) {
      const now = clock.now();
      if (!asked || now - asked.at > QUEUE_FRESH_MS) asked = { at: now, ageSeconds: askAge() };
      const { ageSeconds } = asked;
      if ((await fromBackend(() => ageSeconds)) >= OPERATING_LIMITS.maxQueueAgeSeconds)
        throw new ApiError('busy', { retryAfterSeconds: 30 });
      if (client) await places?.check(client);
    },
    async accept(body, declared, signal) {
      const { kind, bytes } = await openUpload(fromClient(body), declared, maxFileBytes);
      const jobId = createJobId();
      const source = rememberingFailure(bytes);
      try {
        const contentType = KIND_INFO[kind].mimeTypes[0];
        const stored = await traced('upload.store', tracedJobId(jobId), () =>
          objects.put(jobKeys.upload(jobId), source, { contentType, signal }),
        );
        return { jobId, kind, fileName: nameForKind(declared.fileName, kind), sourceBytes: stored.bytes };
      } catch (error) {
        // A store may wrap what went wrong with its source; the client must get the source's own message.
        if (source.failure !== undefined) throw source.failure;
        if (signal.aborted) throw signal.reason;
        throw new ApiError('unavailable', { cause: error });
      }
    },
    async start(file, options, { isRepeated } = { isRepeated: false }) {
      const { jobId, kind, fileName, sourceBytes, deliver, isCounted } = file;
      const createdAt = new Date(clock.now()).toISOString();
      const record: JobRecord = {
        version: 1,
        id: jobId,
        status: 'queued',
        kind,
        fileName,
        sourceBytes,
        ...options,
        ...(deliver ? { deliver } : {}),
        ...(isCounted ? { isCounted } : {}),
        createdAt,
        createdBy: randomUUID(),
        ...(file.client?.accountId === undefined ? {} : { accountId: file.client.accountId }),
      };
      try {
        const facts = await takePlace(file, false);
        const made = await fromBackend(() => createJobRecord(objects, record));
        const isQueued = made.created || (isRepeated && made.record.status === 'queued');
        const message: JobMessage = { version: 1, jobId, ...facts, origin: originNow() };
        // Before it is queued: that it begins must not be heard first.
        if (isQueued) tellQueued(made.record, message);
        if (isQueued) await fromBackend(() => queue.send(message));
        // Another call was faster, and its job may have given the place back already.
        else if (isFinal(made.record.status)) await places?.release(jobId);
        return made.record;
      } catch (error) {
        if (await isOnlyOurs(record)) await discard(jobId);
        throw error;
      }
    },
  };
}
