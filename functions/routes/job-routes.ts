import express, { type Request, type Response, type Router } from 'express';
import type { JobAnswer } from '#platform/contracts/api/answers.ts';
import { jobOptionsOf } from '#platform/contracts/job-options.ts';
import type { JobRecord } from '#platform/contracts/job.ts';
import { isFinal } from '#platform/job-records.ts';
import { disconnectSignal } from '../http/disconnect-signal.ts';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import { sendDownload } from '../http/send-download.ts';
import { ApiError } from '../services/api-error.ts';
import { resultFileName } from '../services/file-name.ts';
import type { OpenJobState } from '../services/job-progress.ts';
import { failureOf, type JobService } from '../services/job-service.ts';
import type { ShareService } from '../services/share-service.ts';
import { setResultHeaders } from './result-headers.ts';

/** How often a client may ask for a job that still runs. */
const ASK_AGAIN_SECONDS = 1;

/** What is known about a job, its result, and how to end it. */
export function jobRoutes(jobs: JobService, shares: Pick<ShareService, 'endAllOf'>): Router {
  const router = express.Router();
  router
    .route('/api/jobs/:id')
    .get(async (request, response) => {
      const record = await existingJob(jobs, request);
      if (!isFinal(record.status)) response.setHeader('Retry-After', ASK_AGAIN_SECONDS);
      await sendJob(response, jobs, record);
    })
    .delete(async (request, response) => {
      const jobId = String(request.params.id ?? '');
      const isThere = await jobs.has(jobId);
      if (isThere) await jobs.cancel(jobId);
      // Shares outlive their job. After it, so that no share can be made in between.
      const ended = await shares.endAllOf(jobId);
      if (!isThere && ended === 0) throw noSuchJob();
      response.status(204).end();
    })
    .all(methodNotAllowed('GET, DELETE'));
  router
    .route('/api/jobs/:id/result')
    .get(async (request, response) => {
      const record = await existingJob(jobs, request);
      if (!isFinal(record.status)) {
        response.setHeader('Retry-After', ASK_AGAIN_SECONDS);
        throw new ApiError('not-found', { message: 'This job is not done yet. Please ask again.' });
      }
      if (record.status !== 'completed') throw failureOf(record);
      await sendResult(request, response, jobs, record);
    })
    .all(methodNotAllowed('GET'));
  return router;
}

/** Answers with a job in JSON. */
export async function sendJob(response: Response, jobs: JobService, record: JobRecord): Promise<void> {
  const answer = await jobAnswer(jobs, record);
  response.setHeader('Cache-Control', 'no-store');
  response.json(answer);
}

/** A job as clients see it. */
export async function jobAnswer(jobs: JobService, record: JobRecord): Promise<JobAnswer> {
  const expiresAt = jobs.expiresAt(record);
  return {
    id: record.id,
    status: record.status,
    ...(isFinal(record.status) ? {} : progressInfo(await jobs.stateOf(record))),
    kind: record.kind,
    ...jobOptionsOf(record),
    sourceBytes: record.sourceBytes,
    outputBytes: record.outputBytes,
    createdAt: record.createdAt,
    finishedAt: record.finishedAt,
    expiresAt: Number.isFinite(expiresAt) ? new Date(expiresAt).toISOString() : undefined,
    report: record.report,
    ...(record.status === 'failed' ? failureInfo(record) : {}),
    result: record.status === 'completed' ? `/api/jobs/${record.id}/result` : undefined,
  };
}

/** Streams the result of a completed job. */
export async function sendResult(
  request: Request,
  response: Response,
  jobs: JobService,
  record: JobRecord,
): Promise<void> {
  const stored = await jobs.openResult(record.id, disconnectSignal(response));
  response.setHeader('X-Compressed-Size', stored.bytes);
  setResultHeaders(response, record);
  await sendDownload(request, response, stored, resultFileName(record.fileName, record.kind), record.id);
}

function progressInfo({
  place,
  progress,
  secondsLeft,
}: OpenJobState): Pick<JobAnswer, 'place' | 'progress' | 'secondsLeft'> {
  return { place, progress, secondsLeft };
}

function failureInfo(record: JobRecord): Pick<JobAnswer, 'error' | 'code'> {
  const { message, code } = failureOf(record);
  return { error: message, code };
}

/** The job that a path names. @throws ApiError "expired" */
export async function existingJob(jobs: JobService, request: Request): Promise<JobRecord> {
  const record = await jobs.find(String(request.params.id ?? ''));
  if (!record) throw noSuchJob();
  return record;
}

function noSuchJob(): ApiError {
  return new ApiError('expired', { message: 'There is no such job, or it has expired.' });
}
