import type { Clock } from '#platform/clock.ts';
import { jobIdSchema } from '#platform/contracts/job.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import {
  partialUploadKey,
  partialUploadSchema,
  type PartialUpload,
} from '#platform/contracts/partial-upload.ts';
import type { ObjectStore } from '#platform/ports/object-store.ts';
import { readAll } from '#platform/read-stream.ts';
import { ApiError, fromBackend } from '../api-error.ts';

/** What is known of an unfinished upload, and when that was written, in ms since 1970. */
export interface StoredPartialUpload {
  readonly record: PartialUpload;
  readonly touchedAt: number;
}

/** The records of unfinished uploads in the object store. One that is not written for a while expires there. */
export interface PartialUploadRecords {
  /** Null when there is none: never made, expired, damaged, or the id is none. */
  find(id: string): Promise<StoredPartialUpload | null>;
  /** Writes a record, which lives anew from now on. */
  touch(record: PartialUpload): Promise<StoredPartialUpload>;
  remove(id: string): Promise<void>;
}

const MAX_BYTES = 64 * 1024;

export function createPartialUploadRecords(
  objects: Pick<ObjectStore, 'find' | 'put' | 'delete'>,
  clock: Clock,
): PartialUploadRecords {
  return {
    async find(id) {
      if (!jobIdSchema.safeParse(id).success) return null;
      const found = await fromBackend(async () => {
        const object = await objects.find(partialUploadKey(id));
        if (!object) return null;
        return { text: await readAll(object.body, MAX_BYTES), touchedAt: object.lastModified.getTime() };
      });
      if (!found) return null;
      const { text, touchedAt } = found;
      const isOver = clock.now() - touchedAt > OPERATING_LIMITS.partialUploadSeconds * 1_000;
      const parsed = partialUploadSchema.safeParse(jsonIn(text.toString('utf8')));
      return isOver || !parsed.success ? null : { record: parsed.data, touchedAt };
    },
    async touch(record) {
      const body = new TextEncoder().encode(JSON.stringify(record));
      await fromBackend(() =>
        objects.put(partialUploadKey(record.id), body, { contentType: 'application/json' }),
      );
      return { record, touchedAt: clock.now() };
    },
    remove: (id) => fromBackend(() => objects.delete([partialUploadKey(id)])),
  };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The error for an upload that is not there, or not any more. */
export function noSuchUpload(): ApiError {
  return new ApiError('expired', {
    message: 'There is no such upload, or it has expired. Please send the file again.',
  });
}
