import { EngineError } from '../api/errors.ts';
import { ENGINE_LIMITS } from '../api/limits.ts';

/** The engine error of a picture that a library refuses: "too-large" past the pixel limit, else "damaged". */
export function damaged(cause: unknown): EngineError {
  const message = cause instanceof Error ? cause.message : '';
  if (/pixel limit/i.test(message)) {
    return new EngineError(
      'too-large',
      `The image has more than ${ENGINE_LIMITS.maxPixels / 1e6} megapixels. Make it smaller first.`,
      { cause },
    );
  }
  return new EngineError('damaged', 'The image is damaged or cut short and cannot be read.', { cause });
}
