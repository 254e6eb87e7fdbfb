import express, { type Request, type Response, type Router } from 'express';
import { nameForKind, type JobOptions } from '#engine/index.ts';
import type { JobRecord } from '#platform/contracts/job.ts';
import { pause, systemClock } from '#platform/clock.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { isFinal } from '#platform/job-records.ts';
import { maxBodyBytes } from '../http/body-length.ts';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import { requestInfoOf } from '../http/request-info.ts';
import { ApiError, isApiError } from '../services/api-error.ts';
import type { BatchRecord } from '../services/jobs/batch-records.ts';
import { mismatch, workEnded } from '../services/jobs/idempotent-requests.ts';
import { failureOf, type JobService } from '../services/jobs/job-service.ts';
import type { AcceptedFile } from '../services/jobs/job-intake.ts';
import { answerPreference, patienceOf } from './answer-preference.ts';
import { batchAnswer, batchPath, setBatchHeaders, whyNothing } from './batch-answer.ts';
import { BatchWork, type BatchOutcome } from './batch-work.ts';
import { sendBatchZip } from './batch-zip.ts';
import { uploadHandler, type FirstUpload, type RepeatedUpload } from './compress-route.ts';
import { checkLateOptions, EarlyStart } from './early-start.ts';
import { readingAgain, storing, type FileSink } from './file-sinks.ts';
import { beginUnderKey, underKey, type KeyedRequest } from './idempotency-key.ts';
import { receiveForm, type TargetsOf } from './receive-file.ts';
import { queryOf, requestOptions } from './request-options.ts';
import { requestTargets } from './request-targets.ts';
import type { UploadDependencies } from './upload-dependencies.ts';

/** A zip whose totals are not known by then begins without them: a proxy would soon give up on a silent answer. */
const TOTALS_WITHIN_MS = 20_000;

const BATCH_FORM = {
  field: 'files',
  maxFiles: OPERATING_LIMITS.maxFilesPerSelection,
  tooMany: new ApiError('too-many-files'),
  noFile: 'missing-files',
} as const;

/** `POST /api/compress/batch`: up to ten files in, one zip out. */
export function batchRoute(dependencies: UploadDependencies): Router {
  const router = express.Router();
  router
    .route('/api/compress/batch')
    .post(uploadHandler(dependencies, { first: compressBatch, again: answerBatchAgain }))
    .all(methodNotAllowed('POST'));
  return router;
}

async function compressBatch(
  dependencies: UploadDependencies,
  request: Request,
  response: Response,
  { keyed, signal }: FirstUpload,
): Promise<void> {
  const { waitMs } = answerPreference(request);
  const patience = new AbortController();
  const work = new BatchWork({
    jobs: dependencies.jobs,
    // The jobs of a client that can come back for them go on without that client.
    signal: keyed ? new AbortController().signal : signal,
    patience: waitMs === Infinity ? undefined : patience.signal,
    asApiError: (error) => asApiError(error, request, signal),
  });
  try {
    const { batch, files, options, ended } = await underKey(keyed, async () => {
      const { made, ...received } = await receiveAndBegin(dependencies, request, response, {
        work,
        signal,
        keyed,
      });
      const cancelPatience = systemClock.after(waitMs, () => patience.abort());
      const decided = untilAnswerable(dependencies, work.outcomes, waitMs).finally(cancelPatience);
      return { batch: made, ...received, ended: await decided };
    });
    countEnds(dependencies, work);
    if (keyed && signal.aborted) return;
    signal.throwIfAborted();
    const { outcomes } = work;
    await sendBatch(dependencies, request, response, { batch, files, options, outcomes, ended, signal });
  } catch (error) {
    // What has completed can be fetched one by one when the answer breaks off, or by the next request with the same key.
    const isForRepeats = keyed?.isFirst && keyed.hasBegun;
    if (!response.headersSent && !isForRepeats) await work.cancel();
    throw isApiError(error) || signal.aborted ? error : new ApiError('batch-failed', { cause: error });
  }
}

/**
 * Takes in all files as a batch. Work on a file begins when it has arrived, if options came before it; else when all have:
 * an option may follow.
 * @throws ApiError; what had begun is still to be cancelled, the rest is gone
 */
