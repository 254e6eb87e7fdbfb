import type { JobOptions } from '#engine/options.ts';
import { API_ERRORS, type ApiErrorBody } from '#platform/contracts/api-errors.ts';
import { formatJobOptions } from '#platform/contracts/job-option-fields.ts';
import { brand } from '~/content/brand.ts';
import { fileNameFrom } from './content-disposition.ts';

/** What came back for one file. */
export interface CompressedFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly blob: Blob;
  /** Names the job when a link to the result is asked for; null when the server did not say. */
  readonly jobId: string | null;
}

/** The server said no, or could not be reached. The message is meant for people. */
export class CompressionRefused extends Error {
  override readonly name = 'CompressionRefused';
  readonly retryable: boolean;

  constructor(message: string, options: { retryable: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.retryable = options.retryable;
  }
}

/**
 * Sends one file to be compressed.
 * @throws CompressionRefused with the server's words, or AbortError when `signal` fires
 */
export async function requestCompression(
  file: File,
  { signal, ...options }: JobOptions & { readonly signal: AbortSignal },
): Promise<CompressedFile> {
  const form = new FormData();
  // Before the file: the server reads the form as a stream.
  for (const [name, text] of formatJobOptions(options)) form.append(name, text);
  form.append('file', file, file.name);
  try {
    const response = await fetch('/api/compress', { method: 'POST', body: form, signal });
    if (!response.ok) throw await refusal(response);
    const blob = await response.blob();
    return {
      name: fileNameFrom(response.headers.get('Content-Disposition')) ?? `${brand.filePrefix}${file.name}`,
      type: blob.type,
      size: blob.size,
      blob,
      jobId: response.headers.get('X-Job-Id'),
    };
  } catch (error) {
    // fetch says TypeError for every trouble on the way, in words that help nobody.
    if (error instanceof TypeError && !signal.aborted) {
      const message = 'The connection was lost. Check that you are online and try again.';
      throw new CompressionRefused(message, { retryable: true, cause: error });
    }
    throw error;
  }
}

async function refusal(response: Response): Promise<CompressionRefused> {
  const body = (await response.json().catch(() => ({}))) as Partial<ApiErrorBody>;
  const known = body.code === undefined ? undefined : API_ERRORS[body.code];
  return new CompressionRefused(body.error || 'Compression Failed', {
    retryable: known?.retryable ?? response.status >= 500,
  });
}
