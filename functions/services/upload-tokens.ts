import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { FILE_KINDS, KIND_INFO, PRESETS, SNIFF_BYTES } from '#engine/index.ts';
import { jobIdSchema, jobKeys, type JobRecord } from '#platform/contracts/job.ts';
import { createJobId } from '#platform/job-records.ts';
import type { ObjectStore } from '#platform/ports/object-store.ts';
import { ApiError, fromBackend } from './api-error.ts';
import { cleanFileName } from './file-name.ts';
import { parseJobOptions } from './job-options.ts';
import type { JobService } from './job-service.ts';
import { kindOf, promisedKind } from './upload-check.ts';

const TICKET_SECONDS = 3_600;
const AUDIENCE = 'featherpress-upload';

const wishSchema = z.object({
  fileName: z.string().min(1).max(1_000),
  type: z.string().max(200).optional(),
  bytes: z.number().int().positive(),
  preset: z.string().max(40).optional(),
  target: z.string().max(40).optional(),
});

const ticketSchema = z.object({
  jobId: jobIdSchema,
  fileName: z.string(),
  kind: z.enum(FILE_KINDS),
  bytes: z.number(),
  preset: z.enum(PRESETS),
  targetBytes: z.number().optional(),
});

/** Where and how a client sends its file, and what it shows when that is done. */
export interface UploadOffer {
  readonly jobId: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly ticket: string;
  readonly expiresAt: string;
}

export interface UploadTicketsOptions {
  readonly objects: ObjectStore;
  readonly jobs: JobService;
  readonly secret: string;
  readonly maxFileBytes: number;
}

/** Uploads that go straight to the object store. The ticket holds all that is known, so nothing is kept here. */
export class UploadTickets {
  readonly #options: UploadTicketsOptions;
  readonly #key: Uint8Array;

  constructor(options: UploadTicketsOptions) {
    this.#options = options;
    this.#key = new TextEncoder().encode(options.secret);
  }

  /** @throws ApiError of the upload rules, or "not-found" where the store takes no uploads of its own */
  async offer(input: unknown): Promise<UploadOffer> {
    const { objects, maxFileBytes } = this.#options;
    const wish = wishSchema.safeParse(input);
    if (!wish.success) {
      throw new ApiError('invalid-request', { message: 'Send at least "fileName" and "bytes" of the file.' });
    }
    const { bytes, type = '', preset, target } = wish.data;
    const fileName = cleanFileName(wish.data.fileName);
    const kind = promisedKind({ fileName, mimeType: type });
    if (!kind) throw new ApiError('unsupported-type');
    if (bytes > maxFileBytes) throw new ApiError('too-large');
    const options = parseJobOptions({ preset, target });

    const jobId = createJobId();
    const contentType = KIND_INFO[kind].mimeTypes[0];
    const wanted = { contentType, bytes, expiresInSeconds: TICKET_SECONDS };
    const url = await fromBackend(() => objects.presignPut(jobKeys.upload(jobId), wanted));
    if (url === null) {
      throw new ApiError('not-found', {
        message: 'This server takes files by POST /api/compress only; it has no store to upload to directly.',
      });
    }
    const expires = Math.floor(Date.now() / 1_000) + TICKET_SECONDS;
    const ticket = await new SignJWT({ jobId, fileName, kind, bytes, ...options })
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience(AUDIENCE)
      .setExpirationTime(expires)
      .sign(this.#key);
    const expiresAt = new Date(expires * 1_000).toISOString();
    return {
      jobId,
      url,
      headers: { 'Content-Type': contentType, 'Content-Length': String(bytes) },
      ticket,
      expiresAt,
    };
  }

  /**
   * Makes a job of a file that was sent.
   * @throws ApiError "invalid-request" (ticket not ours, too old, used, or no file there), or of the upload rules
   */
  async redeem(ticket: unknown): Promise<JobRecord> {
    const { objects, jobs } = this.#options;
    const { jobId, fileName, kind, bytes, preset, targetBytes } = await this.#read(ticket);
    if (await jobs.find(jobId))
      throw new ApiError('invalid-request', { message: 'This upload has begun its work.' });
    const stored = await fromBackend(() => objects.find(jobKeys.upload(jobId)));
    if (!stored) throw new ApiError('invalid-request', { message: 'The file has not been uploaded yet.' });
    try {
      const head = await firstBytes(stored.body);
      if (stored.bytes !== bytes)
        throw new ApiError('invalid-request', { message: 'The file is not whole.' });
      if (kindOf(head) !== kind) throw new ApiError('mislabelled');
    } catch (error) {
      await jobs.discard(jobId);
      throw error;
    }
    return jobs.start({ jobId, fileName, kind, bytes }, { preset, targetBytes });
  }

  async #read(ticket: unknown): Promise<z.infer<typeof ticketSchema>> {
    try {
      const { payload } = await jwtVerify(String(ticket), this.#key, {
        algorithms: ['HS256'],
        audience: AUDIENCE,
      });
      return ticketSchema.parse(payload);
    } catch {
      throw new ApiError('invalid-request', { message: 'This upload ticket is not valid or too old.' });
    }
  }
}

async function firstBytes(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= SNIFF_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, SNIFF_BYTES);
}
