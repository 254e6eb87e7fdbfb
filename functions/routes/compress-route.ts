import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { JobOptions } from '#engine/index.ts';
import { checkBodyLength, maxBodyBytes } from '../http/body-length.ts';
import { disconnectSignal } from '../http/disconnect-signal.ts';
import { drain } from '../http/drain.ts';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import { readUploadForm, type FormFile } from '../http/upload-form.ts';
import type { UploadLimits } from '../limits/upload-limits.ts';
import { ApiError } from '../services/api-error.ts';
import { cleanFileName } from '../services/file-name.ts';
import type { AcceptedFile } from '../services/job-intake.ts';
import { readJobOptions } from '../services/job-options.ts';
import type { JobService } from '../services/job-service.ts';
import type { WebMetrics } from '../web/metrics.ts';
import { sendJob, sendResult } from './job-routes.ts';

/** What the routes that take files stand on. */
export interface UploadDependencies {
  readonly jobs: JobService;
  readonly limits: UploadLimits;
  readonly metrics: WebMetrics;
  readonly maxFileBytes: number;
}

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

/** Takes one file of a form into the store. */
export async function acceptFormFile(
  { jobs, limits, metrics }: UploadDependencies,
  request: Request,
  file: FormFile,
  signal: AbortSignal,
): Promise<AcceptedFile> {
  const declared = { fileName: cleanFileName(unescaped(file.fileName)), mimeType: file.mimeType };
  const accepted = await jobs.accept(file.bytes, declared, signal);
  metrics.uploadBytes.inc(accepted.sourceBytes);
  return { ...accepted, client: await limits.clientOf(request) };
}

/** Forms escape three characters of a name. Source: HTML Standard, "multipart/form-data encoding algorithm". */
function unescaped(formName: string | undefined): string | undefined {
  return formName?.replace(/%22/g, '"').replace(/%0[ad]/gi, ' ');
}

/** Options from the form's fields, else from the query. */
export function jobOptions(request: Request, fields: ReadonlyMap<string, string>): JobOptions {
  return readJobOptions((name) => {
    const inQuery = request.query[name];
    return fields.get(name) ?? (typeof inQuery === 'string' ? inQuery : undefined);
  });
}

async function compressOne(
  dependencies: UploadDependencies,
  request: Request,
  response: Response,
  signal: AbortSignal,
): Promise<void> {
  const { jobs, metrics } = dependencies;
  const { file, options } = await receiveOne(dependencies, request, signal);
  if (prefersAsync(request)) {
    const record = await jobs.start(file, options);
    response.setHeader('Location', `/api/jobs/${record.id}`);
    response.setHeader('Preference-Applied', 'respond-async');
    response.setHeader('X-Job-Id', record.id);
    sendJob(response.status(202), jobs, record);
    return;
  }
  try {
    const record = await jobs.run(file, options, signal);
    metrics.jobs.inc({ outcome: 'completed' });
    await sendResult(request, response, jobs, record);
  } catch (error) {
    metrics.jobs.inc({ outcome: signal.aborted ? 'cancelled' : 'failed' });
    throw error;
  }
}

async function receiveOne(
  dependencies: UploadDependencies,
  request: Request,
  signal: AbortSignal,
): Promise<{ file: AcceptedFile; options: JobOptions }> {
  let received: { file: AcceptedFile; options: JobOptions } | undefined;
  try {
    await readUploadForm(request, {
      field: 'file',
      maxFiles: 1,
      tooMany: new ApiError('too-many-files', {
        message: 'Send one file per request, or several to /api/compress/batch.',
      }),
      noFile: 'missing-file',
      maxBodyBytes: maxBodyBytes('/api/compress', dependencies.maxFileBytes),
      async onFile(part, fields) {
        const options = jobOptions(request, fields);
        received = { file: await acceptFormFile(dependencies, request, part, signal), options };
      },
    });
  } catch (error) {
    // What followed the file was wrong: a second file, or an end that never came.
    if (received) await dependencies.jobs.discard(received.file.jobId);
    throw error;
  }
  // readUploadForm throws when there was no file.
  return received!;
}

/** Source: RFC 7240, section 4.1. */
function prefersAsync(request: Request): boolean {
  return (request.get('Prefer') ?? '')
    .split(',')
    .some((each) => each.trim().toLowerCase() === 'respond-async');
}
