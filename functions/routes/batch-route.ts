import express, { type Request, type Response, type Router } from 'express';
import type { JobOptions } from '#engine/index.ts';
import { pause, systemClock } from '#platform/clock.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { isFinal } from '#platform/job-records.ts';
import { maxBodyBytes } from '../http/body-length.ts';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import { requestInfoOf } from '../http/request-info.ts';
import { ApiError, isApiError } from '../services/api-error.ts';
import type { BatchRecord } from '../services/batch-records.ts';
import type { AcceptedFile } from '../services/job-intake.ts';
import { answerPreference, type AnswerPreference } from './answer-preference.ts';
import { batchAnswer, batchPath, setBatchHeaders, whyNothing } from './batch-answer.ts';
import { BatchWork, type BatchOutcome } from './batch-work.ts';
import { sendBatchZip } from './batch-zip.ts';
import { uploadHandler } from './compress-route.ts';
import { checkLateOptions, EarlyStart } from './early-start.ts';
import { receiveForm } from './receive-file.ts';
import { queryOf, requestOptions } from './request-options.ts';
import type { UploadDependencies } from './upload-dependencies.ts';

/** A zip whose totals are not known by then begins without them: a proxy would soon give up on a silent answer. */
const TOTALS_WITHIN_MS = 20_000;

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
  const preference = answerPreference(request);
  const patience = new AbortController();
  const work = new BatchWork({
    jobs: dependencies.jobs,
    signal,
    patience: preference.waitMs === Infinity ? undefined : patience.signal,
    asApiError: (error) => asApiError(error, request, signal),
  });
  try {
    const { files, options } = await receiveAndBegin(dependencies, request, response, work, signal);
    const batch = await dependencies.batches.create(files.map(({ jobId }) => jobId));
    const cancelPatience =
      preference.waitMs === Infinity
        ? () => {}
        : systemClock.after(preference.waitMs, () => patience.abort());
    const ended = await untilAnswerable(dependencies, work, preference, signal).finally(cancelPatience);
    if (ended?.some(({ record }) => record && !isFinal(record.status)))
      return await sendAccepted(dependencies, response, batch, ended, preference);
    setBatchHeaders(response, { batchId: batch.id, files: files.length, options, ended });
    await sendBatchZip(response, dependencies.jobs, { files, outcomes: work.outcomes, signal });
  } catch (error) {
    // What has completed can be fetched one by one when the answer breaks off.
    if (!response.headersSent) await work.cancel();
    throw isApiError(error) || signal.aborted ? error : new ApiError('batch-failed', { cause: error });
  }
}

/**
 * Takes in all files. Work on a file begins when it has arrived, if options came before it; else when all have: an option
 * may follow.
 * @throws ApiError; what had begun is still to be cancelled
 */
async function receiveAndBegin(
  dependencies: UploadDependencies,
  request: Request,
  response: Response,
  work: BatchWork,
  signal: AbortSignal,
): Promise<{ files: AcceptedFile[]; options: JobOptions }> {
  const early = new EarlyStart(request, dependencies.resultTtlSeconds);
  const isInQuery = [...queryOf(request)].length > 0;
  const arrived: [AcceptedFile, number][] = [];
  let begunWith: JobOptions | undefined;
  const { files, options } = await receiveForm(dependencies, request, signal, {
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
    isBegun: (file) => work.has(file),
    onArrived(file, position, before) {
      arrived.push([file, position]);
      if (!early.isWorthwhile(isInQuery || before.length > 0)) return;
      const given = (begunWith ??= requestOptions(request, before));
      for (const [each, at] of arrived) work.begin(each, at, given);
    },
  });
  checkLateOptions(begunWith, options);
  files.forEach((file, position) => work.begin(file, position, options));
  return { files, options };
}

/**
 * Waits until the answer is decided: until all files have ended or nobody waits any more. A zip whose files take longer is
 * decided by the first of them that has completed.
 * @returns how all files have ended, or undefined when some are still in work
 * @throws  ApiError when nothing could be compressed, or a limit of the client refuses all; the signal's reason
 */
async function untilAnswerable(
  { metrics, totalsWithinMs = TOTALS_WITHIN_MS }: UploadDependencies,
  { outcomes }: BatchWork,
  { waitMs }: AnswerPreference,
  signal: AbortSignal,
): Promise<BatchOutcome[] | undefined> {
  const soFar: BatchOutcome[] = [];
  for (const outcome of outcomes) void outcome.then((each) => soFar.push(each));
  const all = Promise.all(outcomes);
  const decided = new AbortController();
  const slow = pause(systemClock, totalsWithinMs, decided.signal).then(() => firstCompleted(outcomes));
  const ended = await (waitMs === Infinity ? Promise.race([all, slow]) : all);
  decided.abort();
  signal.throwIfAborted();
  // What is over a limit of the client is refused as a whole, as a single file would be.
  const limited = soFar.find(({ error }) => error?.code === 'rate-limited');
  if (limited) throw limited.error;
  if (soFar.length === outcomes.length && soFar.every(({ record }) => !record)) throw whyNothing(await all);
  for (const outcome of outcomes)
    void outcome.then(({ record }) => {
      if (!record || isFinal(record.status)) metrics.jobs.inc({ outcome: record ? 'completed' : 'failed' });
    });
  return ended;
}

/** Resolves when one has completed; never when none does. */
function firstCompleted(outcomes: readonly Promise<BatchOutcome>[]): Promise<undefined> {
  return new Promise((resolve) => {
    for (const outcome of outcomes) void outcome.then(({ record }) => record && resolve(undefined));
  });
}

/**
 * Jobs that go on without their client, which asks for each of them.
 * @throws the error of a file that did not become a job
 */
async function sendAccepted(
  { jobs }: UploadDependencies,
  response: Response,
  batch: BatchRecord,
  outcomes: readonly BatchOutcome[],
  preference: AnswerPreference,
): Promise<void> {
  const answer = await batchAnswer(jobs, batch);
  if (answer.jobs.length < answer.fileCount)
    throw outcomes.find(({ error }) => error)?.error ?? new ApiError('batch-failed');
  response.setHeader('Location', batchPath(batch.id));
  response.setHeader('Preference-Applied', preference.applied);
  response.setHeader('Cache-Control', 'no-store');
  response.status(202).json(answer);
}

function asApiError(error: unknown, request: Request, signal: AbortSignal): ApiError {
  if (isApiError(error)) return error;
  if (!signal.aborted) requestInfoOf(request).logger.error('batch.file-failed', { error });
  return new ApiError('compression-failed');
}
