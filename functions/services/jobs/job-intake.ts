import { randomUUID } from 'node:crypto';
import { KIND_INFO, nameForKind, type FileKind, type JobOptions } from '#engine/index.ts';
import { systemClock, type Clock } from '#platform/clock.ts';
import { expectedWorkSeconds, SMALL_WORK_SECONDS } from '#platform/contracts/expected-work.ts';
import { OPEN_JOB_SECONDS } from '#platform/contracts/expiry-rules.ts';
import { tidingsOf } from '#platform/contracts/events.ts';
import { jobKeys, type JobMessage, type JobRecord } from '#platform/contracts/job.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { createJobId, createJobRecord, findJobRecord } from '#platform/job-records.ts';
import type { DeliveryTargets } from '#platform/contracts/delivery-targets.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { tracedJobId } from '#platform/public-job-id.ts';
import { originNow, traced } from '#platform/tracing.ts';
import { ApiError, backendError, fromBackend } from '../api-error.ts';
import { fromClient, rememberingFailure } from '../uploads/client-body.ts';
import type { HoldingState } from '#platform/ports/holdings.ts';
import type { JobClient, JobPlaces } from './job-places.ts';
import { openUpload, type DeclaredFile } from '../uploads/upload-check.ts';
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

/** Who sends a file that comes now, and how much of it. */
export interface FileSender {
  readonly client: JobClient;
  /** The most that may come. */
  readonly mostBytes: number;
  /** Whether it is what the client said [false]. */
  readonly isCertain?: boolean;
}

/** The first half of a job: the upload into the store, the job into the queue. */
export interface JobIntake {
  /**
   * @throws ApiError "busy" while jobs wait too long, "unavailable" while the queue is away; it is asked at most once a second
   * @throws ApiError "rate-limited" while the client has as many open as it may, "storage-full" while there is no room
   */
  checkCapacity(client?: JobClient): Promise<void>;
  /** Whether so many bytes of a file that is expected may come now. @throws ApiError "storage-full" */
  checkRoom(bytes: number): Promise<void>;
  /** Takes a place for a file that its client has still to send. @throws ApiError "rate-limited", "storage-full" */
  expect(file: Omit<AcceptedFile, 'fileName'>): Promise<void>;
  /** Holds the place of a file that is still expected for longer. @param arrivedBytes of it that are in the store */
  expectLonger(file: Omit<AcceptedFile, 'fileName'>, arrivedBytes: number): Promise<void>;
  /**
   * Streams a file into the store as fast as the store takes it. When it throws, nothing is left.
   * The extension of its name is corrected where the content is of another kind.
   * @param sender takes a place of its client before the bytes come [nobody's file, without a limit]
   * @throws ApiError of openUpload, "rate-limited", "storage-full", "invalid-request" when the body breaks off, "unavailable", or
   *         the signal's reason
   */
  accept(
    body: AsyncIterable<Uint8Array>,
    declared: DeclaredFile,
    signal: AbortSignal,
    sender?: FileSender,
  ): Promise<AcceptedFile>;
  /**
   * Makes a job of a file that has its place and queues it. A file that is a job already stays one, and is not queued again.
   * When it throws, the file is gone, unless another call has made a job of it or can make it.
   * @param how.isRepeated whether a call before may have died on the way: then a job that waits is queued once more, and a
   *        file whose job could not be made stays for the next call
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

  const placeOf = (
    { jobId: id, kind, sourceBytes: bytes }: Omit<AcceptedFile, 'fileName'>,
    state: HoldingState,
  ) => ({
    id,
    state,
    bytes,
    workSeconds: expectedWorkSeconds(kind, bytes),
    holdSeconds: state === 'open' ? OPEN_JOB_SECONDS : OPERATING_LIMITS.uploadTokenSeconds,
  });

  /** @returns what the message says of its client, and whether that has nothing else open */
  const takePlace = async (file: Omit<AcceptedFile, 'fileName'>) => {
    const { client } = file;
    const place = placeOf(file, 'open');
    const { bytes, workSeconds } = place;
    if (!client) return { facts: { bytes, workSeconds }, isAlone: true };
    const { jobs = 0, smallWorkSeconds = 0 } = (await places?.hold(client, place)) ?? {};
    const { key, session } = client;
    const facts = { bytes, workSeconds, client: key, session, workAheadSeconds: smallWorkSeconds };
    return { facts, isAlone: jobs === 0 };
  };

