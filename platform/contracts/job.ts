import { z } from 'zod';
import { INPUT_KINDS, type CompressionReport, type ResultKind } from '#engine/index.ts';
import { deliveryTargetsSchema } from './delivery-targets.ts';
import { JOB_FAILURE_CODES } from './job-failure-codes.ts';
import { jobOptionsSchema } from './job-options.ts';
import { PUBLIC_JOB_ID } from './public-job-id-form.ts';

/** Job ids are made by us: 128 random bits, URL-safe. They are the root of every object key of the job. */
export const jobIdSchema = z.string().regex(/^[A-Za-z0-9_-]{22}$/);

export const publicJobIdSchema = z.string().regex(PUBLIC_JOB_ID);
/** A job as clients name it: either of both. */
export const anyJobIdSchema = z.string().regex(/^(job_)?[A-Za-z0-9_-]{22}$/);

export const JOB_STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/**
 * Version of messages and records. A new one only adds fields, so that during a deployment the version before reads
 * them too; what it does not know it keeps when it writes a record again.
 */
const versionSchema = z.number().int().positive();

/** The client of a job, as a keyed hash of account or address: tells clients apart without naming them. */
export const clientKeySchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

/** A fact that helps to order messages. One that is missing or of another form must not make the message unreadable. */
const hint = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

/** What a job goes back to: the request that sent it, and its trace by W3C Trace Context. For logs and traces only. */
const jobOriginSchema = z.object({
  requestId: z.string().max(64).optional(),
  traceparent: z.string().max(128).optional(),
  tracestate: z.string().max(512).optional(),
});
export type JobOrigin = z.infer<typeof jobOriginSchema>;

/**
 * The message on the queue: small, versioned, no file name. The record holds the rest. All but the first two are missing
 * in messages of the version before.
 */
const jobMessageSchema = z.object({
  version: versionSchema,
  jobId: jobIdSchema,
  client: hint(clientKeySchema),
  /** Who of the client sent it, so that people behind one address take turns. */
  session: hint(clientKeySchema),
  bytes: hint(z.number().int().nonnegative()),
  /** CPU seconds that it is expected to take, see expected-work.ts. */
  workSeconds: hint(z.number().nonnegative()),
  /** CPU seconds of the small work that its client had open when it was sent. */
  workAheadSeconds: hint(z.number().nonnegative()),
  origin: hint(jobOriginSchema),
});
export type JobMessage = z.infer<typeof jobMessageSchema>;

/** The message of what came off a queue, or null when it is not one. */
export function parseJobMessage(body: unknown): JobMessage | null {
  const result = jobMessageSchema.safeParse(body);
  return result.success ? result.data : null;
}

/** The truth about a job. Read and written by job-records.ts, stored as JSON under {@link jobKeys}; times are ISO 8601 in UTC. */
export const jobRecordSchema = z.object({
  version: versionSchema,
  id: jobIdSchema,
  status: z.enum(JOB_STATUSES),
  kind: z.enum(INPUT_KINDS),
  /** Label for people and Content-Disposition, never part of a path. Empty once the job has ended without a result. */
  fileName: z.string().max(255),
  sourceBytes: z.number().int().nonnegative(),
  ...jobOptionsSchema.shape,
  /** Made on a device and counted there: not in the public count. Missing otherwise. */
  isCounted: z.boolean().optional(),
  /** Missing where the client asks for itself. */
  deliver: deliveryTargetsSchema.optional(),
  /** Engine runs begun that gave no answer; those that an orderly stop interrupted are taken back. Missing means 0. */
  attempts: z.number().int().nonnegative().optional(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().optional(),
  /** When result and record may be deleted. */
  expiresAt: z.iso.datetime().optional(),
  outputBytes: z.number().int().nonnegative().optional(),
  report: z.custom<CompressionReport>((value) => typeof value === 'object' && value !== null).optional(),
  failure: z.object({ code: z.enum(JOB_FAILURE_CODES), message: z.string() }).optional(),
  /** Who holds its bytes, see ports/holdings.ts; missing in records of the version before. */
  client: hint(clientKeySchema),
  /** Whose counts it adds to, see account-usage.ts; missing for a job without an account. */
  accountId: z.string().optional(),
  /** Random mark of the call that made the record: tells a repeated write from one that came second. */
  createdBy: z.string().optional(),
  /** Random mark of the call that ended the job: tells a repeated write from a lost race. */
  endedBy: z.string().optional(),
});
export type JobRecord = z.infer<typeof jobRecordSchema>;

/** The kind of a job's result: that of the file, but for another format that was asked for. */
export function resultKindOf({ kind, report }: Pick<JobRecord, 'kind' | 'report'>): ResultKind {
  return report?.output?.kind ?? kind;
}

/**
 * A record out of the store: as this version writes it, with the names of the version before it, or with fields that a
 * newer version has added, which are kept.
 */
export const storedJobRecordSchema = z.preprocess(withCurrentNames, jobRecordSchema.loose());

/** Versions run side by side during an upgrade, and records outlive the process that wrote them. */
function withCurrentNames(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null || !('resultBytes' in stored)) return stored;
  const { resultBytes, ...rest } = stored;
  return { outputBytes: resultBytes, ...rest };
}

/** Object key of a batch: which jobs were sent together. */
export function batchKey(id: string): string {
  return `batches/${id}.json`;
}

/** Object keys of a job. Uploads, results and records live under prefixes of their own so that each can expire by rule. */
export const jobKeys = {
  upload: (id: string) => `uploads/${id}`,
  result: (id: string) => `results/${id}`,
  /** The record while the job is open. */
  record: (id: string) => `jobs/${id}.json`,
  /** The record of a job that has ended; written once and never changed. */
  outcome: (id: string) => `outcomes/${id}.json`,
  /** An empty object: a direct upload of this id was completed. */
  completion: (id: string) => `completions/${id}`,
} as const;
