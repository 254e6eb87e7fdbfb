import type { JobOptions, SIZE_OPTIONS } from '../api/options.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The most that a picture may have on its sides, in px. */
export type Bounds = Pick<JobOptions, (typeof SIZE_OPTIONS)[number]>;

/**
 * The largest size of the same shape within the bounds that an option sets; never a larger one.
 * @param size as shown, in px
 * @returns whole pixels, at least 1 a side
 */
export function fitInside(size: Size, bounds: Bounds): Size {
  const { width, height } = size;
  const { maxWidth = Infinity, maxHeight = Infinity, maxSide = Infinity } = bounds;
  const ratio = Math.min(maxWidth / width, maxHeight / height, maxSide / Math.max(width, height));
  if (ratio >= 1) return size;
  const scaled = (side: number): number => Math.max(1, Math.round(side * ratio));
  return { width: scaled(width), height: scaled(height) };
}
