import { hasSameSize, type Raster } from '../../base/raster.ts';
import { blockColours, type BlockColours } from './block-colours.ts';
import { colourDrift, driftScore } from './colour-drift.ts';
import { grossDifference } from './gross-difference.ts';

/** Levels of 255 by which the mean of an area may move. */
const GROSS_LIMIT = 12;

/**
 * What the whole of a picture says, cheaply, where the visual score measures tiles: the highest score that it may have.
 * @returns -Infinity where a part is lost or the sizes differ, 100 where all areas have kept their colour
 */
export function areaScore(reference: Raster, candidate: Raster): number {
  return hasSameSize(reference, candidate) ? areaScoreOf(blockColours(reference, candidate)) : -Infinity;
}

/** {@link areaScore} of blocks as they were seen. */
export function areaScoreOf(seen: readonly [BlockColours, ...BlockColours[]]): number {
  return losesParts(seen) ? -Infinity : driftScore(Math.max(...seen.map(colourDrift)));
}

/** Whether a candidate has the reference's size and no part of it is lost, whatever has become of its colours. */
export function hasAllParts(reference: Raster, candidate: Raster): boolean {
  return hasSameSize(reference, candidate) && !losesParts(blockColours(reference, candidate));
}

function losesParts([first]: readonly [BlockColours, ...BlockColours[]]): boolean {
  return grossDifference(first) > GROSS_LIMIT;
}
