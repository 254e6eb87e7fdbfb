import { KIND_INFO, type FileKind, type Preset } from '#engine/index.ts';
import { systemClock, type Clock } from '#platform/clock.ts';
import type { ApiErrorCode } from '#platform/contracts/api-errors.ts';
import { jobKeys, type JobFailureCode, type JobRecord } from '#platform/contracts/job.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import {
  clearEndedJob,
  createJobId,
  createJobRecord,
  findJobRecord,
  transitionJob,
} from '#platform/job-records.ts';
import type { StoredObject } from '#platform/ports/object-store.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { ApiError, fromBackend } from './api-error.ts';
import type { JobWaiters } from './job-waiters.ts';
import { openUpload, type DeclaredFile } from './upload-check.ts';

export interface JobOptions {
  readonly preset: Preset;
  readonly targetBytes?: number | undefined;
}

/** A file that lies in the store and is not yet a job. */
export interface AcceptedFile {
  readonly jobId: string;
  readonly kind: FileKind;
  readonly fileName: string;
  readonly bytes: number;
}

export interface JobServiceOptions {
  readonly platform: Platform;
  readonly waiters: JobWaiters;
  readonly maxFileBytes: number;
  readonly resultTtlSeconds: number;
  readonly maxQueueDepth?: number;
  readonly clock?: Clock;
}

/** The way of a file as the web process sees it: in, queued, waited for, out. */
export class JobService {
  readonly #options: JobServiceOptions;
  readonly #clock: Clock;
  #depth = { waiting: 0, readAt: -Infinity };

