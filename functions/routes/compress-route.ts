import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { JobRecord } from '#platform/contracts/job.ts';
import { isFinal } from '#platform/job-records.ts';
import { checkBodyLength } from '../http/body-length.ts';
import { disconnectSignal } from '../http/disconnect-signal.ts';
import { drain } from '../http/drain.ts';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import type { JobService } from '../services/job-service.ts';
import { answerPreference, type AnswerPreference } from './answer-preference.ts';
import { sendJob, sendResult } from './job-routes.ts';
import { receiveFile } from './receive-file.ts';
import type { UploadDependencies } from './upload-dependencies.ts';

/** `POST /api/compress`: one file in, its smaller self out. */
export function compressRoute(dependencies: UploadDependencies): Router {
  const router = express.Router();
  router.route('/api/compress').post(uploadHandler(dependencies, compressOne)).all(methodNotAllowed('POST'));
  return router;
}

/** Answers an upload that was admitted. @param signal aborts when the client disconnects */
type UploadWork = (
  dependencies: UploadDependencies,
  request: Request,
  response: Response,
  signal: AbortSignal,
) => Promise<void>;

/**
 * What every upload goes through first: limits of the client, room in the queue, length of the body.
 * A request that is refused is drained, so that its client can read why.
 */
export function uploadHandler(dependencies: UploadDependencies, work: UploadWork): RequestHandler {
  return async (request, response) => {
    const signal = disconnectSignal(response);
    let release = () => {};
    try {
      release = await dependencies.limits.admit(request, response);
      await dependencies.jobs.checkCapacity(await dependencies.limits.clientOf(request));
      checkBodyLength(request, dependencies.maxFileBytes);
      await work(dependencies, request, response, signal);
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
  signal: AbortSignal,
): Promise<void> {
  const { jobs, metrics } = dependencies;
  const preference = answerPreference(request);
  const { file, options } = await receiveFile(dependencies, request, signal);
  if (preference.waitMs === 0)
    return sendAccepted(response, jobs, await jobs.start(file, options), preference);
  try {
    const record = await jobs.run(file, options, signal, preference.waitMs);
    if (!isFinal(record.status)) return sendAccepted(response, jobs, record, preference);
    metrics.jobs.inc({ outcome: 'completed' });
    await sendResult(request, response, jobs, record);
  } catch (error) {
    metrics.jobs.inc({ outcome: signal.aborted ? 'cancelled' : 'failed' });
    throw error;
  }
}

/** A job that is not done: where to ask for it. */
function sendAccepted(
  response: Response,
  jobs: JobService,
  record: JobRecord,
  preference: AnswerPreference,
): Promise<void> {
  response.setHeader('Location', `/api/jobs/${record.id}`);
  response.setHeader('Preference-Applied', preference.applied);
  response.setHeader('X-Job-Id', record.id);
  return sendJob(response.status(202), jobs, record);
}
