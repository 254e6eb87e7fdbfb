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
  const seen = wholeBlocks(reference, candidate);
  return seen ? driftScore(Math.max(...seen.map(colourDrift))) : -Infinity;
}

/** Whether a candidate has the reference's size and no part of it is lost, whatever has become of its colours. */
export function hasAllParts(reference: Raster, candidate: Raster): boolean {
  return wholeBlocks(reference, candidate) !== null;
}

/** The blocks of both; null where the sizes differ or a part is lost. */
function wholeBlocks(reference: Raster, candidate: Raster): ReturnType<typeof blockColours> | null {
  if (reference.width !== candidate.width || reference.height !== candidate.height) return null;
  const seen = blockColours(reference, candidate);
  return grossDifference(seen[0]) > GROSS_LIMIT ? null : seen;
}
