import { clamp } from '../../base/bytes.ts';
import { LEAST_GAIN_POINTS, MOST_SHARE_UP, MOST_UNUSUAL_FACTOR, POINTS_PER_STEP } from '../tuning.ts';

/** A quality of one setting, and what it scores. */
export interface ScoredQuality {
  readonly quality: number;
  readonly score: number;
  /** The areas alone are at fault: their score leaps from one quality to the next [false]. */
  readonly isByAreas?: boolean;
}

export interface QualityRange {
  /** Lowest score accepted. */
  readonly floor: number;
  /** Points above the floor that are near enough. */
  readonly tolerance: number;
  /** Integers, inclusive. */
  readonly min: number;
  readonly max: number;
  /** Times as many points as usual that a step of quality brings [1]. */
  readonly stepFactor?: number | undefined;
}

/**
 * The quality to measure next on the way to the lowest whose score reaches the floor: by the slope of the curve until one reaches
 * it and one misses it (two thirds of the way up at most, as scores leap), then by interpolation, or half way where that creeps along
 * one side of a cliff.
 * @param points all that was measured, at least one, the last one last
 * @returns null where no quality is left in between
 */
export function nextQuality(range: QualityRange, points: readonly ScoredQuality[]): number | null {
  const { floor, min, max, stepFactor = 1 } = range;
  const aim = floor + range.tolerance / 4;
  const rising = points.toSorted((a, b) => a.quality - b.quality);
  const hits = rising.filter(({ score }) => score >= floor);
  const [high] = hits;
  const misses = rising.filter(({ score, quality }) => score < floor && !(high && quality > high.quality));
  const low = misses.at(-1);
  const from = low ? low.quality + 1 : min;
  const to = high ? high.quality - 1 : max;
  if (from > to) return null;
  if (low?.isByAreas) return from;
  if (low && high) {
    const isHalfWay = creeps(floor, points) || low.score === -Infinity;
    return isHalfWay ? (from + to + 1) >> 1 : clamp(qualityBetween(low, high, aim), from, to);
  }
  const known = (high ?? low)!;
  const slope = high ? stepFactor * slopeAt(high.score) : slopeAbove(low!, misses.at(-2), stepFactor);
  const most = high || known.score === -Infinity ? to : from + Math.round((to - from) * MOST_SHARE_UP);
  return clamp(Math.round(known.quality + (aim - known.score) / slope), from, most);
}

/** Whether a score is so near above the floor that a lower quality is not looked for: a step of it would likely miss. */
export function isNear(
  score: number,
  { floor, tolerance, stepFactor = 0 }: Pick<QualityRange, 'floor' | 'tolerance' | 'stepFactor'>,
): boolean {
  return score - floor <= Math.max(tolerance, stepFactor * slopeAt(floor));
}

/** Points that a step of quality brings above two misses: as between them, but not far from what is usual. */
function slopeAbove(known: ScoredQuality, before: ScoredQuality | undefined, stepFactor: number): number {
  const usual = stepFactor * slopeAt(known.score);
  if (!before || before.score === -Infinity) return usual;
  const slope = (known.score - before.score) / (known.quality - before.quality);
  return clamp(slope, usual / MOST_UNUSUAL_FACTOR, usual * MOST_UNUSUAL_FACTOR);
}

/** Whether the last two fell on one side of the floor, and the last came less than half way to it. */
function creeps(floor: number, points: readonly ScoredQuality[]): boolean {
  const [before, last] = points.slice(-2).map(({ score }) => score - floor);
  return points.length > 2 && before! >= 0 === last! >= 0 && last! / before! > 0.5;
}

/** The quality between a miss and a hit that likely has a score. */
function qualityBetween(low: ScoredQuality, high: ScoredQuality, score: number): number {
  const share = (score - low.score) / Math.max(LEAST_GAIN_POINTS, high.score - low.score);
  return Math.ceil(low.quality + share * (high.quality - low.quality));
}

/** Points of score that one step of quality usually brings: more where the score is low. */
export function slopeAt(score: number): number {
  return POINTS_PER_STEP.find(({ below }) => score < below)!.points;
}
