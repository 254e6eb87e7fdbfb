import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { FILE_KINDS } from '#engine/index.ts';
import { systemClock, type Clock } from '#platform/clock.ts';
import { shareRequestSchema } from '#platform/contracts/api/requests.ts';
import { jobIdSchema } from '#platform/contracts/job.ts';
import type { ObjectStore, StoredObject } from '#platform/ports/object-store.ts';
import { readAll } from '#platform/read-stream.ts';
import { ApiError, fromBackend } from './api-error.ts';
import { resultFileName } from './file-name.ts';
import type { JobService } from './job-service.ts';

const shareSchema = z.object({
  version: z.literal(1),
  /** Missing in shares of the version before. */
  jobId: jobIdSchema.optional(),
  fileName: z.string(),
  kind: z.enum(FILE_KINDS),
  expiresAt: z.iso.datetime(),
});
type ShareRecord = z.infer<typeof shareSchema>;
const MAX_RECORD_BYTES = 64 * 1024;

/** All objects expire by the rule of their prefix. */
const shareKeys = {
  file: (id: string) => `shares/${id}`,
  record: (id: string) => `shares/${id}.json`,
  /** Empty objects that name the shares of a job. */
  ofJob: (jobId: string) => `shares/of/${jobId}/`,
  mark: (jobId: string, id: string) => `shares/of/${jobId}/${id}`,
} as const;

/** Keeps results longer than their jobs, under unguessable addresses. */
export interface ShareService {
  /**
   * Copies the result of a job. A person who shares the same job again gets the same share, as long as it lasts. When it
   * throws, nothing is left.
   * @param subject who shares it
   * @throws ApiError "invalid-request" for anything but a job id, "expired" when the job has no result (any more)
   */
  create(jobId: unknown, subject: string): Promise<{ id: string; expiresAt: string }>;
  /** The shared file and its name, or null when there is none or it has expired (it is then deleted). */
  open(id: string, signal?: AbortSignal): Promise<{ file: StoredObject; fileName: string } | null>;
  /** Deletes all shares of a job, whoever made them. @returns how many there were */
  endAllOf(jobId: string): Promise<number>;
}

export interface ShareServiceDependencies {
  readonly objects: ObjectStore;
  readonly jobs: Pick<JobService, 'find' | 'openResult'>;
  readonly shareTtlSeconds: number;
  /** Makes the ids of shares unguessable. */
  readonly secret: string;
  readonly clock?: Clock;
}

export function createShareService(dependencies: ShareServiceDependencies): ShareService {
  const { objects, jobs, shareTtlSeconds, secret, clock = systemClock } = dependencies;

  const remove = (id: string, jobId: string | undefined) => {
    const mark = jobId === undefined ? [] : [shareKeys.mark(jobId, id)];
    return fromBackend(() => objects.delete([shareKeys.file(id), shareKeys.record(id), ...mark]));
  };

  /** The record of a share that has not expired. One that has is deleted. */
  const findRecord = async (id: string): Promise<ShareRecord | null> => {
    const stored = await fromBackend(() => objects.find(shareKeys.record(id)));
    if (!stored) return null;
    const text = await fromBackend(() => readAll(stored.body, MAX_RECORD_BYTES));
    const share = shareSchema.parse(JSON.parse(text.toString('utf8')));
    if (clock.now() < Date.parse(share.expiresAt)) return share;
    await remove(id, share.jobId);
    return null;
  };

  /** The record is written last: a share exists when it has one. */
  const write = async (id: string, jobId: string, file: StoredObject, record: ShareRecord) => {
    const put = (key: string, body: Uint8Array | StoredObject['body'], contentType: string) =>
      fromBackend(() => objects.put(key, body, { contentType }));
    try {
      await put(shareKeys.file(id), file.body, file.contentType);
      await put(shareKeys.mark(jobId, id), new Uint8Array(), 'text/plain');
      const text = new TextEncoder().encode(JSON.stringify(record));
      await put(shareKeys.record(id), text, 'application/json');
    } catch (error) {
      await remove(id, jobId);
      throw error;
    }
  };

  return {
    async create(jobId, subject) {
      const parsed = shareRequestSchema.shape.jobId.safeParse(jobId);
      if (!parsed.success)
        throw new ApiError('invalid-request', { message: 'Send the id of the job as "jobId".' });
      const job = await jobs.find(parsed.data);
      if (job?.status !== 'completed') throw new ApiError('expired');
      const id = shareIdOf(secret, job.id, subject);
      const existing = await findRecord(id);
      if (existing) return { id, expiresAt: existing.expiresAt };

      const result = await jobs.openResult(job.id);
      const expiresAt = new Date(clock.now() + shareTtlSeconds * 1_000).toISOString();
      const fileName = resultFileName(job.fileName, job.kind);
      await write(id, job.id, result, { version: 1, jobId: job.id, fileName, kind: job.kind, expiresAt });
      return { id, expiresAt };
    },
    async open(id, signal) {
      if (!jobIdSchema.safeParse(id).success) return null;
      const share = await findRecord(id);
      if (!share) return null;
      const file = await fromBackend(() => objects.find(shareKeys.file(id), signal ? { signal } : {}));
      return file && { file, fileName: share.fileName };
    },
    async endAllOf(jobId) {
      if (!jobIdSchema.safeParse(jobId).success) return 0;
      const prefix = shareKeys.ofJob(jobId);
      const ids: string[] = [];
      await fromBackend(async () => {
        for await (const { key } of objects.list(prefix)) ids.push(key.slice(prefix.length));
      });
      for (const id of ids) await remove(id, jobId);
      return ids.length;
    },
  };
}

/** 128 bits like a job id, the same for the same job and person. */
function shareIdOf(secret: string, jobId: string, subject: string): string {
  const mac = createHmac('sha256', secret).update(`share ${jobId} ${subject}`);
  return mac.digest().subarray(0, 16).toString('base64url');
}
