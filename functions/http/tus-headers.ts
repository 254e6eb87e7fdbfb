import type { IncomingMessage } from 'node:http';
import { ApiError } from '../services/api-error.ts';

/** The protocol of resumable uploads. Source: tus.io, "Resumable upload protocol 1.0.x". */
export const TUS_VERSION = '1.0.0';
export const TUS_EXTENSIONS = 'creation,creation-with-upload,expiration,termination';
/** Of the body of a request that carries bytes of a file. */
const TUS_CONTENT_TYPE = 'application/offset+octet-stream';

/** @throws ApiError "unsupported-protocol" */
export function checkTusVersion({ headers }: IncomingMessage): void {
  if (headers['tus-resumable'] !== TUS_VERSION) throw new ApiError('unsupported-protocol');
}

/**
 * A header that holds a number of bytes.
 * @throws ApiError "invalid-request" for one that is missing or anything but a whole number
 */
export function byteHeader({ headers }: IncomingMessage, name: 'Upload-Length' | 'Upload-Offset'): number {
  const text = headers[name.toLowerCase()];
  if (name === 'Upload-Length' && headers['upload-defer-length'] !== undefined)
    throw invalid('Say the length of the file in Upload-Length; it cannot be said later.');
  if (typeof text !== 'string') throw invalid(`The header ${name} is missing.`);
  const bytes = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(bytes))
    throw invalid(`The header ${name} must be a whole number of bytes.`);
  return bytes;
}

/** The body of the request in words: whether it carries bytes of a file. @throws ApiError "wrong-content-type" */
export function carriesBytes({ headers }: IncomingMessage): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
  if (hasBody && type.trim().toLowerCase() !== TUS_CONTENT_TYPE) throw new ApiError('wrong-content-type');
  return hasBody;
}

/**
 * The pairs of `Upload-Metadata`, in their order; a value may be missing.
 * @throws ApiError "invalid-request" for a form that is not the protocol's, or a name that comes twice
 */
export function readTusMetadata(header: string): [name: string, text: string][] {
  if (header.trim() === '') return [];
  const pairs = header.split(',').map((pair): [string, string] => {
    const [, name, value = ''] = PAIR.exec(pair.trim()) ?? [];
    const text = textIn(value);
    if (name === undefined || text === null)
      throw invalid(
        'Upload-Metadata must be pairs of a name and a value in base64, with commas between them.',
      );
    return [name, text];
  });
  const names = pairs.map(([name]) => name);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) throw invalid(`Upload-Metadata holds "${twice.slice(0, 40)}" more than once.`);
  return pairs;
}

/** `Upload-Metadata` without the pairs of these names, the others as they came. */
export function withoutPairs(header: string, isLeftOut: (name: string) => boolean): string {
  const pairs = header.split(',').filter((pair) => !isLeftOut(PAIR.exec(pair.trim())?.[1] ?? ''));
  return pairs.join(',');
}

const PAIR = /^([!-+\--~]+)(?: +([A-Za-z\d+/]*={0,2}))?$/;

function textIn(base64: string): string | null {
  if (base64.length % 4 === 1) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'));
  } catch {
    return null;
  }
}

function invalid(message: string): ApiError {
  return new ApiError('invalid-request', { message });
}
