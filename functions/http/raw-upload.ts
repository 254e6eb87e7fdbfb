import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { parse } from 'content-disposition';
import type { ApiError } from '../services/api-error.ts';
import type { FormFile } from './upload-form.ts';
import { watchBody, type BodyLimits } from './watch-body.ts';

/** Types whose body is no file: a form, and what people send who took the call for one of JSON. */
const NO_FILE = /^(multipart\/|text\/|application\/json\b)/i;

/**
 * Whether the body of a request is a file by itself, as `curl --data-binary` sends it: a body of any type but a form, a text
 * and JSON. Clients that are told no type say application/x-www-form-urlencoded, or nothing.
 */
export function isRawUpload(request: IncomingMessage): boolean {
  const {
    'content-type': type = '',
    'content-length': length,
    'transfer-encoding': chunked,
  } = request.headers;
  return (Number(length ?? 0) > 0 || chunked !== undefined) && !NO_FILE.test(type);
}

/**
 * Hands on a body that is a file.
 * @param name of the file where `Content-Disposition` gives none
 * @throws ApiError "invalid-request" for a body that breaks off, or what `onFile` threw
 */
export async function readRawUpload<T>(
  request: IncomingMessage,
  limits: BodyLimits & { readonly name?: string | undefined },
  onFile: (file: FormFile) => Promise<T>,
): Promise<T> {
  // The body goes on its own way, so that an answer can reach a client whose file was refused while it still sends.
  const bytes = new PassThrough();
  bytes.on('error', () => {});
  const fail = (error: ApiError) => bytes.destroy(error);
  const unwatch = watchBody(request, limits, fail);
  request.pipe(bytes);
  try {
    const mimeType = request.headers['content-type'] ?? 'application/octet-stream';
    return await onFile({ fileName: nameIn(request) ?? limits.name, mimeType, bytes });
  } finally {
    unwatch();
    request.unpipe(bytes);
    bytes.destroy();
  }
}

/** The name that `Content-Disposition` of a request gives to its body; its encoded form comes first. Source: RFC 6266. */
function nameIn(request: IncomingMessage): string | undefined {
  const { parameters } = parse(request.headers['content-disposition'] ?? '');
  const name = parameters.filename;
  return name === undefined || 'filename*' in parameters ? name : fromUtf8(name);
}

/** Shells and programs write a name in UTF-8 into a header, which Node reads as one character a byte. */
function fromUtf8(name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(name, 'latin1'));
  } catch {
    return name;
  }
}
