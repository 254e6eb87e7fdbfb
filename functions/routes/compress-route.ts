import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { JobOptions } from '#engine/index.ts';
import type { JobRecord } from '#platform/contracts/job.ts';
import { isFinal } from '#platform/job-records.ts';
import { checkBodyLength } from '../http/body-length.ts';
import { checkContentCoding } from '../http/content-coding.ts';
import { disconnectSignal } from '../http/disconnect-signal.ts';
import { drain } from '../http/drain.ts';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import type { FormField } from '../http/upload-form.ts';
import { mismatch, workEnded, type RepeatedRequest } from '../services/jobs/idempotent-requests.ts';
import type { AcceptedFile } from '../services/jobs/job-intake.ts';
import { failureOf, type JobService } from '../services/jobs/job-service.ts';
import { answerPreference, patienceOf } from './answer-preference.ts';
import { readingAgain, storing } from './file-sinks.ts';
import { beginUnderKey, openKeyedRequest, underKey, type KeyedRequest } from './idempotency-key.ts';
import { sendJob, sendResult } from './job-routes.ts';
import { receiveFile } from './receive-file.ts';
import { requestTargets } from './request-targets.ts';
import type { UploadDependencies } from './upload-dependencies.ts';

/** `POST /api/compress`: one file in, its smaller self out. */
export function compressRoute(dependencies: UploadDependencies): Router {
  const router = express.Router();
  router
    .route('/api/compress')
    .post(uploadHandler(dependencies, { first: compressOne, again: answerAgain }))
    .all(methodNotAllowed('POST'));
  return router;
}

/** How uploads are answered that were admitted. */
interface UploadAnswers {
  /** A request without a key, or the first one with its key. */
  first(
    dependencies: UploadDependencies,
    request: Request,
    response: Response,
    upload: FirstUpload,
  ): Promise<void>;
  /** A request that was sent before, with what the first one led to. */
  again(
    dependencies: UploadDependencies,
    request: Request,
    response: Response,
    repeated: RepeatedUpload,
  ): Promise<void>;
}

export interface FirstUpload {
  readonly keyed: KeyedRequest | null;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

export type RepeatedUpload = RepeatedRequest &
  Pick<KeyedRequest, 'fingerprint'> &
  Pick<FirstUpload, 'signal'>;

/**
 * What every upload goes through first: limits of the client, room in the queue, length of the body.
 * A request that is refused is drained, so that its client can read why.
 */
export function uploadHandler(dependencies: UploadDependencies, answers: UploadAnswers): RequestHandler {
  return async (request, response) => {
    const signal = disconnectSignal(response);
    let release = () => {};
    try {
      release = await dependencies.limits.admit(request, response);
      await dependencies.intake.checkCapacity(await dependencies.limits.clientOf(request));
      checkBodyLength(request, dependencies.maxFileBytes);
      checkContentCoding(request);
      const keyed = await openKeyedRequest(dependencies, request);
      if (keyed && !keyed.isFirst) await answers.again(dependencies, request, response, { ...keyed, signal });
      else await answers.first(dependencies, request, response, { keyed, signal });
    } catch (error) {
      drain(request);
      // A client that has disconnected gets no answer.
      if (!signal.aborted) throw error;
    } finally {
      release();
    }
  };
}

async function compressOne(
  dependencies: UploadDependencies,
  request: Request,
  response: Response,
  { keyed, signal }: FirstUpload,
): Promise<void> {
  const sink = storing(dependencies, request, signal, keyed?.fingerprint);
  const record = await underKey(keyed, async () => {
    const { file: arrived, ...asked } = await receiveFile(request, readingOf(dependencies, request), sink);
    const file = { ...arrived, deliver: asked.targets, isCounted: isMadeOnDevice(request) };
    const { options } = asked;
    await beginUnderKey(keyed, asked, [file]).catch(async (error: unknown) => {
      await sink.discard(file);
      throw error;
    });
    return runOne(dependencies, request, { file, options, signal: keyed ? NEVER : signal });
  });
  if (signal.aborted) return;
  if (!isFinal(record.status)) return sendAccepted(request, response, dependencies.jobs, record);
  await sendResult(request, response, dependencies.jobs, record);
}

/** A browser made it, has told the public count, and needs a link to it. */
function isMadeOnDevice(request: Request): boolean {
  return request.get('X-Made-On-Device') === 'true';
}

/** The job of a client that can come back for it goes on without that client. */
const NEVER = new AbortController().signal;

interface OneFile {
  readonly file: AcceptedFile;
  readonly options: JobOptions;
  /** Cancels the job. */
  readonly signal: AbortSignal;
}

/** @returns the record of a job that has completed, or that its client does not wait for */
async function runOne(
  { intake, jobs, metrics }: UploadDependencies,
  request: Request,
  { file, options, signal }: OneFile,
): Promise<JobRecord> {
  const preference = answerPreference(request);
  if (preference.waitMs === 0) return intake.start(file, options);
  try {
    const record = await jobs.run(file, options, signal, patienceOf(preference));
    if (isFinal(record.status)) metrics.jobs.inc({ outcome: 'completed' });
    return record;
  } catch (error) {
    metrics.jobs.inc({ outcome: signal.aborted ? 'cancelled' : 'failed' });
    throw error;
  }
}

async function answerAgain(
  dependencies: UploadDependencies,
  request: Request,
  response: Response,
  { work, fingerprint, signal }: RepeatedUpload,
): Promise<void> {
  const { jobs } = dependencies;
  const preference = answerPreference(request);
  const reading = readingOf(dependencies, request);
  const { options, targets } = await receiveFile(request, reading, readingAgain(fingerprint));
  if (fingerprint.of(options, targets) !== work.fingerprint) throw mismatch();
  const record = await jobs.whenEnded(work.jobIds[0]!, signal, patienceOf(preference));
  if (!record || record.status === 'cancelled') throw workEnded();
  response.setHeader('Idempotent-Replayed', 'true');
  if (!isFinal(record.status) || preference.waitMs === 0)
    return sendAccepted(request, response, jobs, record);
  if (record.status !== 'completed') throw failureOf(record);
  await sendResult(request, response, jobs, record);
}

/** How the one file of a request is read. */
function readingOf({ maxFileBytes, targets }: UploadDependencies, request: Request) {
  return {
    maxFileBytes,
    targetsOf: (fields: readonly FormField[]) => requestTargets(targets, request, fields),
  };
}

/** A job that is not done: where to ask for it. */
function sendAccepted(
  request: Request,
  response: Response,
  jobs: JobService,
  record: JobRecord,
): Promise<void> {
  response.setHeader('Location', `/api/jobs/${record.id}`);
  response.setHeader('Preference-Applied', answerPreference(request).applied);
  response.setHeader('X-Job-Id', record.id);
  return sendJob(response.status(202), jobs, record);
}
