import type { IncomingMessage } from 'node:http';
import { ApiError } from '../services/api-error.ts';

/**
 * Codings that change the bytes of a body. What else stands in Content-Encoding, such as a character set, is a mistake that
 * changes nothing, and the content is judged as ever. Source: HTTP Content Coding Registry of IANA.
 */
const CODINGS = /^((x-)?(gzip|compress)|deflate|br|zstd|dcb|dcz|exi|aes128gcm|pack200-gzip)$/;

/** Files are packed already, and what unpacks to more than it says is not let in. @throws ApiError "encoded-body" */
export function checkContentCoding({ headers }: IncomingMessage): void {
  const codings = (headers['content-encoding'] ?? '').toLowerCase().split(',');
  if (codings.some((coding) => CODINGS.test(coding.trim()))) throw new ApiError('encoded-body');
}
