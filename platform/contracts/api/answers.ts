import { z } from 'zod';
import { INPUT_KINDS, RESULT_KINDS } from '#engine/index.ts';
import { API_ERRORS, type ApiErrorCode } from '../api-errors.ts';
import {
  DELIVERY_STATES,
  DELIVERY_TYPES,
  deliveryIdSchema,
  toldAttemptSchema,
  WEBHOOK_EVENTS,
} from '../deliveries.ts';
import { jobOptionsSchema } from '../job-options.ts';
import { anyJobIdSchema, JOB_STATUSES, jobIdSchema, publicJobIdSchema } from '../job.ts';
import { compressionReportSchema } from './report.ts';
import { API_SCOPES } from './scopes.ts';

/** Every answer in JSON. The routes answer with these types; what is sent is checked against them by the tests. */

const errorCode = z.enum(Object.keys(API_ERRORS) as [ApiErrorCode, ...ApiErrorCode[]]);
const time = z.iso.datetime();
const bytes = z.number().int().nonnegative();
const deliveryState = z.enum(DELIVERY_STATES);

export const errorAnswerSchema = z
  .object({
    error: z.string().meta({ description: 'For people.' }),
    code: errorCode.meta({ description: 'For programs; stable.' }),
    requestId: z
      .string()
      .meta({ description: 'To be named when a problem is reported; also in X-Request-Id.' }),
  })
  .meta({ id: 'Error', description: 'Body of every error.' });

/** How far a job is that has not ended. */
const progressFields = {
  place: z.number().int().nonnegative().optional().meta({
    description: 'Jobs ahead of it in line, 0 for the next one. Where the queue tells it, while it waits.',
  }),
  progress: z.number().min(0).max(1).meta({ description: 'How much is done; never goes back.' }),
  secondsLeft: z.number().int().positive().optional().meta({
    description: 'At the rate so far. Missing as long as there is none.',
  }),
};

export const jobProgressSchema = z
  .object({ status: z.enum(['queued', 'running']), ...progressFields })
  .meta({ id: 'JobProgress', description: 'Data of the event "progress".', unusedIO: 'output' });
export type JobProgressAnswer = z.output<typeof jobProgressSchema>;

export const batchProgressSchema = jobProgressSchema
  .extend({ jobId: jobIdSchema })
  .meta({ id: 'BatchProgress', description: 'Data of the event "progress" of a batch.' });
export type BatchProgressAnswer = z.output<typeof batchProgressSchema>;

export const jobAnswerSchema = z
  .object({
    id: anyJobIdSchema.meta({
      description:
        'Anyone who has it can read the job: keep it to yourself. In a webhook it is the public id.',
    }),
    publicId: publicJobIdSchema.meta({
      description: 'The id that others see, such as receivers of webhooks; it gives no access.',
    }),
    status: z.enum(JOB_STATUSES),
    kind: z.enum(INPUT_KINDS),
    ...jobOptionsSchema.shape,
    sourceBytes: bytes.meta({ description: 'Size of the upload.' }),
    outputBytes: bytes.optional().meta({ description: 'Size of the result, once there is one.' }),
    ...progressFields,
    progress: progressFields.progress.optional().meta({
      description: 'How much is done, until the job has ended; never goes back.',
    }),
    createdAt: time,
    finishedAt: time.optional(),
    expiresAt: time.optional().meta({ description: 'When result and job are deleted.' }),
    report: compressionReportSchema.optional(),
    error: z.string().optional().meta({ description: 'Why it failed, for people.' }),
    code: errorCode.optional().meta({ description: 'Why it failed, for programs.' }),
    result: z.string().optional().meta({
      description:
        'Path of the result, once there is one; in a webhook only for an account, whose key opens it.',
    }),
    delivery: z
      .object({ webhook: deliveryState.optional(), result: deliveryState.optional() })
      .optional()
      .meta({ description: 'What became of what was to be delivered, where something was.' }),
  })
  .meta({ id: 'Job', description: 'A file and what became of it.' });
