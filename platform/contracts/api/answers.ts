import { z } from 'zod';
import { FILE_KINDS } from '#engine/index.ts';
import { API_ERRORS, type ApiErrorCode } from '../api-errors.ts';
import { jobOptionsSchema } from '../job-options.ts';
import { JOB_STATUSES, jobIdSchema } from '../job.ts';
import { compressionReportSchema } from './report.ts';

/** Every answer in JSON. The routes answer with these types; what is sent is checked against them by the tests. */

const errorCode = z.enum(Object.keys(API_ERRORS) as [ApiErrorCode, ...ApiErrorCode[]]);
const time = z.iso.datetime();
const bytes = z.number().int().nonnegative();

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
  .object({ status: z.enum(['queued', 'processing']), ...progressFields })
  .meta({ id: 'JobProgress', description: 'Data of the event "progress".' });
export type JobProgressAnswer = z.output<typeof jobProgressSchema>;

export const jobAnswerSchema = z
  .object({
    id: jobIdSchema,
    status: z.enum(JOB_STATUSES),
    kind: z.enum(FILE_KINDS),
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
    result: z.string().optional().meta({ description: 'Path of the result, once there is one.' }),
  })
  .meta({ id: 'Job', description: 'A file and what became of it.' });
export type JobAnswer = z.output<typeof jobAnswerSchema>;

export const jobListAnswerSchema = z
  .object({ jobs: z.array(jobAnswerSchema) })
  .meta({ id: 'JobList', description: 'The jobs of a batch, in the order of the form.' });
export type JobListAnswer = z.output<typeof jobListAnswerSchema>;

/** The report inside the zip of a batch. */
export const batchReportSchema = z
  .object({
    files: z.array(
      z.object({
        name: z.string().meta({ description: 'As it was sent.' }),
        kind: z.enum(FILE_KINDS),
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
  .meta({ id: 'PendingUpload' });
export type PendingUploadAnswer = z.output<typeof pendingUploadSchema>;

export const tokenAnswerSchema = z
  .object({ token: z.string().meta({ description: 'Valid for seven days.' }) })
  .meta({ id: 'Token' });
export type TokenAnswer = z.output<typeof tokenAnswerSchema>;

export const profileAnswerSchema = z
  .object({ user: z.object({ name: z.string(), picture: z.string(), email: z.string() }) })
  .meta({ id: 'Profile' });
export type ProfileAnswer = z.output<typeof profileAnswerSchema>;

export const shareAnswerSchema = z
  .object({ url: z.string(), expiresAt: time })
  .meta({ id: 'Share', description: 'Whoever has the address may download the file.' });
export type ShareAnswer = z.output<typeof shareAnswerSchema>;

export const statsAnswerSchema = z.object({ compressedCount: bytes }).meta({ id: 'Stats' });
export type StatsAnswer = z.output<typeof statsAnswerSchema>;
