import express, { type ErrorRequestHandler, type Request, type Response, type Router } from 'express';
import { KIND_INFO, type JobOptions } from '#engine/index.ts';
import { readMonth } from '#platform/account-usage.ts';
import { API_ERRORS, type ApiErrorCode } from '#platform/contracts/api-errors.ts';
import type { JobRecord } from '#platform/contracts/job.ts';
import type { ExpiringCounters } from '#platform/ports/expiring-counters.ts';
import { answerError } from '../http/answer-error.ts';
import { readJson } from '../http/json-body.ts';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import { clientIdentityOf } from '../limits/client-identity.ts';
import { ApiError, fromBackend } from '../services/api-error.ts';
import { noSuchJob } from '../services/holdings/job-access.ts';
import type { AcceptedFile } from '../services/jobs/job-intake.ts';
import { uploadHandler, type FirstUpload } from './compress-route.ts';
import { storing, type FileSink } from './file-sinks.ts';
import { existingJob, sendResult } from './job-routes.ts';
import { receiveFile } from './receive-file.ts';
import { requestOptions } from './request-options.ts';
import type { UploadDependencies } from './upload-dependencies.ts';

interface TinifyDependencies extends UploadDependencies {
  readonly expiringCounters: Pick<ExpiringCounters, 'read'>;
}

/**
 * The calls of Tinify's API over our jobs, so that its clients work here with another address and key: `POST /shrink`, then the
 * output at its Location. Source: https://tinypng.com/developers/reference
 */
export function tinifyRoutes(dependencies: TinifyDependencies): Router {
  const router = express.Router();
  router
    .route('/shrink')
    .post(
      uploadHandler(dependencies, {
        first: (_same, request, response, upload) => shrink(dependencies, request, response, upload),
        again: () => {
          throw new ApiError('invalid-request', { message: 'No Idempotency-Key is taken here.' });
        },
      }),
    )
    .all(methodNotAllowed('POST'));
  router
    .route('/output/:id')
    .get((request, response) => sendOutput(dependencies, request, response))
    .post(async (request, response) => {
      checkAccount(request);
      if (hasBody(request)) checkCommands(await readJson(request, 'invalid-request'));
      await sendOutput(dependencies, request, response);
    })
    .all(methodNotAllowed('GET, POST'));
  return router;
}

/** Answers with an error as Tinify does. */
export const tinifyErrorHandler: ErrorRequestHandler = (error: unknown, request, response, _next) =>
  answerError(request, response, error, ({ code, message }) => ({ error: nameOf(code), message }));

async function shrink(
  dependencies: TinifyDependencies,
  request: Request,
  response: Response,
  { signal }: FirstUpload,
): Promise<void> {
  checkAccount(request);
  const { file, options } = await receiveSource(
    dependencies,
    request,
    storing(dependencies, request, signal),
  );
  const { metrics, jobs } = dependencies;
  const record = await jobs.run(file, options, signal).catch((error: unknown) => {
    metrics.jobs.inc({ outcome: signal.aborted ? 'cancelled' : 'failed' });
    throw error;
  });
  metrics.jobs.inc({ outcome: 'completed' });
  const { sourceBytes, outputBytes = sourceBytes } = record;
  const [type] = KIND_INFO[record.kind].mimeTypes;
  const url = `/output/${record.id}`;
  const ratio = Math.round((outputBytes / sourceBytes) * 10_000) / 10_000;
  await setCount(dependencies, request, response);
  response.status(201).setHeader('Location', url);
  response.json({ input: { size: sourceBytes, type }, output: { size: outputBytes, type, ratio, url } });
}

interface ReceivedSource {
  readonly file: AcceptedFile;
  readonly options: JobOptions;
}

/** The body, or the file that JSON names by its address. */
async function receiveSource(
  { maxFileBytes }: TinifyDependencies,
  request: Request,
  sink: FileSink<AcceptedFile>,
): Promise<ReceivedSource> {
  if (!request.is('application/json'))
    return receiveFile(request, { maxFileBytes, targetsOf: () => undefined }, sink);
  const { source } = (await readJson(request, 'invalid-request')) as { source?: { url?: unknown } };
  if (typeof source?.url !== 'string')
    throw new ApiError('missing-file', {
      message: 'Expected {"source": {"url": "https://example.org/photo.jpg"}}.',
    });
  const options = requestOptions(request, [], ['name']);
  return { file: await sink.takeUrl({ url: source.url, name: undefined }, 0), options };
}

async function sendOutput(
  dependencies: TinifyDependencies,
  request: Request,
  response: Response,
): Promise<void> {
  checkAccount(request);
  const record: JobRecord = await existingJob(dependencies.jobs, request);
  const isOurs = record.accountId === clientIdentityOf(request).accountId;
  if (record.status !== 'completed' || !isOurs) throw noSuchJob();
  await setCount(dependencies, request, response);
  await sendResult(request, response, dependencies.jobs, record);
}

function hasBody({ headers }: Request): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
}

/** @throws ApiError "unauthorized" or "missing-scope" */
function checkAccount(request: Request): void {
  const { accountId, scopes } = clientIdentityOf(request);
  if (accountId === undefined) throw new ApiError('unauthorized', { message: 'Credentials are invalid.' });
  if (!scopes.has('compress')) throw new ApiError('missing-scope');
}

/** What is kept of the descriptions of a picture anyway. */
const KEPT: ReadonlySet<unknown> = new Set(['copyright', 'creation']);

/** @throws ApiError for what the engine does not do to a picture: it is told, and not left out silently */
function checkCommands({ preserve, ...others }: Readonly<Record<string, unknown>>): void {
  const [other] = Object.keys(others);
  if (other !== undefined)
    throw new ApiError('invalid-request', { message: `"${other.slice(0, 40)}" is not offered here.` });
  const wanted: unknown[] = preserve === undefined ? [] : [preserve].flat();
  if (!wanted.every((each) => KEPT.has(each)))
    throw new ApiError('invalid-request', {
      message: 'Copyright and creation are preserved. For more, send the picture with /shrink?keep=all.',
    });
}

/** How many files the account has compressed this month. */
async function setCount(
  { expiringCounters }: TinifyDependencies,
  request: Request,
  response: Response,
): Promise<void> {
  const { accountId = '' } = clientIdentityOf(request);
  const { files } = await fromBackend(() => readMonth(expiringCounters, accountId, Date.now()));
  response.setHeader('Compression-Count', files);
}

/** The names that programs know; others are ours. */
function nameOf(code: ApiErrorCode): string {
  if (code === 'missing-file') return 'InputMissing';
  const { status } = API_ERRORS[code];
  if (status === 401) return 'Unauthorized';
  if (status === 429) return 'TooManyRequests';
  return code.replace(/(^|-)(\w)/g, (_all, _dash, letter: string) => letter.toUpperCase());
}