export type JobAnswer = z.output<typeof jobAnswerSchema>;

export const deliveryAnswerSchema = z
  .object({
    jobId: jobIdSchema,
    id: deliveryIdSchema.meta({ description: 'Its name among the deliveries of the job.' }),
    type: z.enum(DELIVERY_TYPES),
    event: z.enum(WEBHOOK_EVENTS).optional().meta({ description: 'What a webhook tells.' }),
    messageId: z.string().optional().meta({ description: 'The webhook-id of a webhook.' }),
    receiver: z
      .string()
      .meta({ description: 'The receiver without path and query, which may hold secrets.' }),
    state: deliveryState,
    createdAt: time,
    nextAttemptAt: time.optional().meta({ description: 'While it is pending, to the minute.' }),
    attempts: z.array(toldAttemptSchema),
  })
  .meta({
    id: 'Delivery',
    description: 'A webhook, or a result that is sent by PUT, with the log of its attempts.',
  });
export type DeliveryAnswer = z.output<typeof deliveryAnswerSchema>;

export const deliveryListAnswerSchema = z.object({ deliveries: z.array(deliveryAnswerSchema) }).meta({
  id: 'DeliveryList',
  description: 'The deliveries of a job, in the order in which they were made.',
});
export type DeliveryListAnswer = z.output<typeof deliveryListAnswerSchema>;

export const deliveryPageAnswerSchema = z
  .object({
    deliveries: z.array(deliveryAnswerSchema),
    next: z.string().optional().meta({ description: 'Where there are older ones: the value of "before".' }),
  })
  .meta({ id: 'DeliveryPage', description: 'Deliveries of the account, newest first.' });
export type DeliveryPageAnswer = z.output<typeof deliveryPageAnswerSchema>;

export const webhookSecretsAnswerSchema = z
  .object({ secrets: z.array(z.string()).meta({ description: 'All of them sign; the first one stays.' }) })
  .meta({ id: 'WebhookSecrets', description: 'What the webhooks of this account are signed with.' });
export type WebhookSecretsAnswer = z.output<typeof webhookSecretsAnswerSchema>;

export const batchAnswerSchema = z
  .object({
    id: jobIdSchema,
    status: z.enum(['running', 'completed']).meta({
      description: 'completed when no job is open, whatever came of them.',
    }),
    progress: progressFields.progress
      .optional()
      .meta({ description: 'Of all files, until the last has ended.' }),
    createdAt: time,
    fileCount: bytes.meta({ description: 'Files of the batch.' }),
    completedCount: bytes.meta({ description: 'Files that were compressed, and have not expired.' }),
    failedCount: bytes.meta({ description: 'Files that could not be compressed.' }),
    jobs: z.array(jobAnswerSchema).meta({
      description: 'The jobs in the order of the form, without those that were cancelled or have expired.',
    }),
  })
  .meta({ id: 'Batch', description: 'Files that were sent together, and the job of each.' });
export type BatchAnswer = z.output<typeof batchAnswerSchema>;

/** The report inside the zip of a batch. */
export const batchReportSchema = z
  .object({
    files: z.array(
      z.object({
        name: z.string().meta({ description: 'As it was sent.' }),
        kind: z.enum(INPUT_KINDS),
        sourceBytes: bytes,
        result: z.string().optional().meta({ description: 'Its name in the zip.' }),
        outputBytes: bytes.optional(),
        jobId: jobIdSchema.optional(),
        report: compressionReportSchema.optional(),
        error: z.string().optional(),
        code: errorCode.optional(),
      }),
    ),
  })
  .meta({ id: 'BatchReport', description: 'featherpress-report.json in the zip of a batch.' });
export type BatchReport = z.output<typeof batchReportSchema>;

export const pendingUploadSchema = z
  .object({
    jobId: jobIdSchema,
    method: z.literal('PUT'),
    url: z.string().meta({ description: 'Where to send the file.' }),
    headers: z.record(z.string(), z.string()).meta({ description: 'To be sent with it.' }),
    uploadToken: z.string().meta({ description: 'Completes the upload.' }),
    expiresAt: time,
  })
  .meta({ id: 'PendingUpload', description: 'Where and how to send a file directly.' });
