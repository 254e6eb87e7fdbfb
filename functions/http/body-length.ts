import type { IncomingMessage } from 'node:http';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { ApiError } from '../services/api-error.ts';

/** What a form may hold besides its files: boundaries, part headers, fields. */
const FORM_BYTES = 64 * 1024;

/** The longest body that a path accepts, or Infinity where it takes no uploads. */
export function maxBodyBytes(path: string, maxFileBytes: number): number {
  if (/^\/api\/compress\/batch\/?$/.test(path)) {
    return OPERATING_LIMITS.maxFilesPerSelection * (maxFileBytes + FORM_BYTES);
  }
  return /^(\/api\/compress|\/shrink)\/?$/.test(path) ? maxFileBytes + FORM_BYTES : Infinity;
}

/** Whether a request declares a body longer than its path accepts. */
export function exceedsBodyLimit(request: IncomingMessage, maxFileBytes: number): boolean {
  const path = (request.url ?? '').split('?', 1)[0]!;
  return Number(request.headers['content-length'] ?? 0) > maxBodyBytes(path, maxFileBytes);
}

/** @throws ApiError "too-large" before the first byte of a body that is too long is read */
export function checkBodyLength(request: IncomingMessage, maxFileBytes: number): void {
  if (exceedsBodyLimit(request, maxFileBytes)) throw new ApiError('too-large');
}
