import { isEngineError, type EngineError } from '../api/errors.ts';

/**
 * A codec that failed for a reason of its own: no memory, a trap, a library that does not load, an encode of our samples
 * that fails. It says nothing of the file, and another run may succeed: therefore no engine error.
 */
export class CodecBreakdownError extends Error {
  override readonly name = 'CodecBreakdownError';

  /** @param message what failed, for the log */
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
  }
}

/** Whether a value is a breakdown, also one from another realm. */
export function isCodecBreakdown(value: unknown): value is CodecBreakdownError {
  return value instanceof Error && value.name === 'CodecBreakdownError';
}

/** What a library throws when it was called wrongly, or its WebAssembly trapped. */
const OWN_ERRORS = new Set([
  'TypeError',
  'RangeError',
  'ReferenceError',
  'RuntimeError',
  'CompileError',
  'LinkError',
]);

/**
 * Messages of libvips, its libraries, oxipng and mozjpeg that do not speak of the input. Short on purpose: what is not
 * listed is damage, as most failures of decoders are.
 */
const OWN_MESSAGES =
  /\bmemory\b|\balloc|bad_alloc|ENOMEM|EMFILE|ENFILE|too many open files|no space left|quota exceeded|input\/output error|read-only file|panic|out of order read|\bthread|unable to (create|mmap|write)|(jpeg|png|webp|gif)save|VipsForeignSave/i;

/** libheif's of a file that asks for more than any program needs, in words of memory. */
const DAMAGE_MESSAGE = /security limit exceeded/i;

/** zlib's codes of a broken stream; its others, and those of the system and of Node, are not the input's fault. */
const DAMAGE_CODES = new Set(['Z_DATA_ERROR', 'Z_BUF_ERROR', 'Z_NEED_DICT', 'GenericFailure', 'InvalidArg']);

/** Whether a failed decode shows a sign of a breakdown. What is thrown without a type is damage: a C++ exception of a decoder. */
export function isBreakdown(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  const { code } = cause as { code?: unknown };
  if (typeof code === 'string' && !DAMAGE_CODES.has(code)) return true;
  if (isCodecBreakdown(cause) || OWN_ERRORS.has(cause.name)) return true;
  return OWN_MESSAGES.test(cause.message) && !DAMAGE_MESSAGE.test(cause.message);
}

/**
 * Runs a codec on bytes of a file.
 * @param damaged makes the engine error of a failure that is the input's
 * @throws the result of `damaged`, an engine error of `work` as it is, CodecBreakdownError for anything that is not the input's
 */
export async function reading<T>(
  work: () => Promise<T> | T,
  damaged: (cause: unknown) => EngineError,
): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (isEngineError(cause)) throw cause;
    throw isBreakdown(cause) ? asBreakdown('A codec could not read its input.', cause) : damaged(cause);
  }
}

/**
 * Runs a codec on samples or bytes of our own, which are never damaged.
 * @throws an engine error of `work` as it is, CodecBreakdownError for any other failure
 */
export async function writing<T>(work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw isEngineError(cause) ? cause : asBreakdown('A codec could not write its output.', cause);
  }
}

/** A breakdown stays the one that it is. */
export function asBreakdown(message: string, cause: unknown): CodecBreakdownError {
  return isCodecBreakdown(cause) ? cause : new CodecBreakdownError(message, { cause });
}
