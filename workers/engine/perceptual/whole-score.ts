import type { Raster } from '../raster.ts';
import { releaseRaster } from '../release-raster.ts';
import { areaScore } from './area-score.ts';
import { VisualMeter } from './visual-score.ts';

/**
 * The visual score of a picture that nobody needs afterwards, but no higher than what all of it says: a meter of structure
 * hardly sees that a pale sky has become grey.
 * @param candidate same width and height as the reference; its memory may be freed
 * @param meter     of the reference, where there is one already [one for this picture]
 * @returns         -Infinity where a part is lost
 */
export function wholeScore(reference: Raster, candidate: Raster, meter?: VisualMeter): number {
  const most = areaScore(reference, candidate);
  if (most !== -Infinity) return Math.min(most, (meter ?? new VisualMeter(reference)).scoreOfLast(candidate));
  // Left to garbage collection, two more pictures would be in memory during the next encode.
  releaseRaster(candidate);
  return most;
}
