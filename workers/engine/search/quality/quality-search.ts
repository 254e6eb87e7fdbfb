import { clamp } from '../../base/bytes.ts';

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
  /** Asked after each trial; true gives up, e.g. because another way of encoding is already better. */
  readonly isHopeless?: (trial: Trial) => boolean;
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
  const { floor, attempt, isHopeless = () => false, tolerance = 0.4, maxTrials = 8 } = search;
  let low: Trial | null = null;
  let best: Trial | null = null;
  let quality = clamp(search.start, search.min, search.max);
  for (let trials = 0; trials < maxTrials; trials++) {
    const trial = await attempt(quality);
    if (trial.score >= floor) best = trial;
    else low = trial;
    if (isHopeless(trial) || (best && best.score - floor <= tolerance)) return best;
    const next = nextQuality(search, low, best);
    if (next === null) return best;
    quality = next;
  }
  return best;
}

type Point = { readonly quality: number; readonly score: number } | null;

function nextQuality({ floor, min, max }: QualitySearch, low: Point, high: Point): number | null {
  const from = low ? low.quality + 1 : min;
  const to = high ? high.quality - 1 : max;
  if (from > to) return null;
  const aim = floor + 0.15;
  if (low && high) {
    const share = (aim - low.score) / Math.max(0.01, high.score - low.score);
    return clamp(Math.ceil(low.quality + share * (high.quality - low.quality)), from, to);
  }
  const known = (low ?? high)!;
  return clamp(Math.round(known.quality + (aim - known.score) / slopeAt(known.score)), from, to);
}

/** Points of score that one step of quality usually brings: more where the score is low. */
export function slopeAt(score: number): number {
  if (score < 40) return 1.2;
  return score < 60 ? 0.7 : 0.45;
}
