import { kindOfExtension, type JobOptions } from '#engine/index.ts';
import { systemClock, type Clock } from '#platform/clock.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import type { DeliveryTargets } from '#platform/contracts/delivery-targets.ts';
import type { PartialUpload } from '#platform/contracts/partial-upload.ts';
import { jobKeys } from '#platform/contracts/job.ts';
import { createJobId } from '#platform/job-records.ts';
import type { PartialObject } from '#platform/ports/partial-objects.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { ApiError, backendError, fromBackend } from '../api-error.ts';
import { fromClient, rememberingFailure } from './client-body.ts';
import { cleanFileName } from './file-name.ts';
import type { JobClient } from '../holdings/client-holdings.ts';
import type { JobIntake } from '../jobs/job-intake.ts';
import type { JobService } from '../jobs/job-service.ts';
import {
  createPartialUploadRecords,
  noSuchUpload,
  type PartialUploadRecords,
  type StoredPartialUpload,
} from './partial-upload-records.ts';
import { judgedAtStart, kindOf } from './upload-check.ts';
import { createUploadCompletion, type UploadCompletion } from './upload-completion.ts';
import { UploadSenders } from './upload-senders.ts';

/** What a client says of a file that it will send in pieces. */
export interface ResumableRequest {
  readonly bytes: number;
  readonly fileName: string | undefined;
  readonly mimeType: string | undefined;
  readonly options: JobOptions;
  /** Where its client wants to hear of the job [nowhere]. */
  readonly deliver: DeliveryTargets | undefined;
  /** `Upload-Metadata` as it came, without addresses to deliver to. */
  readonly metadata: string;
}

/** How an upload stands. */
export interface ResumableState {
  /** Also the id of the job that it becomes. */
  readonly id: string;
  readonly bytes: number;
  readonly offset: number;
  readonly metadata: string;
  /** Until when it can be continued. */
  readonly expiresAt: Date;
  /** Whether it has become a job. */
  readonly isCompleted: boolean;
}

interface Piece {
  readonly offset: number;
  readonly body: AsyncIterable<Uint8Array>;
  /** Length of the body, where it is known before. */
  readonly bytes?: number | undefined;
  readonly signal: AbortSignal;
}

interface ResumableUploadsDependencies {
  readonly platform: Pick<Platform, 'objects' | 'partials'>;
  readonly intake: Pick<JobIntake, 'checkRoom' | 'discard' | 'expect' | 'expectLonger' | 'start'>;
  readonly jobs: Pick<JobService, 'cancel' | 'find' | 'has'>;
  readonly maxFileBytes: number;
  readonly clock?: Clock;
}

/**
 * Uploads that arrive in pieces. What is known of one is in the store, so any process can go on with it. One connection
 * at a time sends to an upload: a later one ends the one before, whose line is often broken without a sign.
 */
export class ResumableUploads {
  private readonly dependencies: ResumableUploadsDependencies;
  private readonly clock: Clock;
  private readonly records: PartialUploadRecords;
  private readonly completion: UploadCompletion;
  private readonly senders = new UploadSenders();

  constructor(dependencies: ResumableUploadsDependencies) {
    const { platform, intake, jobs, clock = systemClock } = dependencies;
    this.dependencies = dependencies;
    this.clock = clock;
    this.records = createPartialUploadRecords(platform.objects, clock);
    this.completion = createUploadCompletion({ platform, intake, jobs, records: this.records });
  }

  /**
   * Holds the bytes for the client until the upload has ended.
   * @throws ApiError "too-large", "damaged" (empty), "rate-limited", "storage-full"
   */
  async create(request: ResumableRequest, client: JobClient): Promise<ResumableState> {
    const { intake, maxFileBytes } = this.dependencies;
    if (request.bytes > maxFileBytes) throw new ApiError('too-large');
    // Throws the error of an empty file.
    if (request.bytes === 0) kindOf(new Uint8Array());
    const id = createJobId();
    const fileName = cleanFileName(request.fileName);
    const file = { id, bytes: request.bytes, fileName, client: client.key };
    await intake.expect(asExpected(file, client.limits));
    try {
      return this.stateOf(await this.begin(file, request, client), 0);
    } catch (error) {
      await intake.discard(id).catch(() => {}); // It has no bytes yet, and its holding expires.
      throw error;
    }
  }

