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
import type { JobClient } from '../jobs/job-places.ts';
import type { JobService } from '../jobs/job-service.ts';
import {
  createPartialUploadRecords,
  noSuchUpload,
  type StoredPartialUpload,
} from './partial-upload-records.ts';
import { judgedAtStart, kindOf } from './upload-check.ts';
import { createUploadCompletion } from './upload-completion.ts';
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

export interface Piece {
  readonly offset: number;
  readonly body: AsyncIterable<Uint8Array>;
  /** Length of the body, where it is known before. */
  readonly bytes?: number | undefined;
  readonly signal: AbortSignal;
}

/**
 * Uploads that arrive in pieces. What is known of one is in the store, so any process can go on with it. One connection
 * at a time sends to an upload: a later one ends the one before, which is often a broken line that nobody has noticed.
 */
export interface ResumableUploads {
  /**
   * Takes a place of the client until the upload has ended.
   * @throws ApiError "too-large", "damaged" (empty), "rate-limited", "storage-full"
   */
  create(request: ResumableRequest, client: JobClient): Promise<ResumableState>;
  /** How an upload stands; one that is whole becomes a job. @throws ApiError "expired", or why it becomes no job */
  read(id: string): Promise<ResumableState>;
  /**
   * Adds bytes. What has come stays, also when the line breaks. With the last byte the upload becomes a job, once.
   * @throws ApiError "expired", "upload-conflict" (another offset), "upload-taken-over", "too-large" (more than was said),
   *         "unsupported-type", "legacy-ppt" or "damaged", after which nothing is left of it, "storage-full"
   */
  append(id: string, piece: Piece): Promise<ResumableState>;
  /** Ends an upload of this account or of nobody, and the job that it has become. @throws ApiError "expired" */
  end(id: string, accountId: string | undefined): Promise<void>;
}

export interface ResumableUploadsDependencies {
  readonly platform: Pick<Platform, 'objects' | 'partials'>;
  readonly jobs: JobService;
  readonly maxFileBytes: number;
  readonly clock?: Clock;
}

export function createResumableUploads(dependencies: ResumableUploadsDependencies): ResumableUploads {
  const { platform, jobs, maxFileBytes, clock = systemClock } = dependencies;
  const { objects, partials } = platform;
  const records = createPartialUploadRecords(objects, clock);
  const completion = createUploadCompletion({ platform, jobs, records });
  const senders = new UploadSenders();

  const stateOf = ({ record, touchedAt }: StoredPartialUpload, offset: number): ResumableState => ({
    ...record,
    offset,
    expiresAt: new Date(touchedAt + OPERATING_LIMITS.partialUploadSeconds * 1_000),
  });

  /** How an upload stands, after making a job of one that is whole. */
  const settled = async (stored: StoredPartialUpload, offset: number): Promise<ResumableState> => {
    if (offset < stored.record.bytes || stored.record.isCompleted) return stateOf(stored, offset);
    return stateOf(await completion.complete(stored.record), offset);
  };

  const existing = async (id: string): Promise<StoredPartialUpload> => {
    const stored = await records.find(id);
    if (!stored) throw noSuchUpload();
    return stored;
  };

  const remove = async (record: PartialUpload): Promise<void> => {
    await fromBackend(() => partials.abandon({ key: jobKeys.upload(record.id), ticket: record.ticket }));
    await jobs.discard(record.id);
    await records.remove(record.id);
  };

  const keptNow = async (partial: PartialObject): Promise<number> =>
    (await partials.keptBytes(partial).catch(() => null)) ?? 0;

  /** An upload lives on by the bytes that come, and its place with it. */
  const renew = async (record: PartialUpload, arrivedBytes: number): Promise<StoredPartialUpload> => {
    await jobs.expectLonger(asExpected(record), arrivedBytes);
    return records.touch(record);
  };

  const send = async (id: string, piece: Piece, signal: AbortSignal): Promise<ResumableState> => {
    const { record, touchedAt } = await existing(id);
    const kept = await completion.keptBytes(record);
    if (kept !== piece.offset) throw conflict(kept);
    if (kept === record.bytes) return settled({ record, touchedAt }, kept);
    if ((piece.bytes ?? 0) > record.bytes - kept) throw tooLong(record.bytes);
    await jobs.checkRoom(piece.bytes ?? 1);
    const sent = atMost(fromClient(piece.body), record.bytes - kept, record.bytes);
    const source = rememberingFailure(piece.offset === 0 ? judgedAtStart(sent, record, record.bytes) : sent);
    const partial = { key: jobKeys.upload(id), ticket: record.ticket, totalBytes: record.bytes };
    let offset: number;
    try {
      offset = await partials.append(partial, kept, source, signal);
    } catch (error) {
      if (isRefusal(source.failure)) await remove(record);
      else {
        const keptAfter = await keptNow(partial);
        if (keptAfter > kept) await renew(record, keptAfter);
      }
      if (signal.aborted) throw signal.reason;
      throw source.failure ?? uploadError(error);
    }
    return settled(offset > kept ? await renew(record, offset) : { record, touchedAt }, offset);
  };

  return {
    async create(request, client) {
      if (request.bytes > maxFileBytes) throw new ApiError('too-large');
      // As an empty file is refused everywhere else.
      if (request.bytes === 0) kindOf(new Uint8Array());
      const id = createJobId();
      const fileName = cleanFileName(request.fileName);
      const file = { id, bytes: request.bytes, fileName, client: client.key };
      await jobs.expect(asExpected(file, client.limits));
      try {
        const ticket = await fromBackend(() => partials.begin(jobKeys.upload(id)));
        const record: PartialUpload = {
          version: 1,
          ...file,
          ticket,
          mimeType: request.mimeType ?? 'application/octet-stream',
          metadata: request.metadata,
          options: request.options,
          ...(client.accountId === undefined ? {} : { accountId: client.accountId }),
          ...(request.deliver === undefined ? {} : { deliver: request.deliver }),
          createdAt: new Date(clock.now()).toISOString(),
          isCompleted: false,
        };
        return stateOf(await records.touch(record), 0);
      } catch (error) {
        await jobs.discard(id).catch(() => {}); // Its bytes, of which there are none, and its place expire.
        throw error;
      }
    },
    async read(id) {
      await senders.stop(id);
      const stored = await existing(id);
      return settled(stored, await completion.keptBytes(stored.record));
    },
    async append(id, piece) {
      const reached = senders.reached(id);
      if (reached !== null && piece.offset < reached) throw conflict(reached);
      return senders.take(id, piece, (body, stop) =>
        send(id, { ...piece, body }, AbortSignal.any([piece.signal, stop])),
      );
    },
    async end(id, accountId) {
      const { record } = await existing(id);
      if (record.accountId !== undefined && record.accountId !== accountId) throw noSuchUpload();
      await senders.stop(id);
      if (await jobs.has(id)) await jobs.cancel(id);
      await remove(record);
    },
  };
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
    message: `The upload stands at byte ${kept}. Ask for it with HEAD and go on from there.`,
  });
}

function tooLong(bytes: number): ApiError {
  return new ApiError('too-large', {
    message: `More was sent than the ${bytes} bytes that the upload was created for.`,
  });
}
