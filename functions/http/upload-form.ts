import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import type { ApiErrorCode } from '#platform/contracts/api-errors.ts';
import { ApiError } from '../services/api-error.ts';
import { drain } from './drain.ts';

/** A file as it arrives. Its bytes must be read to the end, or the form fails. */
export interface FormFile {
  readonly fileName: string | undefined;
  readonly mimeType: string;
  readonly bytes: Readable;
}

export interface UploadFormOptions {
  /** The one field that may hold files. */
  readonly field: string;
  readonly maxFiles: number;
  readonly tooMany: ApiError;
  readonly noFile: ApiErrorCode;
  /** Longest body, form and all. */
  readonly maxBodyBytes: number;
  /** Takes one file; the next one is parsed when its bytes are read. `fields` are those before it. */
  readonly onFile: (file: FormFile, fields: ReadonlyMap<string, string>) => Promise<void>;
  /** A client that sends nothing for so long has gone. */
  readonly idleMs?: number;
}

/** Small ones only: preset, target and whatever a form adds. */
const FIELD_LIMITS = { fieldNameSize: 100, fieldSize: 1_024, fields: 10, parts: 40, headerPairs: 50 };
const IDLE_MS = 60_000;

/**
 * Reads a multipart form and hands on its files while they arrive, no faster than they are taken.
 * When it throws, the rest of the request is being drained, so that an answer can still reach the client,
 * and every `onFile` has ended.
 * @throws ApiError "invalid-request", "too-large", `noFile`, `tooMany`, or what `onFile` threw
 */
export async function readUploadForm(request: IncomingMessage, options: UploadFormOptions): Promise<void> {
  const parser = createParser(request, options.noFile);
  const fields = new Map<string, string>();
  const work: Promise<void>[] = [];

  const parsed = new Promise<void>((resolve, reject) => {
    parser.on('field', (name, value, info) => {
      if (info.valueTruncated || info.nameTruncated) reject(invalid(`The field "${name}" is too long.`));
      else if (work.length > 0) reject(invalid(`Send the field "${name}" before the file.`));
      else fields.set(name, value);
    });
    parser.on('file', (name, bytes, info) => {
      // Whoever reads it hears of its errors; nobody may be left to.
      bytes.on('error', () => {});
      if (name !== options.field || isEmptyInput(info)) return reject(new ApiError(options.noFile));
      if (work.length === options.maxFiles) return reject(options.tooMany);
      const taken = options.onFile({ fileName: info.filename, mimeType: info.mimeType, bytes }, fields);
      work.push(taken);
      taken.catch(reject);
    });
    parser.on('fieldsLimit', () => reject(invalid('The form has too many fields.')));
    parser.on('partsLimit', () => reject(options.tooMany));
    parser.on('error', () => reject(incomplete()));
    parser.on('close', resolve);
    const unwatch = watchBody(request, options, reject);
    parser.once('close', unwatch);
  });

  request.pipe(parser);
  try {
    await parsed;
    await Promise.all(work);
  } catch (error) {
    request.unpipe(parser);
    drain(request);
    parser.destroy();
    await Promise.allSettled(work);
    throw error;
  }
  if (work.length === 0) throw new ApiError(options.noFile);
}

function createParser(request: IncomingMessage, noFile: ApiErrorCode): busboy.Busboy {
  if (!/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')) throw new ApiError(noFile);
  try {
    return busboy({ headers: request.headers, limits: FIELD_LIMITS, defParamCharset: 'utf8' });
  } catch {
    // No boundary, or one that cannot be.
    throw new ApiError('invalid-request');
  }
}

/** A file input in which nothing was chosen is sent as a part without a name and without bytes. */
function isEmptyInput(info: busboy.FileInfo): boolean {
  return !info.filename && info.mimeType === 'application/octet-stream';
}

/** Ends the form when the client goes away, falls silent or sends too much. Returns how to stop watching. */
function watchBody(
  request: IncomingMessage,
  options: UploadFormOptions,
  fail: (error: ApiError) => void,
): () => void {
  let left = options.maxBodyBytes;
  const onData = (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) fail(new ApiError('too-large'));
    idle.refresh();
  };
  const onEnd = () => {
    if (!request.complete) fail(incomplete());
  };
  const onIdle = () => {
    // Paused means that the store is slow, not the client.
    if (request.isPaused()) idle.refresh();
    else fail(incomplete());
  };
  const idle = setTimeout(onIdle, options.idleMs ?? IDLE_MS);
  request.on('data', onData);
  request.on('error', onEnd);
  request.on('close', onEnd);
  return () => {
    clearTimeout(idle);
    request.off('data', onData);
    request.off('close', onEnd);
  };
}

function invalid(message: string): ApiError {
  return new ApiError('invalid-request', { message });
}

function incomplete(): ApiError {
  return invalid('The upload ended before it was complete. Please send it again.');
}