  constructor(options: JobServiceOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** @throws ApiError "busy" when so much waits that another file makes no sense. Asked at most once a second. */
  async checkCapacity(): Promise<void> {
    const now = this.#clock.now();
    if (now - this.#depth.readAt > 1_000) {
      const { waiting } = await fromBackend(() => this.#options.platform.queue.depth());
      this.#depth = { waiting, readAt: now };
    }
    if (this.#depth.waiting >= (this.#options.maxQueueDepth ?? OPERATING_LIMITS.maxQueueDepth)) {
      throw new ApiError('busy', { retryAfterSeconds: 30 });
    }
  }

  /**
   * Streams a file into the store as fast as the store takes it. When it throws, nothing is left.
   * @throws ApiError of openUpload, or "unavailable"
   */
  async accept(
    body: AsyncIterable<Uint8Array>,
    declared: DeclaredFile,
    signal: AbortSignal,
  ): Promise<AcceptedFile> {
    const { kind, bytes } = await openUpload(fromClient(body), declared, this.#options.maxFileBytes);
    const jobId = createJobId();
    const source = rememberingFailure(bytes);
    try {
      const stored = await this.#options.platform.objects.put(jobKeys.upload(jobId), source, {
        contentType: KIND_INFO[kind].mimeTypes[0],
        signal,
      });
      return { jobId, kind, fileName: declared.fileName, bytes: stored.bytes };
    } catch (error) {
      // A store may wrap what went wrong with its source; the client must hear the source's own words.
      if (source.failure !== undefined) throw source.failure;
      if (signal.aborted) throw signal.reason;
      throw new ApiError('unavailable', { cause: error });
    }
  }

  /** Makes a job of an accepted file and queues it. When it throws, the file is gone. */
  async start(file: AcceptedFile, options: JobOptions): Promise<JobRecord> {
    const record: JobRecord = {
      version: 1,
      id: file.jobId,
      status: 'queued',
      kind: file.kind,
      fileName: file.fileName,
      sourceBytes: file.bytes,
      preset: options.preset,
      ...(options.targetBytes === undefined ? {} : { targetBytes: options.targetBytes }),
      createdAt: this.#timestamp(),
    };
    const { objects, queue } = this.#options.platform;
    try {
      await fromBackend(() => createJobRecord(objects, record));
      await fromBackend(() => queue.send({ version: 1, jobId: record.id }));
      return record;
    } catch (error) {
      await this.discard(file.jobId);
      throw error;
    }
  }

  /**
   * Starts a job and waits until it has ended well. However it ends otherwise, nothing of it is left.
   * @throws ApiError that says why it failed, or the signal's reason
   */
  async run(file: AcceptedFile, options: JobOptions, signal: AbortSignal): Promise<JobRecord> {
    const stop = new AbortController();
    const ended = this.#options.waiters.wait(file.jobId, AbortSignal.any([signal, stop.signal]));
    const started = this.start(file, options);
    try {
      // Both at once: the wait may end first, and must not end unheard.
      const [record] = await Promise.all([ended, started]);
      if (record.status !== 'completed') throw failureOf(record);
      return record;
    } catch (error) {
      stop.abort();
      // A job that is still being made could not be cancelled.
      await started.catch(() => {});
      // When the store is away too, what is left expires by itself; the first error is the one to tell.
      await this.cancel(file.jobId).catch(() => {});
      throw error;
    }
  }

  /** The record of a job that is not expired, or null. */
  async find(jobId: string): Promise<JobRecord | null> {
    const record = await fromBackend(() => findJobRecord(this.#options.platform.objects, jobId));
    return record && this.#clock.now() < this.expiresAt(record) ? record : null;
  }

  /** When the result of a job that has ended may no longer be had, in ms since 1970; Infinity while it is open. */
  expiresAt(record: JobRecord): number {
    if (record.expiresAt !== undefined) return Date.parse(record.expiresAt);
    if (record.finishedAt === undefined) return Infinity;
    return Date.parse(record.finishedAt) + this.#options.resultTtlSeconds * 1_000;
  }

  /** The result of a job. Read its body or let go of it. @throws ApiError "expired" */
  async openResult(jobId: string, signal?: AbortSignal): Promise<StoredObject> {
    const stored = await fromBackend(() =>
      this.#options.platform.objects.find(jobKeys.result(jobId), signal ? { signal } : {}),
    );
    if (!stored) throw new ApiError('expired');
    return stored;
  }

  /**
   * Ends a job where it stands and deletes its bytes; one that has ended loses its result.
   * That it was cancelled stays known for a while, so that a late delivery of its message finds nothing to do.
   */
  async cancel(jobId: string): Promise<void> {
    const { objects, events } = this.#options.platform;
    const finishedAt = this.#timestamp();
    const moved = await fromBackend(() =>
      transitionJob(objects, jobId, 'cancelled', { finishedAt, expiresAt: finishedAt }),
    );
    if (moved?.changed) await fromBackend(() => events.publish('jobs', { type: 'job.cancelled', jobId }));
    await fromBackend(() => clearEndedJob(objects, jobId, { result: true }));
    // Without its result a completed job is of no use, and its record holds the file's name.
    if (moved?.record.status === 'completed')
      await fromBackend(() => objects.delete([jobKeys.outcome(jobId)]));
  }

  /** Deletes all traces of a file that never became a job that anyone knows of. */
  async discard(jobId: string): Promise<void> {
    const keys = [jobKeys.upload(jobId), jobKeys.record(jobId), jobKeys.result(jobId)];
    await fromBackend(() => this.#options.platform.objects.delete(keys));
  }

  #timestamp(): string {
    return new Date(this.#clock.now()).toISOString();
  }
}

const FAILURE_CODES: Readonly<Record<JobFailureCode, ApiErrorCode>> = {
  damaged: 'damaged',
  'password-protected': 'password-protected',
  // 413 speaks of bytes sent; this is about what is inside.
  'too-large': 'limit-exceeded',
  'limit-exceeded': 'limit-exceeded',
  unsupported: 'unsupported-type',
  'timed-out': 'limit-exceeded',
  'engine-crashed': 'compression-failed',
  internal: 'compression-failed',
};

/** The error that a job which did not complete is answered with. */
export function failureOf(record: JobRecord): ApiError {
  if (record.status === 'cancelled') return new ApiError('expired', { message: 'This job was cancelled.' });
  const { code, message } = record.failure ?? { code: 'internal' as const, message: undefined };
  return new ApiError(FAILURE_CODES[code], code === 'internal' ? {} : { message });
}

/** The body of a request breaks off when its client does; that is the client's error, not ours. */
async function* fromClient(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (cause) {
    throw new ApiError('invalid-request', {
      message: 'The upload ended before it was complete. Please send it again.',
      cause,
    });
  }
}

interface RememberingFailure extends AsyncIterable<Uint8Array> {
  readonly failure: unknown;
}

function rememberingFailure(source: AsyncIterable<Uint8Array>): RememberingFailure {
  let failure: unknown;
  return {
    get failure() {
      return failure;
    },
    async *[Symbol.asyncIterator]() {
      try {
        yield* source;
      } catch (error) {
        failure = error;
        throw error;
      }
    },
  };
}
