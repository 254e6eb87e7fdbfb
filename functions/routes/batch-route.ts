import express, { type Request, type Response, type Router } from 'express';
import { API_ERRORS } from '#platform/contracts/api-errors.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { maxBodyBytes } from '../http/body-length.ts';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import { requestInfoOf } from '../http/request-info.ts';
import { readUploadForm } from '../http/upload-form.ts';
import { ApiError, isApiError } from '../services/api-error.ts';
import type { JobService } from '../services/job-service.ts';
import { sendBatchZip, type BatchOutcome } from './batch-zip.ts';
import { acceptFormFile, jobOptions, uploadHandler, type UploadDependencies } from './compress-route.ts';

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
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  const runs: Promise<BatchOutcome>[] = [];
  try {
    const outcomes = await receiveAndRun(dependencies, request, response, either, runs);
    // What is over a limit of the client is refused as a whole, as a single file would be.
    const limited = outcomes.find(({ error }) => error?.code === 'rate-limited');
    if (limited) throw limited.error;
    if (outcomes.every(({ record }) => !record)) throw whyNothing(outcomes);
    await sendBatchZip(response, dependencies.jobs, outcomes, signal);
  } catch (error) {
    stop.abort();
    // As spec section 5 says: on any error the whole selection is rejected.
    if (!response.headersSent) await cancelAll(dependencies.jobs, runs);
    throw isApiError(error) || signal.aborted ? error : new ApiError('batch-failed', { cause: error });
  }
}

/** Each file starts to be compressed while the next one still arrives. */
async function receiveAndRun(
  dependencies: UploadDependencies,
  request: Request,
  response: Response,
  signal: AbortSignal,
  runs: Promise<BatchOutcome>[],
): Promise<BatchOutcome[]> {
  let files = 0;
  await readUploadForm(request, {
    field: 'files',
    maxFiles: OPERATING_LIMITS.maxFilesPerSelection,
    tooMany: new ApiError('too-many-files'),
    noFile: 'missing-files',
    maxBodyBytes: maxBodyBytes('/api/compress/batch', dependencies.maxFileBytes),
    async onFile(part, fields) {
      const position = files++;
      const options = jobOptions(request, fields);
      // The request itself was counted as its first file.
      if (position > 0) await dependencies.limits.countFile(request, response);
      await dependencies.jobs.checkCapacity(await dependencies.limits.clientOf(request));
      const file = await acceptFormFile(dependencies, request, part, signal);
      runs.push(
        dependencies.jobs.run(file, options, signal).then(
          (record) => ({ position, file, record }),
          (error: unknown) => ({ position, file, error: asApiError(error, request, signal) }),
        ),
      );
    },
  });
  const outcomes = await Promise.all(runs);
  signal.throwIfAborted();
  for (const { record } of outcomes)
    dependencies.metrics.jobs.inc({ outcome: record ? 'completed' : 'failed' });
  return outcomes.sort((a, b) => a.position - b.position);
}

/** Runs never throw; those that were stopped have cancelled their job, those that were faster lose their result. */
async function cancelAll(jobs: JobService, runs: readonly Promise<BatchOutcome>[]): Promise<void> {
  const outcomes = await Promise.all(runs);
  await Promise.allSettled(outcomes.map(({ file }) => jobs.cancel(file.jobId)));
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
