import express, { type ErrorRequestHandler, type Request, type Response, type Router } from 'express';
import { RESULT_INFO, type JobOptions, type ResultKind } from '#engine/index.ts';
import { isPictureKind } from '#engine/api/kinds.ts';
import { readMonth } from '#platform/account-usage.ts';
import { API_ERRORS, type ApiErrorCode } from '#platform/contracts/api-errors.ts';
import { resultKindOf, type JobRecord } from '#platform/contracts/job.ts';
import type { ExpiringCounters } from '#platform/ports/expiring-counters.ts';
import { readFirst } from '#platform/read-stream.ts';
import { answerError } from '../http/answer-error.ts';
import { disconnectSignal } from '../http/disconnect-signal.ts';
import { readJson } from '../http/json-body.ts';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import { publicOrigin } from '../http/public-origin.ts';
import { clientIdentityOf } from '../limits/client-identity.ts';
import { ApiError, fromBackend } from '../services/api-error.ts';
import { noSuchJob } from '../services/holdings/job-access.ts';
import type { AcceptedFile } from '../services/jobs/job-intake.ts';
import type { JobService } from '../services/jobs/job-service.ts';
import { HEAD_BYTES, pictureSidesOf, type PictureSides } from '../services/jobs/picture-sides.ts';
import { uploadHandler, type FirstUpload } from './compress-route.ts';
import { storing, type FileSink } from './file-sinks.ts';
import { existingJob, sendResult } from './job-routes.ts';
import { receiveFile } from './receive-file.ts';
import { requestOptions } from './request-options.ts';
import { optionsOf } from './tinify-commands.ts';
import type { UploadDependencies } from './upload-dependencies.ts';

interface TinifyDependencies extends UploadDependencies {
  readonly expiringCounters: Pick<ExpiringCounters, 'read'>;
  readonly publicUrl: string | undefined;
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
    // Older clients send commands with GET.
    .get((request, response) => answerCommands(dependencies, request, response))
    .post((request, response) => answerCommands(dependencies, request, response))
    .all(methodNotAllowed('GET, HEAD, POST'));
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
  const type = typeOf(record.kind);
  const path = `/output/${record.id}`;
  const url = publicOrigin(request, dependencies.publicUrl) + path;
  const ratio = Math.round((outputBytes / sourceBytes) * 10_000) / 10_000;
  await setCount(dependencies, request, response);
  response.status(201).setHeader('Location', path);
  const sides = await sidesOf(jobs, record, signal);
  const output = { size: outputBytes, type: typeOf(resultKindOf(record)), ...sides, ratio, url };
  response.json({ input: { size: sourceBytes, type }, output });
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

async function answerCommands(
  dependencies: TinifyDependencies,
  request: Request,
  response: Response,
): Promise<void> {
  checkAccount(request);
  const commands = hasBody(request) ? await readJson(request, 'invalid-request') : {};
  const options = optionsOf(commands);
  if (options === undefined) await sendOutput(dependencies, request, response);
  else await sendChanged(dependencies, request, response, options);
}

async function sendOutput(
  dependencies: TinifyDependencies,
  request: Request,
  response: Response,
): Promise<void> {
  const record = await completedJob(dependencies.jobs, request);
  await setCount(dependencies, request, response);
  await sendPicture(dependencies.jobs, request, response, record);
}

/** Makes another picture of an output, which counts as a file of its own. */
async function sendChanged(
  dependencies: TinifyDependencies,
  request: Request,
  response: Response,
  options: JobOptions,
): Promise<void> {
  const { jobs, intake, limits } = dependencies;
  const record = await completedJob(jobs, request);
  const release = await limits.admit(request, response);
  try {
    const signal = disconnectSignal(response);
    const stored = await jobs.openResult(record.id, signal);
    const declared = { fileName: record.fileName, mimeType: typeOf(resultKindOf(record)) };
    const client = await limits.clientOf(request);
    const sender = { client, mostBytes: stored.bytes, isCertain: true };
    const file = await intake.accept(stored.body, declared, signal, sender);
    const changed = await jobs.run(file, options, signal);
    await setCount(dependencies, request, response);
    await sendPicture(jobs, request, response, changed);
  } finally {
    release();
  }
}

async function sendPicture(
  jobs: JobService,
  request: Request,
  response: Response,
  record: JobRecord,
): Promise<void> {
  const sides = await sidesOf(jobs, record, disconnectSignal(response));
  if (sides) {
    response.setHeader('Image-Width', sides.width);
    response.setHeader('Image-Height', sides.height);
  }
  await sendResult(request, response, jobs, record);
}

/** @returns undefined for documents, and for an AVIF that stayed as large as it was */
async function sidesOf(
  jobs: JobService,
  record: JobRecord,
  signal: AbortSignal,
): Promise<PictureSides | undefined> {
  const { id, report } = record;
  if (report?.output) return { width: report.output.width, height: report.output.height };
  if (!isPictureKind(resultKindOf(record))) return undefined;
  const { body } = await jobs.openResult(id, signal);
  return pictureSidesOf(await readFirst(body, HEAD_BYTES));
}

/** @throws ApiError "expired" also for the job of another account */
async function completedJob(jobs: JobService, request: Request): Promise<JobRecord> {
  const record = await existingJob(jobs, request);
  const isOurs = record.accountId === clientIdentityOf(request).accountId;
  if (record.status !== 'completed' || !isOurs) throw noSuchJob();
  return record;
}

function typeOf(kind: ResultKind): string {
  return RESULT_INFO[kind].mimeTypes[0];
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
