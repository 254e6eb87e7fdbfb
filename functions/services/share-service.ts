import { z } from 'zod';
import { FILE_KINDS } from '#engine/index.ts';
import { systemClock, type Clock } from '#platform/clock.ts';
import { jobIdSchema } from '#platform/contracts/job.ts';
import { createJobId } from '#platform/job-records.ts';
import type { ObjectStore, StoredObject } from '#platform/ports/object-store.ts';
import { readAll } from '#platform/read-stream.ts';
import { ApiError, fromBackend } from './api-error.ts';
import { resultFileName } from './file-name.ts';
import type { JobService } from './job-service.ts';

const shareSchema = z.object({
  version: z.literal(1),
  fileName: z.string(),
  kind: z.enum(FILE_KINDS),
  expiresAt: z.iso.datetime(),
});
const MAX_RECORD_BYTES = 64 * 1024;

/** Share ids are made like job ids: 128 random bits. Both objects expire by the rule of their prefix. */
const shareKeys = {
  file: (id: string) => `shares/${id}`,
  record: (id: string) => `shares/${id}.json`,
} as const;

/** Keeps results longer than their jobs, under unguessable addresses. */
export interface ShareService {
  /**
   * Copies the result of a job. When it throws, nothing is left.
   * @throws ApiError "invalid-request" for anything but a job id, "expired" when the job has no result (any more)
   */
  create(jobId: unknown): Promise<{ id: string; expiresAt: string }>;
  /** The shared file and its name, or null when there is none or it has expired (it is then deleted). */
  open(id: string, signal?: AbortSignal): Promise<{ file: StoredObject; fileName: string } | null>;
}

export interface ShareServiceDependencies {
  readonly objects: ObjectStore;
  readonly jobs: Pick<JobService, 'find' | 'openResult'>;
  readonly shareTtlSeconds: number;
  readonly clock?: Clock;
}

export function createShareService(dependencies: ShareServiceDependencies): ShareService {
  const { objects, jobs, shareTtlSeconds, clock = systemClock } = dependencies;
  const remove = (id: string) =>
    fromBackend(() => objects.delete([shareKeys.file(id), shareKeys.record(id)]));

  return {
    async create(jobId) {
      const parsed = jobIdSchema.safeParse(jobId);
      if (!parsed.success)
        throw new ApiError('invalid-request', { message: 'Send the id of the job as "jobId".' });
      const job = await jobs.find(parsed.data);
      if (job?.status !== 'completed') throw new ApiError('expired');
      const { body, contentType } = await jobs.openResult(job.id);

      const id = createJobId();
      const expiresAt = new Date(clock.now() + shareTtlSeconds * 1_000).toISOString();
      const fileName = resultFileName(job.fileName, job.kind);
      const record = JSON.stringify({ version: 1, fileName, kind: job.kind, expiresAt });
      await fromBackend(() => objects.put(shareKeys.file(id), body, { contentType }));
      try {
        const bytes = new TextEncoder().encode(record);
        await fromBackend(() =>
          objects.put(shareKeys.record(id), bytes, { contentType: 'application/json' }),
        );
      } catch (error) {
        await remove(id);
        throw error;
      }
      return { id, expiresAt };
    },
    async open(id, signal) {
      if (!jobIdSchema.safeParse(id).success) return null;
      const stored = await fromBackend(() => objects.find(shareKeys.record(id)));
      if (!stored) return null;
      const record = await fromBackend(() => readAll(stored.body, MAX_RECORD_BYTES));
      const share = shareSchema.parse(JSON.parse(record.toString('utf8')));
      if (clock.now() >= Date.parse(share.expiresAt)) {
        await remove(id);
        return null;
      }
      const file = await fromBackend(() => objects.find(shareKeys.file(id), signal ? { signal } : {}));
      return file && { file, fileName: share.fileName };
    },
  };
}
