import type { CompressionReport, FileKind, JobOptions } from '#engine/index.ts';
import { API_ERRORS, type ApiErrorCode } from '#platform/contracts/api-errors.ts';
import { brand } from '~/content/brand.ts';
import { fileNameFrom } from '../results/content-disposition.ts';
import { awaitJob } from '../job/await-job.ts';
import { askForJob, fetchResult, JobGone, type JobState } from '../job/job-calls.ts';
import { persist, type PersistWatch } from '../job/persist.ts';
import type { RunLocation } from './run-location.ts';
import { readHead, recognise, type RecognisedFile } from '../selection/recognise.ts';
import { CompressionRefused } from './refusal.ts';
import type { UploadRequest } from '../upload/upload.ts';
import { uploadFile } from '../upload/upload-file.ts';

/** How long a result that has arrived waits for its report. */
const REPORT_PATIENCE_MS = 3_000;

/** A server that loses a job again and again is not asked for ever. */
const MAX_UPLOADS = 2;

/** What came back for one file. */
export interface CompressedFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly blob: Blob;
  readonly kind: FileKind;
  /** The name that the file was sent under because its content is of another kind than its name says; else null. */
  readonly correctedName: string | null;
  /** Names the job when a link to the result is asked for; null when the server did not say. */
  readonly jobId: string | null;
  /** What the engine did and left alone; null when it could not be fetched. */
  readonly report: CompressionReport | null;
  /** Where it was made. */
  readonly place: RunLocation;
}

export interface CompressionRequest {
  readonly file: File;
  /** What name and type of the file say. */
  readonly kind: FileKind;
  readonly options: JobOptions;
  /** Which file of this tab's list it is; left out for one that is in no list. */
  readonly index?: number;
  /** A job that an earlier page has made of this file with these options; else null. */
  readonly jobId: string | null;
  /** It is a result of this browser, on its way to a link [false]. */
  readonly isMadeHere?: boolean;
}

export interface CompressionWatch extends PersistWatch {
  /** The server works on the file under this name: it can be followed from now on without another upload. Null where it failed. */
  onJob(jobId: string | null): void;
  /** A result that is smaller comes before its report, which may turn out to be null. Left out: every result waits for its own. */
  onReport?(coming: Promise<CompressionReport | null>): void;
}

/**
 * Compresses one file: uploads it, unless the server has a job of it already, follows the job and fetches its result. What
 * passes, such as a lost line or a deployment, is waited for.
 * @throws CompressionRefused with the server's words, or the signal's reason
 */
export async function requestCompression(
  { file, kind, jobId, ...how }: CompressionRequest,
  watch: CompressionWatch,
): Promise<CompressedFile> {
  const source = await inTurn(() => recognise(file, kind));
  let known = jobId;
  for (let uploads = 0; ;) {
    let release: (() => void) | undefined;
    if (known === null) {
      const sent = await upload({ file: source.file, ...how }, watch);
      if (sent.type === 'result') return readResult(sent.response, source, watch);
      ({ jobId: known, release } = sent);
      uploads++;
      watch.onJob(known);
    }
    try {
      return await finish(known, source, watch);
    } catch (error) {
      // Its result has expired, or its server was lost with its disk: the file is still here.
      if (!(error instanceof JobGone) || uploads >= MAX_UPLOADS) throw error;
      known = null;
    } finally {
      release?.();
    }
  }
}

let lastLook: Promise<unknown> = Promise.resolve();

/** Files are looked at one after the other, so that their uploads begin in the order of the selection. */
function inTurn<T>(look: () => Promise<T>): Promise<T> {
  const own = lastLook.then(look, look);
  lastLook = own;
  return own;
}

function upload(request: UploadRequest, watch: CompressionWatch) {
  const { signal, onStage } = watch;
  const { file } = request;
  const onSent = (sentBytes: number) => onStage({ at: 'sending', sentBytes, totalBytes: file.size });
  return persist(async () => {
    onSent(0);
    try {
      return await uploadFile(request, { signal, onSent });
    } catch (error) {
      // To browsers a file that has gone since its choice is a line that broke; no line brings it back.
      await readHead(file);
      throw error;
    }
  }, watch);
}

/** Follows a job and fetches its result. @throws JobGone, or what else {@link requestCompression} throws */
async function finish(
  jobId: string,
  source: RecognisedFile,
  watch: CompressionWatch,
): Promise<CompressedFile> {
  try {
    const job = await awaitJob(jobId, watch);
    if (job.status !== 'completed') throw failureOf(job);
    const { headers, blob } = await persist(() => {
      watch.onStage({ at: 'fetching' });
      return fetchResult(jobId, watch.signal);
    }, watch);
    return compressedFile(source, headers, blob, job.report ?? null, jobId);
  } catch (error) {
    // A job that may still end well is kept in mind for another try.
    const goesOn = error instanceof CompressionRefused && error.passing !== null;
    if (!goesOn && !watch.signal.aborted) watch.onJob(null);
    throw error;
  }
}

function failureOf({ status, error, code }: JobState): CompressionRefused {
  if (status === 'cancelled') return new CompressionRefused('This job was cancelled.', { retryable: true });
  const known = code !== undefined && code in API_ERRORS ? API_ERRORS[code as ApiErrorCode] : undefined;
  return new CompressionRefused(error || 'Compression Failed', { retryable: known?.retryable ?? true });
}

/** The answer of a server that compresses while its client waits. */
async function readResult(
  response: Response,
  source: RecognisedFile,
  { signal, onReport }: CompressionWatch,
): Promise<CompressedFile> {
  const { headers } = response;
  const jobId = headers.get('X-Job-Id');
  const coming = jobId === null ? Promise.resolve(null) : fetchReport(jobId, signal);
  const blob = await response.blob();
  // Why a file did not get smaller is said with its result.
  if (onReport && blob.size < source.file.size) {
    onReport(coming);
    return compressedFile(source, headers, blob, null, jobId);
  }
  const report = await Promise.race([coming, wait(REPORT_PATIENCE_MS)]);
  return compressedFile(source, headers, blob, report, jobId);
}

function compressedFile(
  { file, kind, correctedName }: RecognisedFile,
  headers: Headers,
  blob: Blob,
  report: CompressionReport | null,
  jobId: string | null,
): CompressedFile {
  const name = fileNameFrom(headers.get('Content-Disposition')) ?? `${brand.filePrefix}${file.name}`;
  const { type, size } = blob;
  return { name, type, size, blob, kind, correctedName, jobId, report, place: 'server' };
}

/** The report of a job; null when it cannot be had: the result counts without it. */
async function fetchReport(jobId: string, signal: AbortSignal): Promise<CompressionReport | null> {
  try {
    return (await askForJob(jobId, signal)).report ?? null;
  } catch {
    return null;
  }
}

function wait(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ms));
}
