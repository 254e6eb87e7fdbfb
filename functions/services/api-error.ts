import { isMachineFailure, isOutOfRoom } from '#platform/machine-failure.ts';
import { API_ERRORS, type ApiErrorCode } from '#platform/contracts/api-errors.ts';

/**
 * An error that people and programs see. `code` decides status and usual text, see API_ERRORS.
 * Recognise it with {@link isApiError}: the server build carries its own copy of this class.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  readonly retryAfterSeconds: number | undefined;

  /**
   * @param code             the row of API_ERRORS
   * @param options.message  replaces the usual text; no path, no library name
   * @param options.retryAfterSeconds for the Retry-After header [the default of the status]
   */
  constructor(
    code: ApiErrorCode,
    options: { message?: string | undefined; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(
      options.message ?? API_ERRORS[code].message,
      options.cause === undefined ? {} : { cause: options.cause },
    );
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** Whether a value is one of our errors, also when another copy of the class made it. */
export function isApiError(value: unknown): value is ApiError {
  return value instanceof Error && value.name === 'ApiError' && (value as ApiError).code in API_ERRORS;
}

/** Room comes with the end of jobs and of the time of results. */
const ROOM_AGAIN_SECONDS = 30;

/** The error for new bytes that there is no room for. */
export function noRoom(cause?: unknown): ApiError {
  return new ApiError('storage-full', { retryAfterSeconds: ROOM_AGAIN_SECONDS, cause });
}

/** The error for what went wrong in a backend, or in the machine; the cause is for the log. */
export function backendError(cause: unknown): ApiError {
  return isOutOfRoom(cause) ? noRoom(cause) : new ApiError('unavailable', { cause });
}

/** Whether an error says nothing of the request: a backend was away, or without room. */
export function isBackendError(error: unknown): boolean {
  return isApiError(error) && (error.code === 'unavailable' || error.code === 'storage-full');
}

/** The error for whatever else was thrown. */
export function unexpectedError(cause: unknown): ApiError {
  return isMachineFailure(cause) ? backendError(cause) : new ApiError('internal', { cause });
}

/**
 * Runs a call to a port; whatever goes wrong there is "unavailable" for the client, or "storage-full" where there is no room,
 * with the cause for the log. Our own errors and cancellations pass unchanged.
 */
export async function fromBackend<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (isApiError(error) || signal?.aborted) throw error;
    throw backendError(error);
  }
}
