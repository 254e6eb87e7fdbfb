import { z } from 'zod';
import { systemClock, type Clock } from '#platform/clock.ts';
import { batchKey, jobIdSchema } from '#platform/contracts/job.ts';
import { createJobId } from '#platform/job-records.ts';
import type { ObjectStore } from '#platform/ports/object-store.ts';
import { readAll } from '#platform/read-stream.ts';
import { fromBackend } from '../api-error.ts';

const batchRecordSchema = z.object({
  version: z.number().int().positive(),
  id: jobIdSchema,
  createdAt: z.iso.datetime(),
  /** In the order of the form. */
  jobIds: z.array(jobIdSchema),
});
/** Which jobs were sent together. How they stand, their own records say. */
export type BatchRecord = z.infer<typeof batchRecordSchema>;

/** The batches that are known, kept in the object store for as long as any of their jobs can be. */
export interface BatchRecords {
  create(jobIds: readonly string[]): Promise<BatchRecord>;
  /** The batch, or null when there is none (never made, expired, or the id is none). */
  find(id: string): Promise<BatchRecord | null>;
  forget(id: string): Promise<void>;
}

const MAX_BYTES = 16 * 1024;

/** @throws ApiError "unavailable", each of its methods */
export function createBatchRecords(
  objects: Pick<ObjectStore, 'put' | 'find' | 'delete'>,
  clock: Clock = systemClock,
): BatchRecords {
  return {
    async create(jobIds) {
      const createdAt = new Date(clock.now()).toISOString();
      const record: BatchRecord = { version: 1, id: createJobId(), createdAt, jobIds: [...jobIds] };
      const body = new TextEncoder().encode(JSON.stringify(record));
      await fromBackend(() => objects.put(batchKey(record.id), body, { contentType: 'application/json' }));
      return record;
    },
    async find(id) {
      if (!jobIdSchema.safeParse(id).success) return null;
      return fromBackend(async () => {
        const stored = await objects.find(batchKey(id));
        if (!stored) return null;
        return batchRecordSchema.parse(JSON.parse((await readAll(stored.body, MAX_BYTES)).toString('utf8')));
      });
    },
    forget: (id) => fromBackend(() => objects.delete([batchKey(id)])),
  };
}