  /** How an upload stands; one that is whole becomes a job. @throws ApiError "expired", or why it becomes no job */
  async read(id: string): Promise<ResumableState> {
    return this.senders.alone(id, async () => {
      const stored = await this.existing(id);
      return this.settled(stored, await this.completion.keptBytes(stored.record));
    });
  }

  /**
   * Adds bytes. What has come stays, also when the line breaks. With the last byte the upload becomes a job, once.
   * @throws ApiError "expired", "upload-conflict" (another offset), "upload-taken-over", "too-large" (more than was said),
   *         "unsupported-type", "legacy-ppt" or "damaged", after which nothing is left of it, "storage-full"
   */
  async append(id: string, piece: Piece): Promise<ResumableState> {
    const reached = this.senders.reached(id);
    if (reached !== null && piece.offset < reached) throw conflict(reached);
    return this.senders.take(id, piece, (body, stop) =>
      this.receive(id, { ...piece, body, signal: AbortSignal.any([piece.signal, stop]) }),
    );
  }

  /** Ends an upload of this account or of none, and the job that it has become. @throws ApiError "expired" */
  async end(id: string, accountId: string | undefined): Promise<void> {
    const { jobs } = this.dependencies;
    const { record } = await this.existing(id);
    if (record.accountId !== undefined && record.accountId !== accountId) throw noSuchUpload();
    await this.senders.alone(id, async () => {
      if (await jobs.has(id)) await jobs.cancel(id);
      await this.remove(record);
    });
  }

  private async begin(
    file: Pick<PartialUpload, 'id' | 'bytes' | 'fileName' | 'client'>,
    { mimeType = 'application/octet-stream', metadata, options, deliver }: ResumableRequest,
    { accountId }: JobClient,
  ): Promise<StoredPartialUpload> {
    const { partials } = this.dependencies.platform;
    const ticket = await fromBackend(() => partials.begin(jobKeys.upload(file.id)));
    return this.records.touch({
      version: 1,
      ...file,
      ticket,
      mimeType,
      metadata,
      options,
      ...(accountId === undefined ? {} : { accountId }),
      ...(deliver === undefined ? {} : { deliver }),
      createdAt: new Date(this.clock.now()).toISOString(),
      isCompleted: false,
    });
  }

  /** Takes in a piece at the offset where the upload stands. */
  private async receive(id: string, piece: Piece): Promise<ResumableState> {
    const { record, touchedAt } = await this.existing(id);
    const kept = await this.completion.keptBytes(record);
    if (kept !== piece.offset) throw conflict(kept);
    if (kept === record.bytes) return this.settled({ record, touchedAt }, kept);
    if ((piece.bytes ?? 0) > record.bytes - kept) throw tooLong(record.bytes);
    await this.dependencies.intake.checkRoom(piece.bytes ?? 1);
    const offset = await this.store(record, kept, piece);
    return this.settled(offset > kept ? await this.renew(record, offset) : { record, touchedAt }, offset);
  }

  /** @returns how much of the upload is in the store then. @throws what the body threw, the signal's reason, or an ApiError */
  private async store(record: PartialUpload, kept: number, piece: Piece): Promise<number> {
    const sent = atMost(fromClient(piece.body), record.bytes - kept, record.bytes);
    const source = rememberingFailure(piece.offset === 0 ? judgedAtStart(sent, record, record.bytes) : sent);
    const partial = {
      key: jobKeys.upload(record.id),
      ticket: record.ticket,
      totalBytes: record.bytes,
    };
    try {
      return await this.dependencies.platform.partials.append(partial, kept, source, piece.signal);
    } catch (error) {
      if (isRefusal(source.failure)) await this.remove(record);
      else await this.renewIfLonger(record, partial, kept);
      if (piece.signal.aborted) throw piece.signal.reason;
      throw source.failure ?? uploadError(error);
    }
  }