  /** A hint for all web servers; nobody waits for it. */
  const tellQueued = (record: JobRecord, message: JobMessage, isAlone: boolean): void => {
    const { workSeconds = 0, workAheadSeconds = 0 } = message;
    const isSmall = workSeconds + workAheadSeconds < SMALL_WORK_SECONDS;
    const facts = { isAlone, isSmall, record: tidingsOf(record) };
    events.publish('jobs', { type: 'job.queued', jobId: record.id, ...facts }).catch(() => {});
  };

  /** Whether no other call has made a job of the same file. What cannot be looked at is left to expire. */
  const isOnlyOurs = async ({ id, createdBy }: JobRecord) => {
    const found = await findJobRecord(objects, id).catch(() => undefined);
    return found === null || (found !== undefined && found.createdBy === createdBy);
  };

  return {
    discard,
    async checkRoom(bytes) {
      await places?.checkRoom(bytes);
    },
    async expect(file) {
      if (file.client) await places?.admit(file.client, placeOf(file, 'expected'));
    },
    async expectLonger(file, arrivedBytes) {
      if (file.client) await places?.hold(file.client, { ...placeOf(file, 'expected'), arrivedBytes });
    },
    async checkCapacity(client) {
      const now = clock.now();
      if (!asked || now - asked.at > QUEUE_FRESH_MS) asked = { at: now, ageSeconds: askAge() };
      const { ageSeconds } = asked;
      if ((await fromBackend(() => ageSeconds)) >= OPERATING_LIMITS.maxQueueAgeSeconds)
        throw new ApiError('busy', { retryAfterSeconds: 30 });
      if (client) await places?.check(client);
    },
    async accept(body, declared, signal, sender) {
      const { kind, bytes } = await openUpload(fromClient(body), declared, maxFileBytes);
      const jobId = createJobId();
      // What work it will be shows when it is there; until then nothing waits for it.
      const placeFor = (sourceBytes: number) => ({
        ...placeOf({ jobId, kind, sourceBytes }, 'expected'),
        workSeconds: 0,
      });
      if (sender)
        await places?.admit(sender.client, {
          ...placeFor(sender.mostBytes),
          isCertain: sender.isCertain ?? false,
        });
      const source = rememberingFailure(bytes);
      try {
        const contentType = KIND_INFO[kind].mimeTypes[0];
        const stored = await traced('upload.store', tracedJobId(jobId), () =>
          objects.put(jobKeys.upload(jobId), source, { contentType, signal }),
        );
        // The rest of a form may take long to come.
        if (sender)
          await places?.hold(sender.client, { ...placeFor(stored.bytes), arrivedBytes: stored.bytes });
        const fileName = nameForKind(declared.fileName, kind);
        return { jobId, kind, fileName, sourceBytes: stored.bytes, client: sender?.client };
      } catch (error) {
        await places?.release(jobId);
        // A store may wrap what went wrong with its source; the client must get the source's own message.
        if (source.failure !== undefined) throw source.failure;
        if (signal.aborted) throw signal.reason;
        throw backendError(error);
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
        ...(file.client ? { client: file.client.key } : {}),
        ...(file.client?.accountId === undefined ? {} : { accountId: file.client.accountId }),
      };
      try {
        const made = await fromBackend(() => createJobRecord(objects, record));
        // Another call was faster: the place is that call's, or its result's.
        if (!made.created && !(isRepeated && made.record.status === 'queued')) return made.record;
        const { facts, isAlone } = await takePlace(file);
        const message: JobMessage = { version: 1, jobId, ...facts, origin: originNow() };
        // Before it is queued: that it begins must not be heard first.
        tellQueued(made.record, message, isAlone);
        await fromBackend(() => queue.send(message));
        return made.record;
      } catch (error) {
        if (!isRepeated && (await isOnlyOurs(record))) await discard(jobId);
        throw error;
      }
    },
  };
}
