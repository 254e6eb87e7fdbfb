import type { CompressionReport, FileKind, JobOptions } from '#engine/index.ts';
import { API_ERRORS, type ApiErrorBody } from '#platform/contracts/api-errors.ts';
import { formatJobOptions } from '#platform/contracts/job-option-text.ts';
import { brand } from '~/content/brand.ts';
import { fileNameFrom } from './content-disposition.ts';
import { recognise, type RecognisedFile } from './recognise.ts';
import { CompressionRefused } from './refusal.ts';

/** How long a result that has arrived waits for its report. */
const REPORT_PATIENCE_MS = 3_000;

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
}

export interface CompressionRequest {
  readonly file: File;
  /** What name and type of the file say. */
  readonly kind: FileKind;
  readonly options: JobOptions;
}

/**
 * Sends one file to be compressed.
 * @throws CompressionRefused with the server's words, or AbortError when `signal` fires
 */
export async function requestCompression(
  { file, kind, options }: CompressionRequest,
  signal: AbortSignal,
): Promise<CompressedFile> {
  const source = await recognise(file, kind);
  const form = new FormData();
  // Before the file: the server reads the form as a stream.
  for (const [name, text] of formatJobOptions(options)) form.append(name, text);
  form.append('file', source.file, source.file.name);
  try {
    const response = await fetch('/api/compress', { method: 'POST', body: form, signal });
    if (!response.ok) throw await refusal(response);
    return await readResult(response, source, signal);
  } catch (error) {
    // fetch reports every network failure as a TypeError with a message for developers.
    if (error instanceof TypeError && !signal.aborted) {
      const message = 'The connection was lost. Check that you are online and try again.';
      throw new CompressionRefused(message, { retryable: true, cause: error });
    }
    throw error;
  }
}

async function readResult(
  response: Response,
  { file, kind, correctedName }: RecognisedFile,
  signal: AbortSignal,
): Promise<CompressedFile> {
  const jobId = response.headers.get('X-Job-Id');
  // Side by side: the report takes no time of its own.
  const reportComing = jobId === null ? null : fetchReport(jobId, signal);
  const blob = await response.blob();
  const report = await Promise.race([reportComing, wait(REPORT_PATIENCE_MS)]);
  return {
    name: fileNameFrom(response.headers.get('Content-Disposition')) ?? `${brand.filePrefix}${file.name}`,
    type: blob.type,
    size: blob.size,
    blob,
    kind,
    correctedName,
    jobId,
    report,
  };
}

/** The report of a job; null when it cannot be had: the result counts without it. */
async function fetchReport(jobId: string, signal: AbortSignal): Promise<CompressionReport | null> {
  try {
    const response = await fetch(`/api/jobs/${encodeURIComponent(jobId)}`, { signal });
    if (!response.ok) return null;
    return ((await response.json()) as { report?: CompressionReport }).report ?? null;
  } catch {
    return null;
  }
}

async function refusal(response: Response): Promise<CompressionRefused> {
  const body = (await response.json().catch(() => ({}))) as Partial<ApiErrorBody>;
  const known = body.code === undefined ? undefined : API_ERRORS[body.code];
  return new CompressionRefused(body.error || 'Compression Failed', {
    retryable: known?.retryable ?? response.status >= 500,
  });
}

function wait(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ms));
}
