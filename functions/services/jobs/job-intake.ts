import { randomUUID } from 'node:crypto';
import { kindConflict, KIND_INFO, nameForKind, type FileKind, type JobOptions } from '#engine/index.ts';
import { systemClock, type Clock } from '#platform/clock.ts';
import { expectedWorkSeconds, SMALL_WORK_SECONDS } from '#platform/contracts/expected-work.ts';
import { OPEN_JOB_SECONDS } from '#platform/contracts/expiry-rules.ts';
import { eventPayloadOf } from '#platform/contracts/events.ts';
import { jobKeys, type JobMessage, type JobRecord } from '#platform/contracts/job.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { createJobId, createJobRecord, findJobRecord } from '#platform/job-records.ts';
import type { DeliveryTargets } from '#platform/contracts/delivery-targets.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { tracedJobId } from '#platform/public-job-id.ts';
import { originNow, traced } from '#platform/tracing.ts';
import { ApiError, backendError, fromBackend } from '../api-error.ts';
import type { ClientHoldings, JobClient, NewHolding } from '../holdings/client-holdings.ts';
import { fromClient, rememberingFailure } from '../uploads/client-body.ts';
import type { HoldingState } from '#platform/ports/holdings.ts';
import { openUpload, type DeclaredFile } from '../uploads/upload-check.ts';
import type { WaitingJobs } from './waiting-jobs.ts';

/** A file in the store that is not a job yet. */
export interface AcceptedFile {
  readonly jobId: string;
  readonly kind: FileKind;
  /** Label for people, see cleanFileName. */
  readonly fileName: string;
  readonly sourceBytes: number;
  /** Whose job it will be [no client's, without a limit]. */
  readonly client?: JobClient | undefined;
  /** Where its client wants to hear of it [nowhere]. */
  readonly deliver?: DeliveryTargets | undefined;
  /** The public count has it already [false]. */
  readonly isCounted?: boolean;
}

type ExpectedFile = Omit<AcceptedFile, 'fileName'>;

/** Who sends a file that comes now, and how much of it. */
interface FileSender {
  readonly client: JobClient;
  /** The most that may come. */
  readonly mostBytes: number;
  /** Whether it is what the client said [false]. */
  readonly isCertain?: boolean;
}

export interface JobIntakeDependencies {
  readonly platform: Pick<Platform, 'objects' | 'queue' | 'events'>;
  readonly maxFileBytes: number;
  /** [clients are not limited] */
  readonly holdings?: ClientHoldings | undefined;
  /** [nothing waits too long] */
  readonly waiting?: Pick<WaitingJobs, 'oldestSeconds'> | undefined;
  readonly clock?: Clock;
}

const QUEUE_FRESH_MS = 1_000;
const BUSY_RETRY_SECONDS = 30;

/** The first half of a job: the upload into the store, the job into the queue. */
export class JobIntake {
  private readonly platform: JobIntakeDependencies['platform'];
  private readonly maxFileBytes: number;
  private readonly holdings: ClientHoldings | undefined;
  private readonly waiting: JobIntakeDependencies['waiting'];
  private readonly clock: Clock;
  private asked: { readonly at: number; readonly ageSeconds: Promise<number> } | undefined;

  constructor({ platform, maxFileBytes, holdings, waiting, clock = systemClock }: JobIntakeDependencies) {
    this.platform = platform;
    this.maxFileBytes = maxFileBytes;
    this.holdings = holdings;
    this.waiting = waiting;
    this.clock = clock;
  }

  /**
   * @throws ApiError "busy" while jobs wait too long, "unavailable" while the queue is away; it is asked at most once a second
   * @throws ApiError "rate-limited" while the client has as many open as it may, "storage-full" while there is no room
   */
  async checkCapacity(client?: JobClient): Promise<void> {
    const now = this.clock.now();
    if (!this.asked || now - this.asked.at > QUEUE_FRESH_MS)
      this.asked = { at: now, ageSeconds: this.askAge() };
    const { ageSeconds } = this.asked;
    if ((await fromBackend(() => ageSeconds)) >= OPERATING_LIMITS.maxQueueAgeSeconds)
      throw new ApiError('busy', { retryAfterSeconds: BUSY_RETRY_SECONDS });
    if (client) await this.holdings?.check(client);
  }

