import { clamp } from '../../base/bytes.ts';
import { EVEN_RATE_POINTS, LEAST_RATE, MOST_RATE, USUAL_RATE } from '../tuning.ts';

/** What a trial scores and takes. */
export interface Measured {
  readonly score: number;
  readonly bytes: Uint8Array;
}

/**
 * What a point of score is worth in bytes, as a logarithm, by the trials of one setting: in pictures whose alpha takes most bytes,
 * points cost little.
 */
export function rateAt(floor: number, trials: readonly Measured[]): number {
  const near = trials.filter(({ score }) => hasEvenRate(score, floor)).toSorted((a, b) => a.score - b.score);
  const [low, high] = [near[0], near.at(-1)];
  if (!low || !high || high.score - low.score < 2) return USUAL_RATE;
  return clamp(
    Math.log(high.bytes.length / low.bytes.length) / (high.score - low.score),
    LEAST_RATE,
    MOST_RATE,
  );
}

/** Logarithm of the bytes that a trial would have at a floor: trials of unlike scores are compared by it. */
export function costAt(floor: number, { score, bytes }: Measured, rate = USUAL_RATE): number {
  return Math.log(bytes.length) - rate * (score - floor);
}

/** The least bytes that a trial has at a floor, whatever a point is worth. */
export function leastBytesAt(floor: number, { score, bytes }: Measured): number {
  const rate = score < floor ? LEAST_RATE : MOST_RATE;
  return bytes.length * Math.exp(rate * Math.min(EVEN_RATE_POINTS, floor - score));
}

/**
 * Whether no quality between the largest miss and the smallest hit gains more than points that do not matter: their bytes are nearly
 * the same, as where scores fall off a cliff.
 */
export function isClosed(floor: number, points: number, trials: readonly Measured[]): boolean {
  const lengths = (isHit: boolean): number[] =>
    trials.filter(({ score }) => score >= floor === isHit).map(({ bytes }) => bytes.length);
  return Math.log(Math.min(...lengths(true)) / Math.max(1, ...lengths(false))) <= points * USUAL_RATE;
}

/** Whether bytes rise evenly with the score as far as the floor. */
export function hasEvenRate(score: number, floor: number): boolean {
  return Math.abs(score - floor) < EVEN_RATE_POINTS;
}
