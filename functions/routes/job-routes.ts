import express, { type Request, type Response, type Router } from 'express';
import type { JobAnswer } from '#platform/contracts/api/answers.ts';
import { jobAnswerOf } from '#platform/contracts/api/job-answer.ts';
import { resultKindOf, type JobRecord } from '#platform/contracts/job.ts';
import { isFinal } from '#platform/job-records.ts';
import { publicJobIdOf } from '#platform/public-job-id.ts';
import { disconnectSignal } from '../http/disconnect-signal.ts';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import { sendDownload } from '../http/send-download.ts';
import { clientIdentityOf } from '../limits/client-identity.ts';
import { ApiError } from '../services/api-error.ts';
import type { DeliveryService } from '../services/deliveries/delivery-service.ts';
import { resultFileName } from '../services/uploads/file-name.ts';
import { noSuchJob, type JobAccess } from '../services/holdings/job-access.ts';
import type { OpenJobState } from '../services/jobs/job-progress.ts';
import { failureOf, type JobService } from '../services/jobs/job-service.ts';
import type { ShareService } from '../services/shares/share-service.ts';
import { setResultHeaders } from './result-headers.ts';

/** Clients are asked to wait a fifth of what they have waited, so that the clients of a long line do not ask all the time. */
const ASK_AGAIN_SECONDS = { share: 0.2, least: 1, most: 10 };

/** What is known about a job, its result, and how to end it. */
export function jobRoutes({
  jobs,
  access,
  shares,
  deliveries,
}: {
  readonly jobs: JobService;
  readonly access: Pick<JobAccess, 'checkOwner'>;
  readonly shares: Pick<ShareService, 'endAllOf'>;
  readonly deliveries: Pick<DeliveryService, 'statesOf' | 'deleteAllOf'>;
}): Router {
  const router = express.Router();
  router
    .route('/api/jobs/:id')
    .get(async (request, response) => {
      const record = await existingJob(jobs, request, { mayLag: true });
      if (!isFinal(record.status)) response.setHeader('Retry-After', askAgainSeconds(record));
      await sendJob(response, jobs, record, await deliveries.statesOf(record));
    })
    .delete(async (request, response) => {
      const jobId = String(request.params.id ?? '');
      const { accountId } = clientIdentityOf(request);
      await access.checkOwner(jobId, accountId);
      const isThere = await jobs.has(jobId);
      if (isThere) await jobs.cancel(jobId);
      // Shares and deliveries outlive their job. After it, so that no share can be made in between.
      const ended = await shares.endAllOf(jobId, accountId);
      const undelivered = await deliveries.deleteAllOf(jobId);
      if (!isThere && ended + undelivered === 0) throw noSuchJob();
      response.status(204).end();
    })
    .all(methodNotAllowed('GET, HEAD, DELETE'));
  router
    .route('/api/jobs/:id/result')
    .get(async (request, response) => {
      const record = await existingJob(jobs, request);
      if (!isFinal(record.status)) {
        response.setHeader('Retry-After', askAgainSeconds(record));
        throw new ApiError('not-found', { message: 'This job is not done yet. Please ask again.' });
      }
      if (record.status !== 'completed') throw failureOf(record);
      await sendResult(request, response, jobs, record);
    })
    .all(methodNotAllowed('GET, HEAD'));
  return router;
}

/** Answers with a job in JSON. */
export async function sendJob(
  response: Response,
  jobs: JobService,
  record: JobRecord,
  delivery?: JobAnswer['delivery'],
): Promise<void> {
  const answer = await jobAnswer(jobs, record);
  response.setHeader('Cache-Control', 'no-store');
  response.json({ ...answer, delivery } satisfies JobAnswer);
}

/** A job as clients see it. */
export async function jobAnswer(jobs: JobService, record: JobRecord): Promise<JobAnswer> {
  const answer = jobAnswerOf(record, publicJobIdOf(record.id), jobs.expiresAt(record));
  if (isFinal(record.status)) return answer;
  const state = await jobs.stateOf(record);
  // That an engine has it is heard; the record is spared that.
  return { ...answer, status: state.status === 'running' ? 'running' : 'queued', ...progressInfo(state) };
}

function askAgainSeconds({ createdAt }: JobRecord): number {
  const { share, least, most } = ASK_AGAIN_SECONDS;
  const seconds = Math.round((share * (Date.now() - Date.parse(createdAt))) / 1_000);
  return Math.min(most, Math.max(least, seconds));
}

/** Streams the result of a completed job. */
export async function sendResult(
  request: Request,
  response: Response,
  jobs: JobService,
  record: JobRecord,
): Promise<void> {
  const signal = disconnectSignal(response);
  const stored = await jobs.openResult(record.id, signal);
  response.setHeader('X-Compressed-Size', stored.bytes);
  setResultHeaders(response, record);
  // A part says nothing of the rest, a look takes nothing, and what others have its owner need not have.
  const isOwner = clientIdentityOf(request).key === record.client;
  response.once('finish', () => {
    if (isOwner && request.method !== 'HEAD' && response.statusCode === 200) void jobs.noteFetched(record);
  });
  await sendDownload(request, response, stored, resultFileName(record.fileName, resultKindOf(record)), {
    tag: record.id,
    from: (start) => jobs.openResult(record.id, signal, start),
  });
}

function progressInfo({
  place,
  progress,
  secondsLeft,
}: OpenJobState): Pick<JobAnswer, 'place' | 'progress' | 'secondsLeft'> {
  return { place, progress, secondsLeft };
}

/**
 * The job that a path names.
 * @param options see recent-records.ts
 * @throws ApiError "expired"
 */
export async function existingJob(
  jobs: JobService,
  request: Request,
  options?: { readonly mayLag: boolean },
): Promise<JobRecord> {
  const record = await jobs.find(String(request.params.id ?? ''), options);
  if (!record) throw noSuchJob();
  return record;
}