  /** Whether so many bytes of a file that is expected may come now. @throws ApiError "storage-full" */
  async checkRoom(bytes: number): Promise<void> {
    await this.holdings?.checkRoom(bytes);
  }

  /** Takes a holding for a file that its client has still to send. @throws ApiError "rate-limited", "storage-full" */
  async expect(file: ExpectedFile): Promise<void> {
    if (file.client) await this.holdings?.admit(file.client, holdingOf(file, 'expected'));
  }

  /** Renews the holding of a file that is still expected. @param arrivedBytes of it that are in the store */
  async expectLonger(file: ExpectedFile, arrivedBytes: number): Promise<void> {
    if (file.client) await this.holdings?.hold(file.client, { ...holdingOf(file, 'expected'), arrivedBytes });
  }

  /**
   * Streams a file into the store as fast as the store takes it. When it throws, nothing is left.
   * The extension of its name is corrected where the content is of another kind.
   * @param sender its client holds the bytes before they come [no client, without a limit]
   * @throws ApiError of openUpload, "rate-limited", "storage-full", "invalid-request" when the body breaks off, "unavailable", or
   *         the signal's reason
   */
  async accept(
    body: AsyncIterable<Uint8Array>,
    declared: DeclaredFile,
    signal: AbortSignal,
    sender?: FileSender,
  ): Promise<AcceptedFile> {
    const { kind, bytes } = await openUpload(fromClient(body), declared, this.maxFileBytes);
    const jobId = createJobId();
    if (sender) await this.admitArriving({ jobId, kind, sourceBytes: sender.mostBytes }, sender);
    const source = rememberingFailure(bytes);
    try {
      const contentType = KIND_INFO[kind].mimeTypes[0];
      const stored = await traced('upload.store', tracedJobId(jobId), () =>
        this.platform.objects.put(jobKeys.upload(jobId), source, { contentType, signal }),
      );
      if (sender) await this.holdArrived({ jobId, kind, sourceBytes: stored.bytes }, sender);
      const fileName = nameForKind(declared.fileName, kind);
      return { jobId, kind, fileName, sourceBytes: stored.bytes, client: sender?.client };
    } catch (error) {
      await this.holdings?.release(jobId);
      // A store may wrap what went wrong with its source; the client must get the source's own message.
      if (source.failure !== undefined) throw source.failure;
      if (signal.aborted) throw signal.reason;
      throw backendError(error);
    }
  }

  /**
   * Makes a job of a file that has its holding and queues it. A file that is a job already stays one, and is not queued again.
   * When it throws, the file is gone, unless another call has made a job of it or can make it.
   * @param how.isRepeated whether a call before may have died on the way: then a job that waits is queued once more, and a
   *        file whose job could not be made stays for the next call
   * @returns the record as it stands
   * @throws ApiError "invalid-request" for options that its kind cannot have; the file is gone then
   */
  async start(
    file: AcceptedFile,
    options: JobOptions,
    { isRepeated }: { readonly isRepeated: boolean } = { isRepeated: false },
  ): Promise<JobRecord> {
    const conflict = kindConflict(file.kind, options);
    if (conflict !== null) {
      await this.discard(file.jobId);
      throw new ApiError('invalid-request', { message: conflict });
    }
    const record = this.newRecord(file, options);
    try {
      const made = await fromBackend(() => createJobRecord(this.platform.objects, record));
      // Another call was faster: the holding is that call's, or its result's.
      if (!made.created && !(isRepeated && made.record.status === 'queued')) return made.record;
      await this.enqueue(file, made.record);
      return made.record;
    } catch (error) {
      if (!isRepeated && (await this.isOnlyOurs(record))) await this.discard(file.jobId);
      throw error;
    }
  }

