import { hasSameSize, type Raster } from '../base/raster.ts';
import { releaseRaster } from '../base/release-raster.ts';
import { areaScoreOf } from './metrics/area-score.ts';
import { blockColours } from './metrics/block-colours.ts';
import { mostByPlace } from './metrics/place-meter.ts';
import { isMeasuredWhole } from './metrics/ssimulacra2/sample-tiles.ts';
import { stackedParts } from './metrics/stacked-parts.ts';
import { VisualMeter } from './metrics/ssimulacra2/visual-score.ts';
import { worstPlace } from './metrics/worst-place.ts';

/** What is there already of what a whole score takes. */
export interface Measured {
  /** Meter of the reference [one for this picture]. */
  readonly meter?: VisualMeter;
  /** What the meter says of the candidate [measured]. */
  readonly score?: number;
}

/**
 * The visual score of a picture that nobody needs afterwards, but no higher than what all of it says: a meter of structure
 * hardly sees that a pale sky has become grey, and its tiles may miss the one drawing among photographs.
 * @param candidate same width and height as the reference; its memory is freed
 * @returns         -Infinity where a part is lost
 */
export function wholeScore(reference: Raster, candidate: Raster, measured?: Measured): number {
  return judgeWhole(reference, candidate, measured).score;
}

export interface WholeJudgement {
  /** As of {@link wholeScore}. */
  readonly score: number;
  /** Its worst place alone pulls the score down. */
  readonly isByPlace: boolean;
}

/** {@link wholeScore}, and what it is due to. */
export function judgeWhole(reference: Raster, candidate: Raster, measured: Measured = {}): WholeJudgement {
  const seen = hasSameSize(reference, candidate) ? blockColours(reference, candidate) : null;
  const most = seen ? areaScoreOf(seen) : -Infinity;
  const tile = seen && most !== -Infinity && !isMeasuredWhole(reference) ? worstPlace(seen, reference) : null;
  const place = tile && stackedParts(candidate, [tile]);
  const score = Math.min(
    most,
    tilesScore(reference, candidate, most === -Infinity ? { score: most } : measured),
  );
  return withPlace(score, tile && place ? mostByPlace(reference, tile, place) : 100);
}

/** @param most that the worst place allows */
export function withPlace(score: number, most: number): WholeJudgement {
  return { score: Math.min(score, most), isByPlace: most < score };
}

/** What the tiles of a candidate say, which is gone afterwards. */
function tilesScore(reference: Raster, candidate: Raster, { meter, score }: Measured): number {
  if (score === undefined) return (meter ?? new VisualMeter(reference)).scoreOfLast(candidate);
  // Left to garbage collection, two more pictures would be in memory during the next encode.
  releaseRaster(candidate);
  return score;
}
