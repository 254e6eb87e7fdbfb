import type { Region } from './read-animation.ts';

/** The least rectangle around what differs. */
export interface Change extends Region {
  /** Pixels that differ. */
  readonly count: number;
}

/**
 * Compares two canvases of the same size.
 * @param width of both, px
 * @returns one pixel at the top left, with a count of 0, where they are the same
 */
export function changedRegion(before: Uint32Array, after: Uint32Array, width: number): Change {
  const height = after.length / width;
  let [left, right, top, bottom, count] = [width, -1, height, -1, 0];
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      if (before[at] === after[at]) continue;
      count++;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  if (count === 0) return { x: 0, y: 0, width: 1, height: 1, count };
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1, count };
}