async function receiveAndBegin(
  dependencies: UploadDependencies,
  request: Request,
  response: Response,
  { work, signal, keyed }: Receiving,
): Promise<{ made: BatchRecord; files: AcceptedFile[]; options: JobOptions }> {
  const early = new EarlyStart(request, dependencies.resultTtlSeconds);
  const isInQuery = [...queryOf(request)].length > 0;
  const arrived: [AcceptedFile, number][] = [];
  let begunWith: JobOptions | undefined;
  const targetsOf = batchTargetsOf(dependencies, request);
  const store = storing(dependencies, request, signal, keyed?.fingerprint);
  const sink: FileSink<AcceptedFile> = {
    ...store,
    // What is a job already is cancelled as one.
    discard: (file) => (work.has(file) ? Promise.resolve() : store.discard(file)),
  };
  const received = await receiveForm(request, sink, {
    ...BATCH_FORM,
    targetsOf,
    maxBodyBytes: maxBodyBytes('/api/compress/batch', dependencies.maxFileBytes),
    async onTake(position) {
      // The request itself was counted as its first file.
      if (position > 0) await dependencies.limits.countFile(request, response);
      await dependencies.intake.checkCapacity(await dependencies.limits.clientOf(request));
    },
    onArrived(file, position, before) {
      arrived.push([file, position]);
      // What is delivered of a batch names all its jobs.
      if (targetsOf(before) || !early.isWorthwhile(isInQuery || before.length > 0)) return;
      const given = (begunWith ??= requestOptions(request, before));
      for (const [each, at] of arrived) work.begin(each, at, given);
    },
  });
  const { options, targets } = received;
  const jobIds = received.files.map(({ jobId }) => jobId);
  const deliver = targets && { ...targets, batch: jobIds };
  const files = deliver ? received.files.map((file) => ({ ...file, deliver })) : received.files;
  try {
    checkLateOptions(begunWith, received);
    const made = await dependencies.batches.create(jobIds);
    await beginUnderKey(keyed, received, files, made.id);
    files.forEach((file, position) => work.begin(file, position, options));
    return { made, files, options };
  } catch (error) {
    await Promise.allSettled(files.map((file) => sink.discard(file)));
    throw error;
  }
}

function batchTargetsOf({ targets }: UploadDependencies, request: Request): TargetsOf {
  return (fields) => requestTargets(targets, request, fields, { isBatch: true });
}

interface Receiving {
  readonly work: BatchWork;
  readonly signal: AbortSignal;
  readonly keyed: KeyedRequest | null;
}

/**
 * Waits until the answer is decided: until all files have ended or the client's patience is over. A zip whose files take longer is
 * decided by the first of them that has completed.
 * @returns how all files have ended, or undefined when some are still in work
 * @throws  ApiError when nothing could be compressed
 */
async function untilAnswerable(
  { totalsWithinMs = TOTALS_WITHIN_MS }: UploadDependencies,
  outcomes: readonly Promise<BatchOutcome>[],
  waitMs: number,
): Promise<BatchOutcome[] | undefined> {
  const soFar: BatchOutcome[] = [];
  for (const outcome of outcomes) void outcome.then((each) => soFar.push(each));
  const all = Promise.all(outcomes);
  const decided = new AbortController();
  const slow = pause(systemClock, totalsWithinMs, decided.signal).then(() => firstCompleted(outcomes));
  const ended = await (waitMs === Infinity ? Promise.race([all, slow]) : all);
  decided.abort();
  if (soFar.length === outcomes.length && soFar.every(({ record }) => !record)) throw whyNothing(await all);
  return ended;
}

function isOpen(ended: readonly BatchOutcome[]): boolean {
  return ended.some(({ record }) => record && !isFinal(record.status));
}

function countEnds({ metrics }: UploadDependencies, { outcomes }: BatchWork): void {
  for (const outcome of outcomes)
    void outcome.then(({ record }) => {
      if (!record || isFinal(record.status)) metrics.jobs.inc({ outcome: record ? 'completed' : 'failed' });
    });
}

