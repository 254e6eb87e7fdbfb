import { clamp } from '../../base/bytes.ts';
import {
  CLOSEST_DOUBLINGS,
  LEAST_LAMBDA,
  LEVEL_POINTS,
  LOG_BYTES_OF_A_POINT,
  LONGEST_DOUBLINGS,
  MAX_LAMBDA,
  MOST_BENT,
  POINTS_OF_A_DOUBLING,
  SETTLED_SLOPE,
  STEP_BETWEEN,
  STEP_DOWN_DOUBLINGS,
} from '../tuning.ts';

/** One measured use of a palette. */
export interface Measured {
  readonly lambda: number;
  readonly score: number;
  /** Packed quickly: good for comparing. */
  readonly bytes: number;
}

/** What is known when the next lambda is asked for. */
export interface LambdaState {
  /** Lowest score accepted. */
  readonly floor: number;
  /** Points above the floor that are near enough. */
  readonly tolerance: number;
  /** All measures of the palette, the last one last. */
  readonly measured: readonly Measured[];
}

/**
 * The lambda (rate-distortion multiplier) to measure next on the way to the fewest bytes at the floor. Works on doublings of
 * lambda, along which scores of photographs fall evenly; screens fall off cliffs, so that each step also narrows the range by
 * a share.
 * @returns "done" where the score is near enough to the floor, or nothing is left to try
 */
export function nextLambda({ floor, tolerance, measured }: LambdaState): number | 'done' {
  const points = measured.map((each) => ({ ...each, doublings: doublingsOf(each.lambda) }));
  const accepted = highest(points.filter(({ score }) => score >= floor));
  const missed = lowest(points.filter(({ score }) => score < floor));
  const aim = { aim: floor + tolerance / 3, floor, tolerance, points };
  if (!accepted) return missed ? below(missed, aim) : 0;
  const isNear =
    accepted.score - floor <= tolerance && (missed !== undefined || hasFallen(points, tolerance));
  if (isNear || accepted.lambda >= MAX_LAMBDA) return 'done';
  return missed ? between(accepted, missed, aim) : above(accepted, aim);
}

/**
 * Whether the last step took points: not where a palette has wrong hues, which are as wrong at any lambda. The nearest colours alone
 * do not tell.
 */
function hasFallen(points: readonly Point[], tolerance: number): boolean {
  const last = points.at(-1)!;
  const before = points.at(-2);
  return before ? before.score - last.score > tolerance / 2 : last.lambda > 0;
}

/** Steps of lambda from 0 on, each twice as long as the one before. */
function doublingsOf(lambda: number): number {
  return Math.log2(lambda + 1);
}

/** @param doublings as of {@link doublingsOf}; fewer than one half are none, as they change next to nothing */
export function lambdaOf(doublings: number): number {
  const lambda = 2 ** doublings - 1;
  return lambda < LEAST_LAMBDA ? 0 : Math.min(MAX_LAMBDA, lambda);
}

interface Point extends Measured {
  readonly doublings: number;
}

function highest(points: readonly Point[]): Point | undefined {
  return points.toSorted((a, b) => b.doublings - a.doublings)[0];
}

function lowest(points: readonly Point[]): Point | undefined {
  return points.toSorted((a, b) => a.doublings - b.doublings)[0];
}

interface Aim extends Pick<LambdaState, 'floor' | 'tolerance'> {
  readonly aim: number;
  readonly points: readonly Point[];
}

function below(missed: Point, { aim, floor, points }: Aim): number | 'done' {
  const most = MOST_BENT * Math.max(0, lastDoubling(points)?.points ?? Infinity) * missed.doublings;
  if (missed.lambda === 0 || missed.score + most < floor) return 'done';
  return lambdaOf(
    missed.doublings -
      clamp((aim - missed.score) / POINTS_OF_A_DOUBLING, STEP_DOWN_DOUBLINGS.least, STEP_DOWN_DOUBLINGS.most),
  );
}

/** The more often the score did not fall to the floor, the longer the steps; the longest where they save nothing. */
function above(accepted: Point, { aim, points }: Aim): number {
  const last = lastDoubling(points);
  if (last && last.logBytes < LOG_BYTES_OF_A_POINT) return MAX_LAMBDA;
  const least = CLOSEST_DOUBLINGS * 2 ** points.length;
  return lambdaOf(
    accepted.doublings + clamp((accepted.score - aim) / POINTS_OF_A_DOUBLING, least, LONGEST_DOUBLINGS),
  );
}

/** What a doubling of lambda costs, in points, and saves, as a logarithm, between the last two measures; null before there are two. */
function lastDoubling(
  points: readonly Point[],
): { readonly points: number; readonly logBytes: number } | null {
  const [from, to] = points.slice(-2).sort((a, b) => a.doublings - b.doublings);
  if (!from || !to || to.doublings === from.doublings) return null;
  const doublings = to.doublings - from.doublings;
  return {
    points: (from.score - to.score) / doublings,
    logBytes: Math.log(from.bytes / to.bytes) / doublings,
  };
}

/** Where the score did not fall by the last step, it will fall off a cliff: then at least half of the way. */
function between(accepted: Point, missed: Point, { aim, floor, tolerance, points }: Aim): number | 'done' {
  const span = missed.doublings - accepted.doublings;
  const isSettled =
    span < CLOSEST_DOUBLINGS || Math.log(accepted.bytes / missed.bytes) < SETTLED_SLOPE * tolerance;
  if (isSettled) return 'done';
  const [before, last] = points.slice(-2);
  const isCliff = last === accepted && before!.score >= floor && before!.score - last.score < LEVEL_POINTS;
  const share = (accepted.score - aim) / (accepted.score - missed.score);
  const least = isCliff ? STEP_BETWEEN.afterCliff : STEP_BETWEEN.least;
  return lambdaOf(accepted.doublings + span * clamp(share, least, STEP_BETWEEN.most));
}
