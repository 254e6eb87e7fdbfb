import express, { type Request, type Response, type Router } from 'express';
import type { JobOptions } from '#engine/index.ts';
import type { JobListAnswer } from '#platform/contracts/api/answers.ts';
import { API_ERRORS } from '#platform/contracts/api-errors.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { isFinal } from '#platform/job-records.ts';
import { maxBodyBytes } from '../http/body-length.ts';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import { requestInfoOf } from '../http/request-info.ts';
import { ApiError, isApiError } from '../services/api-error.ts';
import type { AcceptedFile } from '../services/job-intake.ts';
import type { JobService } from '../services/job-service.ts';
import { answerPreference, type AnswerPreference } from './answer-preference.ts';
import { sendBatchZip, type BatchOutcome } from './batch-zip.ts';
import { uploadHandler } from './compress-route.ts';
import { jobAnswer } from './job-routes.ts';
import { receiveForm } from './receive-file.ts';
import type { UploadDependencies } from './upload-dependencies.ts';

/** `POST /api/compress/batch`: up to ten files in, one zip out. */
export function batchRoute(dependencies: UploadDependencies): Router {
  const router = express.Router();
  router
    .route('/api/compress/batch')
    .post(uploadHandler(dependencies, compressBatch))
    .all(methodNotAllowed('POST'));
  return router;
}

async function compressBatch(
  dependencies: UploadDependencies,
  request: Request,
  response: Response,
  signal: AbortSignal,
): Promise<void> {
  const { jobs } = dependencies;
  const preference = answerPreference(request);
  try {
    const { files, options } = await receiveFiles(dependencies, request, response, signal);
    const outcomes = await runAll(dependencies, request, signal, {
      files,
      options,
      waitMs: preference.waitMs,
    });
    // What is over a limit of the client is refused as a whole, as a single file would be.
    const limited = outcomes.find(({ error }) => error?.code === 'rate-limited');
    if (limited) {
      await Promise.allSettled(files.map(({ jobId }) => jobs.cancel(jobId)));
      throw limited.error;
    }
    if (outcomes.some(({ record }) => record && !isFinal(record.status)))
      return await sendAcceptedBatch(response, jobs, outcomes, preference);
    for (const { record } of outcomes)
      dependencies.metrics.jobs.inc({ outcome: record ? 'completed' : 'failed' });
    if (outcomes.every(({ record }) => !record)) throw whyNothing(outcomes);
    await sendBatchZip(response, jobs, outcomes, signal);
  } catch (error) {
    throw isApiError(error) || signal.aborted ? error : new ApiError('batch-failed', { cause: error });
  }
}

function receiveFiles(
  dependencies: UploadDependencies,
  request: Request,
  response: Response,
  signal: AbortSignal,
): Promise<{ files: AcceptedFile[]; options: JobOptions }> {
  return receiveForm(dependencies, request, signal, {
    field: 'files',
    maxFiles: OPERATING_LIMITS.maxFilesPerSelection,
    tooMany: new ApiError('too-many-files'),
    noFile: 'missing-files',
    maxBodyBytes: maxBodyBytes('/api/compress/batch', dependencies.maxFileBytes),
    async onTake(position) {
      // The request itself was counted as its first file.
      if (position > 0) await dependencies.limits.countFile(request, response);
      await dependencies.jobs.checkCapacity(await dependencies.limits.clientOf(request));
    },
  });
}

interface BatchWork {
  readonly files: readonly AcceptedFile[];
  readonly options: JobOptions;
  readonly waitMs: number;
}

/**
 * Runs all files as jobs. They begin when the last one has arrived: an option may follow it, and a selection that is
 * refused costs no work.
 * @throws the signal's reason; all jobs are then cancelled
 */
async function runAll(
  { jobs }: UploadDependencies,
  request: Request,
  signal: AbortSignal,
  { files, options, waitMs }: BatchWork,
): Promise<BatchOutcome[]> {
  const outcomes = await Promise.all(
    files.map((file) =>
      jobs.run(file, options, signal, waitMs).then(
        (record): BatchOutcome => ({ file, record }),
        (error: unknown): BatchOutcome => ({ file, error: asApiError(error, request, signal) }),
      ),
    ),
  );
  if (!signal.aborted) return outcomes;
  // As spec section 5 says: on any error the whole selection is rejected.
  await Promise.allSettled(files.map(({ jobId }) => jobs.cancel(jobId)));
  throw signal.reason;
}

/**
 * Jobs that go on without their client, which asks for each of them.
 * @throws the error of a file that did not become a job
 */
async function sendAcceptedBatch(
  response: Response,
  jobs: JobService,
  outcomes: readonly BatchOutcome[],
  preference: AnswerPreference,
): Promise<void> {
  const records = await Promise.all(
    outcomes.map(async ({ file, record, error }) => {
      const known = record ?? (await jobs.find(file.jobId));
      if (!known) throw error ?? new ApiError('batch-failed');
      return known;
    }),
  );
  response.setHeader('Preference-Applied', preference.applied);
  response.setHeader('Cache-Control', 'no-store');
  const answer: JobListAnswer = {
    jobs: await Promise.all(records.map((record) => jobAnswer(jobs, record))),
  };
  response.status(202).json(answer);
}

function asApiError(error: unknown, request: Request, signal: AbortSignal): ApiError {
  if (isApiError(error)) return error;
  if (!signal.aborted) requestInfoOf(request).logger.error('batch.file-failed', { error });
  return new ApiError('compression-failed');
}

/** When all failed for a reason of ours, that is the answer; the client's files may be fine. */
function whyNothing(outcomes: readonly BatchOutcome[]): ApiError {
  const ours = outcomes.find(({ error }) => error && API_ERRORS[error.code].status >= 500);
  if (ours?.error) return ours.error;
  const reasons = outcomes.map(({ file, error }) => `${file.fileName}: ${error?.message}`);
  return new ApiError('nothing-compressed', {
    message: `None of the files could be compressed. ${reasons.join(' ')}`,
  });
}