  /** Deletes all objects of a file that did not become a job. */
  async discard(jobId: string): Promise<void> {
    const keys = [jobKeys.upload(jobId), jobKeys.record(jobId), jobKeys.result(jobId)];
    await fromBackend(() => this.platform.objects.delete(keys));
    await this.holdings?.release(jobId);
  }

  /** How long new clients wait, in seconds. @throws where the queue is away */
  private async askAge(): Promise<number> {
    const [ageSeconds = 0] = await Promise.all([
      this.waiting?.oldestSeconds({ isAlone: true }),
      this.platform.queue.check(),
    ]);
    return ageSeconds;
  }

  /** The work of a file shows when all of it is there; until then no job waits for it. */
  private async admitArriving(file: ExpectedFile, { client, isCertain = false }: FileSender): Promise<void> {
    await this.holdings?.admit(client, { ...holdingOf(file, 'expected'), workSeconds: 0, isCertain });
  }

  /** Of a form, the files after this one may take long to come. */
  private async holdArrived(file: ExpectedFile, { client }: FileSender): Promise<void> {
    const arrived = { ...holdingOf(file, 'expected'), workSeconds: 0, arrivedBytes: file.sourceBytes };
    await this.holdings?.hold(client, arrived);
  }

  private newRecord(file: AcceptedFile, options: JobOptions): JobRecord {
    const { jobId, kind, fileName, sourceBytes, client, deliver, isCounted } = file;
    return {
      version: 1,
      id: jobId,
      status: 'queued',
      kind,
      fileName,
      sourceBytes,
      ...options,
      ...(deliver ? { deliver } : {}),
      ...(isCounted ? { isCounted } : {}),
      createdAt: new Date(this.clock.now()).toISOString(),
      createdBy: randomUUID(),
      ...(client ? { client: client.key } : {}),
      ...(client?.accountId === undefined ? {} : { accountId: client.accountId }),
    };
  }

  private async enqueue(file: AcceptedFile, record: JobRecord): Promise<void> {
    const { facts, isAlone } = await this.holdOpen(file);
    const message: JobMessage = { version: 1, jobId: record.id, ...facts, origin: originNow() };
    // Before it is queued: that it begins must not be heard first.
    this.tellQueued(record, message, isAlone);
    await fromBackend(() => this.platform.queue.send(message));
  }

  /** @returns what the message says of its client, and whether that has nothing else open */
  private async holdOpen(file: ExpectedFile) {
    const { client } = file;
    const holding = holdingOf(file, 'open');
    const { bytes, workSeconds } = holding;
    if (!client) return { facts: { bytes, workSeconds }, isAlone: true };
    const { jobs = 0, smallWorkSeconds = 0 } = (await this.holdings?.hold(client, holding)) ?? {};
    const { key, session } = client;
    const facts = { bytes, workSeconds, client: key, session, workAheadSeconds: smallWorkSeconds };
    return { facts, isAlone: jobs === 0 };
  }

  /** A hint for all web servers, which the job does not wait for. */
  private tellQueued(record: JobRecord, message: JobMessage, isAlone: boolean): void {
    const { workSeconds = 0, workAheadSeconds = 0 } = message;
    const isSmall = workSeconds + workAheadSeconds < SMALL_WORK_SECONDS;
    const facts = { isAlone, isSmall, record: eventPayloadOf(record) };
    this.platform.events.publish('jobs', { type: 'job.queued', jobId: record.id, ...facts }).catch(() => {});
  }

  /** Whether no other call has made a job of the same file. What cannot be looked at is left to expire. */
  private async isOnlyOurs({ id, createdBy }: JobRecord): Promise<boolean> {
    const found = await findJobRecord(this.platform.objects, id).catch(() => undefined);
    return found === null || (found !== undefined && found.createdBy === createdBy);
  }
}

function holdingOf({ jobId: id, kind, sourceBytes: bytes }: ExpectedFile, state: HoldingState): NewHolding {
  return {
    id,
    state,
    bytes,
    workSeconds: expectedWorkSeconds(kind, bytes),
    holdSeconds: state === 'open' ? OPEN_JOB_SECONDS : OPERATING_LIMITS.uploadTokenSeconds,
  };
}