  /** Bytes that came before the line broke keep the upload alive. */
  private async renewIfLonger(record: PartialUpload, partial: PartialObject, kept: number): Promise<void> {
    const { partials } = this.dependencies.platform;
    const keptNow = (await partials.keptBytes(partial).catch(() => null)) ?? 0;
    if (keptNow > kept) await this.renew(record, keptNow);
  }

  /** An upload lives on by the bytes that come, and its holding with it. */
  private async renew(record: PartialUpload, arrivedBytes: number): Promise<StoredPartialUpload> {
    await this.dependencies.intake.expectLonger(asExpected(record), arrivedBytes);
    return this.records.touch(record);
  }

  /** How an upload stands, after making a job of one that is whole. */
  private async settled(stored: StoredPartialUpload, offset: number): Promise<ResumableState> {
    if (offset < stored.record.bytes || stored.record.isCompleted) return this.stateOf(stored, offset);
    return this.stateOf(await this.completion.complete(stored.record), offset);
  }

  private stateOf({ record, touchedAt }: StoredPartialUpload, offset: number): ResumableState {
    const expiresAt = new Date(touchedAt + OPERATING_LIMITS.partialUploadSeconds * 1_000);
    return { ...record, offset, expiresAt };
  }

  private async existing(id: string): Promise<StoredPartialUpload> {
    const stored = await this.records.find(id);
    if (!stored) throw noSuchUpload();
    return stored;
  }

  private async remove({ id, ticket }: PartialUpload): Promise<void> {
    const { intake, platform } = this.dependencies;
    await fromBackend(() => platform.partials.abandon({ key: jobKeys.upload(id), ticket }));
    await intake.discard(id);
    await this.records.remove(id);
  }
}

/** Which kind it is shows only when it has come; its name tells the work that it will probably be. */
function asExpected(
  { id, bytes, fileName, client }: Pick<PartialUpload, 'id' | 'bytes' | 'fileName' | 'client'>,
  limits: JobClient['limits'] = null,
) {
  const named = kindOfExtension(fileName);
  const kind = named === null || named === 'legacy-ppt' ? ('pdf' as const) : named;
  return {
    jobId: id,
    kind,
    sourceBytes: bytes,
    client: client === undefined ? undefined : { key: client, limits },
  };
}

async function* atMost(
  body: AsyncIterable<Uint8Array>,
  missing: number,
  total: number,
): AsyncGenerator<Uint8Array> {
  let left = missing;
  for await (const chunk of body) {
    left -= chunk.length;
    if (left < 0) throw tooLong(total);
    yield chunk;
  }
}

/** Whether a file is none of ours, by its first bytes: more of them would change nothing. */
function isRefusal(failure: unknown): boolean {
  return failure instanceof ApiError && ['unsupported-type', 'legacy-ppt'].includes(failure.code);
}

function uploadError(error: unknown): ApiError {
  const { code, expected } = error as { code?: unknown; expected?: unknown };
  if (code === 'wrong-offset') return conflict(Number(expected));
  if (code === 'no-partial-object') return noSuchUpload();
  return backendError(error);
}

function conflict(kept: number): ApiError {
  return new ApiError('upload-conflict', {
    message: `The upload has arrived up to byte ${kept}. Ask with HEAD and continue from there.`,
  });
}

function tooLong(bytes: number): ApiError {
  return new ApiError('too-large', {
    message: `More was sent than the ${bytes} bytes that the upload was created for.`,
  });
}