/** Resolves when one has completed; never when none does. */
function firstCompleted(outcomes: readonly Promise<BatchOutcome>[]): Promise<undefined> {
  return new Promise((resolve) => {
    for (const outcome of outcomes) void outcome.then(({ record }) => record && resolve(undefined));
  });
}

interface Answered {
  readonly batch: BatchRecord;
  readonly files: readonly AcceptedFile[];
  readonly options: JobOptions;
  readonly outcomes: readonly Promise<BatchOutcome>[];
  /** As `untilAnswerable` decided. */
  readonly ended: readonly BatchOutcome[] | undefined;
  readonly signal: AbortSignal;
}

/** The jobs, where some go on or the client would not wait; else the zip. */
async function sendBatch(
  { jobs }: UploadDependencies,
  request: Request,
  response: Response,
  { batch, files, options, outcomes, ended, signal }: Answered,
): Promise<void> {
  if (ended && (isOpen(ended) || answerPreference(request).waitMs === 0))
    return sendAccepted(jobs, request, response, { batch, outcomes: ended });
  setBatchHeaders(response, { batchId: batch.id, files: files.length, options, ended });
  await sendBatchZip(response, jobs, { files, outcomes, signal });
}

/**
 * Jobs that go on without their client, which asks for each of them.
 * @throws the error of a file that did not become a job
 */
async function sendAccepted(
  jobs: JobService,
  request: Request,
  response: Response,
  { batch, outcomes }: { readonly batch: BatchRecord; readonly outcomes: readonly BatchOutcome[] },
): Promise<void> {
  const answer = await batchAnswer(jobs, batch);
  if (answer.jobs.length < answer.fileCount)
    throw outcomes.find(({ error }) => error)?.error ?? new ApiError('batch-failed');
  response.setHeader('Location', batchPath(batch.id));
  response.setHeader('Preference-Applied', answerPreference(request).applied);
  response.setHeader('Cache-Control', 'no-store');
  response.status(202).json(answer);
}

async function answerBatchAgain(
  dependencies: UploadDependencies,
  request: Request,
  response: Response,
  { work, fingerprint, signal }: RepeatedUpload,
): Promise<void> {
  const { jobs, batches, maxFileBytes } = dependencies;
  const preference = answerPreference(request);
  const received = await receiveForm(request, readingAgain(fingerprint), {
    ...BATCH_FORM,
    targetsOf: batchTargetsOf(dependencies, request),
    maxBodyBytes: maxBodyBytes('/api/compress/batch', maxFileBytes),
  });
  const { files: names, options } = received;
  if (fingerprint.of(options, received.targets) !== work.fingerprint) throw mismatch();
  const batch = await batches.find(work.batchId ?? '');
  const records = await Promise.all(work.jobIds.map((id) => jobs.find(id)));
  const there = records.filter((record) => record !== null);
  if (!batch || there.length < records.length) throw workEnded();
  const patience = patienceOf(preference);
  const files = there.map(({ id, kind, sourceBytes }, at): AcceptedFile => {
    return { jobId: id, kind, sourceBytes, fileName: nameForKind(names[at]!, kind) };
  });
  const outcomes = files.map((file) =>
    jobs.whenEnded(file.jobId, signal, patience).then(
      (record) => outcomeOf(file, record),
      (error: unknown) => ({ file, error: asApiError(error, request, signal) }),
    ),
  );
  const ended = await untilAnswerable(dependencies, outcomes, preference.waitMs);
  response.setHeader('Idempotent-Replayed', 'true');
  await sendBatch(dependencies, request, response, { batch, files, options, outcomes, ended, signal });
}

/** How a job of an earlier request stands. */
function outcomeOf(file: AcceptedFile, record: JobRecord | null): BatchOutcome {
  if (!record) return { file, error: new ApiError('expired') };
  const isLost = isFinal(record.status) && record.status !== 'completed';
  return isLost ? { file, error: failureOf(record) } : { file, record };
}

function asApiError(error: unknown, request: Request, signal: AbortSignal): ApiError {
  if (isApiError(error)) return error;
  if (!signal.aborted) requestInfoOf(request).logger.error('batch.file-failed', { error });
  return new ApiError('compression-failed');
}
