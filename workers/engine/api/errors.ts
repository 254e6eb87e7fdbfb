/** Why a file cannot be compressed. Each code is final: trying again gives the same answer. */
export const ENGINE_ERROR_CODES = [
  'damaged',
  'password-protected',
  'too-large',
  'limit-exceeded',
  'unsupported',
] as const;
export type EngineErrorCode = (typeof ENGINE_ERROR_CODES)[number];

/**
 * A file that cannot be compressed, with the reason in words a person understands.
 * Recognise it by `code`: it crosses process borders, where `instanceof` fails.
 */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly code: EngineErrorCode;

  /**
   * @param code    the reason, for programs
   * @param message what is wrong and what to do, for people; no path, no library name
   */
  constructor(code: EngineErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** For `catch` where a fault of the file is no harm: answers with the fallback. @throws any other error as it is */
export function orIfRefused<T>(fallback: T): (error: unknown) => T {
  return (error) => {
    if (!isEngineError(error)) throw error;
    return fallback;
  };
}

/** Whether a value is an engine error, also one from another realm or process. */
export function isEngineError(value: unknown): value is EngineError {
  return (
    value instanceof Error &&
    value.name === 'EngineError' &&
    (ENGINE_ERROR_CODES as readonly string[]).includes((value as EngineError).code)
  );
}
