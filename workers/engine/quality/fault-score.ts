import { MOST_SCORE, NOTICED_SCORE, type FaultScale } from './thresholds.ts';

/**
 * The highest score that a picture with so much of a fault may have, on the scale of the visual score.
 * @param amount in the unit of the fault's metric; 0 where there is none
 */
export function faultScore(amount: number, { noticed, pointsPerDoubling }: FaultScale): number {
  return amount === 0
    ? MOST_SCORE
    : Math.min(MOST_SCORE, NOTICED_SCORE - pointsPerDoubling * Math.log2(amount / noticed));
}
