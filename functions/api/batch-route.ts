import { Readable } from 'node:stream';
import { ZipArchive } from 'archiver';
import express, { type Request, type Response, type Router } from 'express';
import { ApiError, isApiError } from '../../app/services/api-error.server.ts';
import { attachment, resultFileName } from '../../app/services/file-name.server.ts';
import type { AcceptedFile, JobService } from '../../app/services/job-service.server.ts';
import { API_ERRORS } from '#platform/contracts/api-errors.ts';
import type { JobRecord } from '#platform/contracts/job.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { factsOf } from '../web/request-facts.ts';
import { maxBodyBytes } from './body-length.ts';
import { acceptFormFile, jobOptions, uploadHandler, type UploadParts } from './compress-route.ts';
import { notAllowed } from './not-allowed.ts';
import { readUploadForm } from './upload-form.ts';

const ZIP_NAME = 'featherpress_files.zip';
const REPORT_NAME = 'featherpress-report.json';

/** `POST /api/compress/batch`: up to ten files in, one zip out. */
export function batchRoute(parts: UploadParts): Router {
  const router = express.Router();
  router.route('/api/compress/batch').post(uploadHandler(parts, compressBatch)).all(notAllowed('POST'));
  return router;
}

/** How one file of a batch ended. */
interface Outcome {
  /** Place in the form; the first is 0. */
  readonly position: number;
  readonly file: AcceptedFile;
  readonly record?: JobRecord;
  readonly error?: ApiError;
}

async function compressBatch(
  parts: UploadParts,
  request: Request,
  response: Response,
  signal: AbortSignal,
): Promise<void> {
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  const runs: Promise<Outcome>[] = [];
  try {
    const outcomes = await receiveAndRun(parts, request, response, either, runs);
    if (outcomes.every(({ record }) => !record)) throw whyNothing(outcomes);
    await sendZip(response, parts.jobs, outcomes, signal);
  } catch (error) {
    stop.abort();
    // As spec section 5 says: on any error the whole selection is rejected.
    if (!response.headersSent) await cancelAll(parts.jobs, runs);
    throw isApiError(error) || signal.aborted ? error : new ApiError('batch-failed', { cause: error });
  }
}

/** Each file starts to be compressed while the next one still arrives. */
async function receiveAndRun(
  parts: UploadParts,
  request: Request,
  response: Response,
  signal: AbortSignal,
  runs: Promise<Outcome>[],
): Promise<Outcome[]> {
  let files = 0;
  await readUploadForm(request, {
    field: 'files',
    maxFiles: OPERATING_LIMITS.maxFilesPerSelection,
    tooMany: new ApiError('too-many-files'),
    noFile: 'missing-files',
    maxBodyBytes: maxBodyBytes('/api/compress/batch', parts.maxFileBytes),
    async onFile(part, fields) {
      const position = files++;
      const options = jobOptions(request, fields);
      // The request itself was counted as its first file.
      if (position > 0) await parts.limits.countFile(request, response);
      const file = await acceptFormFile(parts, part, signal);
      runs.push(
        parts.jobs.run(file, options, signal).then(
          (record) => ({ position, file, record }),
          (error: unknown) => ({ position, file, error: asApiError(error, request, signal) }),
        ),
      );
    },
  });
  const outcomes = await Promise.all(runs);
  signal.throwIfAborted();
  for (const { record } of outcomes) parts.metrics.jobs.inc({ outcome: record ? 'completed' : 'failed' });
  return outcomes.sort((a, b) => a.position - b.position);
}

/** Runs never throw; those that were stopped have cancelled their job, those that were faster lose their result. */
async function cancelAll(jobs: JobService, runs: readonly Promise<Outcome>[]): Promise<void> {
  const outcomes = await Promise.all(runs);
  await Promise.allSettled(outcomes.map(({ file }) => jobs.cancel(file.jobId)));
}

function asApiError(error: unknown, request: Request, signal: AbortSignal): ApiError {
  if (isApiError(error)) return error;
  if (!signal.aborted) factsOf(request).logger.error('batch.file-failed', { error });
  return new ApiError('compression-failed');
}

/** When all failed for a reason of ours, that is the answer; the client's files may be fine. */
function whyNothing(outcomes: readonly Outcome[]): ApiError {
  const ours = outcomes.find(({ error }) => error && API_ERRORS[error.code].status >= 500);
  if (ours?.error) return ours.error;
  const reasons = outcomes.map(({ file, error }) => `${file.fileName}: ${error?.message}`);
  return new ApiError('nothing-compressed', {
    message: `None of the files could be compressed. ${reasons.join(' ')}`,
  });
}

/** One result after the other goes from the store into the zip, unpacked already small enough: nothing is deflated again. */
async function sendZip(
  response: Response,
  jobs: JobService,
  outcomes: readonly Outcome[],
  signal: AbortSignal,
): Promise<void> {
  const zip = new ZipArchive({ store: true });
  const broken = new Promise<never>((_resolve, reject) => {
    zip.on('error', reject);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  broken.catch(() => {});
  response.setHeader('Content-Type', 'application/zip');
  response.setHeader('Content-Disposition', attachment(ZIP_NAME));
  response.setHeader('Cache-Control', 'no-store');
  zip.pipe(response);

  const entries = namedEntries(outcomes);
  try {
    for (const { outcome, name } of entries) {
      if (!outcome.record) continue;
      const stored = await jobs.openResult(outcome.record.id, signal);
      const added = new Promise<void>((resolve) => zip.once('entry', () => resolve()));
      zip.append(Readable.from(stored.body), { name });
      await Promise.race([added, broken]);
    }
    zip.append(JSON.stringify(batchReport(entries), null, 2), { name: REPORT_NAME });
    await Promise.race([zip.finalize(), broken]);
  } catch (error) {
    zip.abort();
    throw error;
  }
}

interface Entry {
  readonly outcome: Outcome;
  /** Name inside the zip, unlike any other. */
  readonly name: string;
}

function namedEntries(outcomes: readonly Outcome[]): Entry[] {
  const taken = new Set([REPORT_NAME]);
  return outcomes.map((outcome) => {
    const full = resultFileName(outcome.file.fileName, outcome.file.kind);
    const dot = full.lastIndexOf('.');
    let name = full;
    for (let copy = 2; taken.has(name.toLowerCase()); copy += 1) {
      name = `${full.slice(0, dot)} (${copy})${full.slice(dot)}`;
    }
    taken.add(name.toLowerCase());
    return { outcome, name };
  });
}

function batchReport(entries: readonly Entry[]): object {
  return {
    files: entries.map(({ outcome: { file, record, error }, name }) => ({
      name: file.fileName,
      kind: file.kind,
      originalBytes: file.bytes,
      ...(record
        ? { result: name, compressedBytes: record.resultBytes, jobId: record.id, report: record.report }
        : { error: error?.message, code: error?.code }),
    })),
  };
}
