import { nameForKind, SNIFF_BYTES } from '#engine/index.ts';
import { jobKeys } from '#platform/contracts/job.ts';
import type { PartialUpload } from '#platform/contracts/partial-upload.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { readFirst } from '#platform/read-stream.ts';
import { ApiError, fromBackend, isBackendError } from '../api-error.ts';
import type { AcceptedFile, JobIntake } from '../jobs/job-intake.ts';
import type { JobService } from '../jobs/job-service.ts';
import {
  noSuchUpload,
  type PartialUploadRecords,
  type StoredPartialUpload,
} from './partial-upload-records.ts';
import { kindOfContent } from './upload-check.ts';

/** Makes a job of an upload that is whole. Any step may be the last of a process: the next call goes on after it. */
export interface UploadCompletion {
  /** How much of an upload has come. @throws ApiError "expired" when its bytes are gone */
  keptBytes(record: PartialUpload): Promise<number>;
  /**
   * Makes a job of an upload, once, however often and from wherever it is called.
   * @throws ApiError that says why it becomes none; nothing is left of it then
   */
  complete(record: PartialUpload): Promise<StoredPartialUpload>;
}

interface UploadCompletionDependencies {
  readonly platform: Pick<Platform, 'objects' | 'partials'>;
  readonly intake: Pick<JobIntake, 'start' | 'discard'>;
  readonly jobs: Pick<JobService, 'find'>;
  readonly records: PartialUploadRecords;
}

export function createUploadCompletion(dependencies: UploadCompletionDependencies): UploadCompletion {
  const { intake, jobs, records } = dependencies;
  const { objects, partials } = dependencies.platform;

  const partialOf = ({ id, ticket, bytes }: PartialUpload) => ({
    key: jobKeys.upload(id),
    ticket,
    totalBytes: bytes,
  });

  /** The object of an upload; another call may have finished it, or be at it. */
  const finish = async (record: PartialUpload) => {
    await partials.finish(partialOf(record)).catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== 'no-partial-object') throw error;
    });
    return objects.find(jobKeys.upload(record.id));
  };

  const accept = async (record: PartialUpload): Promise<AcceptedFile | null> => {
    const stored = await fromBackend(() => finish(record));
    if (!stored) return null;
    const head = await fromBackend(() => readFirst(stored.body, SNIFF_BYTES));
    const kind = kindOfContent(head, record);
    return {
      jobId: record.id,
      kind,
      fileName: nameForKind(record.fileName, kind),
      sourceBytes: stored.bytes,
      // Its bytes have been held since it was created.
      client:
        record.client === undefined
          ? undefined
          : { key: record.client, accountId: record.accountId, limits: null },
      deliver: record.deliver,
    };
  };

  const complete = async (record: PartialUpload): Promise<StoredPartialUpload> => {
    let file: AcceptedFile | null;
    try {
      file = await accept(record);
    } catch (error) {
      if (error instanceof ApiError && !isBackendError(error)) {
        await intake.discard(record.id);
        await records.remove(record.id);
      }
      throw error;
    }
    // A job that another call has made may have ended since, and its upload with it.
    if (file) await intake.start(file, record.options, { isRepeated: true });
    else if (!(await jobs.find(record.id))) throw noSuchUpload();
    return records.touch({ ...record, isCompleted: true });
  };
  const underWay = new Map<string, Promise<StoredPartialUpload>>();

  return {
    async keptBytes(record) {
      if (record.isCompleted) return record.bytes;
      const kept = await fromBackend(() => partials.keptBytes(partialOf(record)));
      if (kept !== null) return kept;
      const isWhole =
        (await fromBackend(() => objects.head(jobKeys.upload(record.id)))) !== null ||
        (await jobs.find(record.id)) !== null;
      if (isWhole) return record.bytes;
      throw noSuchUpload();
    },
    complete(record) {
      const { id } = record;
      const running = underWay.get(id) ?? complete(record).finally(() => underWay.delete(id));
      underWay.set(id, running);
      return running;
    },
  };
}
