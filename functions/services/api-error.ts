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
   * @param options.message  says it better than the usual text; no path, no library name
   * @param options.retryAfterSeconds when trying again makes sense [the usual for the status]
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

/**
 * Runs a call to a port; whatever goes wrong there is "unavailable" for the client, with the cause for the log.
 * Our own errors and cancellations pass unchanged.
 */
export async function fromBackend<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (isApiError(error) || signal?.aborted) throw error;
    throw new ApiError('unavailable', { cause: error });
  }
}
