import { MOST_SCORE, VIEWED_RISE_SHARE, VIEWED_RISE_SPAN } from './thresholds.ts';

/**
 * The floor for a picture that is measured smaller than it is stored. Reducing hides differences, so the floor rises.
 * @param viewScale from its pixels to those that are measured, at most 1
 */
export function viewedFloor(floor: number, viewScale: number): number {
  return floor + (MOST_SCORE - floor) * riseShare(viewScale);
}

/** What a score, measured on fewer pixels, is worth on all of them: the inverse of {@link viewedFloor}. */
export function storedScore(viewed: number, viewScale: number): number {
  return MOST_SCORE - (MOST_SCORE - viewed) / (1 - riseShare(viewScale));
}

function riseShare(viewScale: number): number {
  return VIEWED_RISE_SHARE * Math.min(1, (1 - viewScale) / VIEWED_RISE_SPAN);
}
