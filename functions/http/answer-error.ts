import type { ErrorRequestHandler, Request, Response } from 'express';
import { API_ERRORS, type ApiErrorBody, type ApiErrorCode } from '#platform/contracts/api-errors.ts';
import { ApiError, isApiError, unexpectedError } from '../services/api-error.ts';
import { requestInfoOf } from './request-info.ts';

/** Headers of a result that an error in its place must not carry. */
const OF_RESULTS = [
  'Content-Disposition',
  'Content-Type',
  'Link',
  'Server-Timing',
  'X-Robots-Tag',
  'Idempotent-Replayed',
  'X-Compressed-Size',
  'X-Failed-Count',
  'X-File-Count',
  'X-Job-Id',
  'X-Original-Size',
  'X-Saved-Percent',
  'X-Score',
  'X-Target-Met',
];

/** What is wrong with the token that was sent. Source: RFC 6750, section 3.1. */
const CHALLENGES: { readonly [code in ApiErrorCode]?: string } = {
  'invalid-key': 'Bearer error="invalid_token"',
  'missing-scope': 'Bearer error="insufficient_scope"',
};

/** What is taken in place of a packed body. Source: RFC 9110, section 15.5.16. */
const UNPACKED = 'identity';

/** What is another answer after a while; that a limit of the account is reached (409) does not change by itself. */
const AFTER_A_WHILE: ReadonlySet<number> = new Set([409, 429, 503, 507]);
/** Retry-After where the error names no time. */
const USUAL_RETRY_SECONDS = 5;

/** What is told of an error. */
type ErrorBody = (error: ApiError, requestId: string) => object;
const usualBody: ErrorBody = ({ message, code }, requestId): ApiErrorBody => ({
  error: message,
  code,
  requestId,
});

/**
 * Answers with the error in JSON. The cause is logged and never sent.
 * A response that has begun is cut off, so that the client sees that it is incomplete.
 */
export function answerError(
  request: Request,
  response: Response,
  error: unknown,
  bodyOf: ErrorBody = usualBody,
): void {
  const { requestId, logger } = requestInfoOf(request);
  const known = toApiError(error);
  const { status, retryable } = API_ERRORS[known.code];
  // A lack of room is no fault of the program, so the stack says nothing useful.
  const fault = known.cause ?? (known.code === 'storage-full' ? undefined : error);
  if (status >= 500) logger.error('request.failed', { code: known.code, error: fault });
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (retryable && AFTER_A_WHILE.has(status))
    response.setHeader('Retry-After', known.retryAfterSeconds ?? USUAL_RETRY_SECONDS);
  const challenge = CHALLENGES[known.code] ?? (status === 401 ? 'Bearer' : undefined);
  if (challenge !== undefined) response.setHeader('WWW-Authenticate', challenge);
  if (known.code === 'encoded-body') response.setHeader('Accept-Encoding', UNPACKED);
  for (const name of OF_RESULTS) response.removeHeader(name);
  response.setHeader('Cache-Control', 'no-store');
  response.status(status).json(bodyOf(known, requestId));
}

/** For express: everything that a handler of the API threw. */
export const apiErrorHandler: ErrorRequestHandler = (error: unknown, request, response, _next) =>
  answerError(request, response, error);

function toApiError(error: unknown): ApiError {
  if (isApiError(error)) return error;
  // express and body-parser mark the client's mistakes with a status of their own.
  const status = (error as { status?: unknown } | null)?.status;
  if (typeof status === 'number' && status >= 400 && status < 500) return new ApiError('invalid-request');
  return unexpectedError(error);
}