export type PendingUploadAnswer = z.output<typeof pendingUploadSchema>;

export const tokenAnswerSchema = z
  .object({ token: z.string().meta({ description: 'Valid for seven days.' }) })
  .meta({ id: 'Token', description: 'A session.' });
export type TokenAnswer = z.output<typeof tokenAnswerSchema>;

export const profileAnswerSchema = z
  .object({ user: z.object({ name: z.string(), picture: z.string(), email: z.string() }) })
  .meta({ id: 'Profile', description: 'Who is signed in.' });
export type ProfileAnswer = z.output<typeof profileAnswerSchema>;

export const shareAnswerSchema = z
  .object({ id: jobIdSchema, url: z.string(), expiresAt: time })
  .meta({ id: 'Share', description: 'Anyone who has the address can download the file.' });
export type ShareAnswer = z.output<typeof shareAnswerSchema>;

export const shareListSchema = z
  .object({
    shares: z.array(
      z.object({
        id: jobIdSchema,
        url: z.string(),
        fileName: z.string().meta({ description: 'Name of the download.' }),
        kind: z.enum(RESULT_KINDS).meta({ description: 'zip holds several results.' }),
        files: bytes.meta({ description: 'How many results it holds.' }),
        bytes,
        createdAt: time,
        expiresAt: time,
        sharedBy: z.string().optional().meta({ description: 'Name that those see who open it.' }),
        downloads: bytes.meta({ description: 'How often the file was fetched from its beginning.' }),
      }),
    ),
  })
  .meta({ id: 'ShareList', description: 'Links of the account, newest first.' });
export type ShareListAnswer = z.output<typeof shareListSchema>;

const keyAnswerSchema = z
  .object({
    id: z.string().meta({ description: 'Public.' }),
    name: z.string(),
    prefix: z.string().meta({ description: 'How the key begins.' }),
    scopes: z.array(z.enum(API_SCOPES)),
    filesPerDay: bytes.optional().meta({ description: 'Its own quota, where it has one.' }),
    filesToday: bytes,
    createdAt: time,
    expiresAt: time.optional(),
    lastUsedAt: time.optional().meta({ description: 'To the minute; missing for never.' }),
  })
  .meta({ id: 'Key', description: 'A key, without its secret part.' });
export type KeyAnswer = z.output<typeof keyAnswerSchema>;

export const keyListSchema = z
  .object({ keys: z.array(keyAnswerSchema) })
  .meta({ id: 'KeyList', description: 'The keys of the account.' });
export type KeyListAnswer = z.output<typeof keyListSchema>;

export const newKeySchema = keyAnswerSchema
  .extend({
    key: z.string().meta({ description: 'The key itself. It is shown this once and not stored.' }),
  })
  .meta({ id: 'NewKey', description: 'A key, and the key itself.' });
export type NewKeyAnswer = z.output<typeof newKeySchema>;

const filesPerDay = bytes.nullable().meta({ description: 'The quota; null means any number.' });
export const usageSchema = z
  .object({
    month: z.string().meta({ description: 'In UTC, such as 2026-11.' }),
    files: bytes.meta({ description: 'Files compressed this month.' }),
    sourceBytes: bytes,
    savedBytes: bytes,
    today: z.object({ files: bytes, filesPerDay, endsAt: time }).meta({ description: 'The day of UTC.' }),
    key: z
      .object({ files: bytes, filesPerDay })
      .optional()
      .meta({ description: 'Files of the key that asks, today, and its quota.' }),
  })
  .meta({ id: 'Usage', description: 'What the account has used.' });
export type UsageAnswer = z.output<typeof usageSchema>;

export const statsAnswerSchema = z
  .object({ compressedCount: bytes })
  .meta({ id: 'Stats', description: 'The count.' });
export type StatsAnswer = z.output<typeof statsAnswerSchema>;
