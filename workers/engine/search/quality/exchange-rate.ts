import { clamp } from '../../base/bytes.ts';
import type { Trial } from './quality-search.ts';
import { EVEN_RATE_POINTS, LEAST_RATE, MOST_RATE, USUAL_RATE } from '../tuning.ts';

/** What a point of score is worth in bytes, as a logarithm. */
export class ExchangeRate {
  private readonly floor: number;
  private readonly trials: Trial[] = [];

  constructor(floor: number) {
    this.floor = floor;
  }

  /** Takes in a trial of the first setting: in pictures whose alpha takes most bytes, points cost little. */
  learn(trial: Trial): void {
    if (Math.abs(trial.score - this.floor) < EVEN_RATE_POINTS) this.trials.push(trial);
  }

  /** Logarithm of the bytes that a trial would have at the floor. */
  cost(trial: Trial): number {
    return Math.log(trial.bytes.length) - this.perPoint() * (trial.score - this.floor);
  }

  private perPoint(): number {
    const sorted = this.trials.toSorted((a, b) => a.score - b.score);
    const [low, high] = [sorted[0], sorted.at(-1)];
    if (!low || !high || high.score - low.score < 2) return USUAL_RATE;
    const rate = Math.log(high.bytes.length / low.bytes.length) / (high.score - low.score);
    return clamp(rate, LEAST_RATE, MOST_RATE);
  }
}
