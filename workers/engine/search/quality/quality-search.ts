import { clamp } from '../../base/bytes.ts';
import { AIM_POINTS, LEAST_GAIN_POINTS, MAX_TRIALS, POINTS_PER_STEP, TOLERANCE_POINTS } from '../tuning.ts';

/** One measured encode. */
export interface Trial {
  readonly quality: number;
  readonly score: number;
  readonly bytes: Uint8Array;
}

export interface QualitySearch {
  /** Lowest score accepted. */
  readonly floor: number;
  /** Integers, inclusive. */
  readonly min: number;
  readonly max: number;
  /** Where to begin. */
  readonly start: number;
  /** Encodes and measures at a quality. */
  readonly attempt: (quality: number) => Promise<Trial>;
  /** Asked after each trial; true ends the search, e.g. because another way of encoding is already better. */
  readonly shouldStop?: (trial: Trial) => boolean;
  /** A score this little above the floor ends the search early [0.4]. */
  readonly tolerance?: number;
  /** Encodes allowed [8]. */
  readonly maxTrials?: number;
}

/**
 * Finds the lowest quality whose score reaches the floor, by interpolation between the closest misses.
 * Scores rise with quality, near enough; where they do not, the answer still reaches the floor.
 * @returns the best trial, or null when even the highest quality misses the floor
 */
export async function searchQuality(search: QualitySearch): Promise<Trial | null> {
  const {
    floor,
    attempt,
    shouldStop = () => false,
    tolerance = TOLERANCE_POINTS,
    maxTrials = MAX_TRIALS,
  } = search;
  let low: Trial | null = null;
  let best: Trial | null = null;
  let quality = clamp(search.start, search.min, search.max);
  for (let trials = 0; trials < maxTrials; trials++) {
    const trial = await attempt(quality);
    if (trial.score >= floor) best = trial;
    else low = trial;
    if (shouldStop(trial) || (best && best.score - floor <= tolerance)) return best;
    const next = nextQuality(search, low, best);
    if (next === null) return best;
    quality = next;
  }
  return best;
}

type Point = Pick<Trial, 'quality' | 'score'>;

function nextQuality(
  { floor, min, max }: QualitySearch,
  low: Point | null,
  high: Point | null,
): number | null {
  const from = low ? low.quality + 1 : min;
  const to = high ? high.quality - 1 : max;
  if (from > to) return null;
  if (low && high) return clamp(qualityBetween(low, high, floor), from, to);
  const known = (low ?? high)!;
  const steps = (floor + AIM_POINTS - known.score) / slopeAt(known.score);
  return clamp(Math.round(known.quality + steps), from, to);
}

/** The quality between a miss and a hit that likely scores just above the floor. */
export function qualityBetween(low: Point, high: Point, floor: number): number {
  const share = (floor + AIM_POINTS - low.score) / Math.max(LEAST_GAIN_POINTS, high.score - low.score);
  return Math.ceil(low.quality + share * (high.quality - low.quality));
}

/** Points of score that one step of quality usually brings: more where the score is low. */
export function slopeAt(score: number): number {
  return POINTS_PER_STEP.find(({ below }) => score < below)!.points;
}
