import type { Raster } from '../raster.ts';
import { blockColours } from './block-colours.ts';
import { colourDrift, driftScore } from './colour-drift.ts';
import { grossDifference } from './gross-difference.ts';

/** Levels of 255 by which the mean of an area may move. */
const GROSS_LIMIT = 12;

/**
 * What the whole of a picture says, cheaply, where the visual score measures tiles: the highest score that it may have.
 * @returns -Infinity where a part is lost or the sizes differ, 100 where all areas have kept their colour
 */
export function areaScore(reference: Raster, candidate: Raster): number {
  if (reference.width !== candidate.width || reference.height !== candidate.height) return -Infinity;
  const seen = blockColours(reference, candidate);
  if (grossDifference(seen[0]) > GROSS_LIMIT) return -Infinity;
  return driftScore(Math.max(...seen.map(colourDrift)));
}
