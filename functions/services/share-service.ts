import { z } from 'zod';
import { FILE_KINDS } from '#engine/index.ts';
import { systemClock, type Clock } from '#platform/clock.ts';
import { jobIdSchema } from '#platform/contracts/job.ts';
import { createJobId, isFinal } from '#platform/job-records.ts';
import type { ObjectStore, StoredObject } from '#platform/ports/object-store.ts';
import { ApiError, fromBackend } from './api-error.ts';
import { resultFileName } from './file-name.ts';
import type { JobService } from './job-service.ts';

const shareSchema = z.object({
  version: z.literal(1),
  fileName: z.string(),
  kind: z.enum(FILE_KINDS),
  expiresAt: z.iso.datetime(),
});

/** Share ids are made like job ids: 128 random bits. Both objects go by the rule of their prefix. */
const shareKeys = {
  file: (id: string) => `shares/${id}`,
  record: (id: string) => `shares/${id}.json`,
} as const;

export interface ShareServiceOptions {
  readonly objects: ObjectStore;
  readonly jobs: JobService;
  readonly shareTtlSeconds: number;
  readonly clock?: Clock;
}

/** Keeps results longer than their jobs, under addresses that nobody can guess. */
export class ShareService {
  readonly #options: ShareServiceOptions;
  readonly #clock: Clock;

  constructor(options: ShareServiceOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /**
   * Copies the result of a job. When it throws, nothing is left.
   * @throws ApiError "invalid-request" when that is no job id, "expired" when there is no such result (any more)
   */
  async create(jobId: unknown): Promise<{ id: string; expiresAt: string }> {
    const { objects, jobs, shareTtlSeconds } = this.#options;
    const parsed = jobIdSchema.safeParse(jobId);
    if (!parsed.success)
      throw new ApiError('invalid-request', { message: 'Which job? Send its id as "jobId".' });
    const job = await jobs.find(parsed.data);
    if (!job || !isFinal(job.status) || job.status !== 'completed') throw new ApiError('expired');
    const { body, contentType } = await jobs.openResult(job.id);

    const id = createJobId();
    const expiresAt = new Date(this.#clock.now() + shareTtlSeconds * 1_000).toISOString();
    const share = { version: 1, fileName: resultFileName(job.fileName, job.kind), kind: job.kind, expiresAt };
    await fromBackend(() => objects.put(shareKeys.file(id), body, { contentType }));
    try {
      const record = new TextEncoder().encode(JSON.stringify(share));
      await fromBackend(() => objects.put(shareKeys.record(id), record, { contentType: 'application/json' }));
    } catch (error) {
      await this.#delete(id);
      throw error;
    }
    return { id, expiresAt };
  }

  /** The shared file and its name, or null when there is none or its time is over (then it is deleted). */
  async open(id: string, signal?: AbortSignal): Promise<{ file: StoredObject; fileName: string } | null> {
    const { objects } = this.#options;
    if (!jobIdSchema.safeParse(id).success) return null;
    const stored = await fromBackend(() => objects.find(shareKeys.record(id)));
    if (!stored) return null;
    const chunks: Uint8Array[] = [];
    for await (const chunk of stored.body) chunks.push(chunk);
    const share = shareSchema.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
    if (this.#clock.now() >= Date.parse(share.expiresAt)) {
      await this.#delete(id);
      return null;
    }
    const file = await fromBackend(() => objects.find(shareKeys.file(id), signal ? { signal } : {}));
    return file && { file, fileName: share.fileName };
  }

  async #delete(id: string): Promise<void> {
    await fromBackend(() => this.#options.objects.delete([shareKeys.file(id), shareKeys.record(id)]));
  }
}
