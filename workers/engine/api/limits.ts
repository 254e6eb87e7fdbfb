import { EngineError } from './errors.ts';

/** Limits that hold for every kind, checked before or while decoding. */
export const ENGINE_LIMITS = {
  /** A picture's width times height. */
  maxPixels: 100_000_000,
  /** Segments or chunks of a picture file; each takes memory of its own, however short it is. */
  maxPictureParts: 100_000,
  /** All that a document inflates to, counted while inflating. */
  maxInflatedBytes: 2 * 1024 ** 3,
  /** Entries in a zip package. */
  maxZipEntries: 10_000,
  /** Inflated to deflated bytes of one zip entry, for entries above `zipRatioFromBytes`. */
  maxZipRatio: 200,
  zipRatioFromBytes: 10 * 1024 ** 2,
  /** Pages of a PDF. */
  maxPages: 10_000,
} as const;

/**
 * Refuses a picture with more than 100 megapixels, or with no area.
 * @throws EngineError "too-large" or "damaged"
 */
export function checkPixels(width: number, height: number): void {
  if (!(width > 0 && height > 0))
    throw new EngineError('damaged', 'The image has a width or height of zero.');
  if (width * height > ENGINE_LIMITS.maxPixels) {
    // Rounded up: a picture just above the limit must not seem to be within it.
    const megapixels = Math.ceil((width * height) / 1e6);
    throw new EngineError(
      'too-large',
      `The image has ${megapixels} megapixels; the limit is ${ENGINE_LIMITS.maxPixels / 1e6}. Reduce its size and try again.`,
    );
  }
}

/**
 * Refuses a picture file of more segments or chunks than any program writes.
 * @throws EngineError "too-large"
 */
export function checkPictureParts(count: number): void {
  if (count > ENGINE_LIMITS.maxPictureParts)
    throw new EngineError(
      'too-large',
      `The image file consists of more than ${ENGINE_LIMITS.maxPictureParts} parts. Save it anew and try again.`,
    );
}
