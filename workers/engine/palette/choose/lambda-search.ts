import { CURVE_POINTS, LATEST_MEASURES, LOG_BYTES_OF_A_POINT, MAX_LAMBDA } from '../tuning.ts';
import { nextLambda, type Measured } from './next-lambda.ts';

/** The cost of a palette at a lambda, the lower the better: its bytes, as a logarithm, less what its score is worth. */
export function costOf({ bytes, score }: Pick<Measured, 'bytes' | 'score'>): number {
  return Math.log(bytes) - LOG_BYTES_OF_A_POINT * score;
}

export interface LambdaRequest {
  /** Lowest score accepted. */
  readonly floor: number;
  /** Whether the budget is spent: the search then ends with the best so far [never]. */
  readonly isBudgetSpent?: () => boolean;
  /**
   * @param isTooLong asked once the bytes are known: a result that is too long at any score is not measured, and has the highest
   *   score
   */
  readonly measure: (lambda: number, isTooLong?: (bytes: number) => boolean) => Promise<Measured>;
}

/** Measures one palette at one lambda after the other (`next-lambda.ts`), and remembers what was found. */
export class LambdaSearch {
  private readonly request: LambdaRequest;
  private readonly measured: Measured[] = [];

  constructor(request: LambdaRequest) {
    this.request = request;
  }

  /** The best of those that reached the floor so far, or null. */
  get best(): Measured | null {
    const acceptable = this.measured.filter(({ score }) => score >= this.request.floor);
    return acceptable.sort((a, b) => costOf(a) - costOf(b))[0] ?? null;
  }

  /** Bytes that a point of score takes near the floor, as a logarithm; null before that is known. */
  get slope(): number | null {
    const { floor } = this.request;
    const near = this.measured.filter(({ score }) => Math.abs(score - floor) < CURVE_POINTS);
    const [large, small] = [near.sort((a, b) => b.score - a.score)[0], near.at(-1)];
    if (!large || !small || large.score - small.score < 2) return null;
    return Math.max(0, Math.log(large.bytes / small.bytes) / (large.score - small.score));
  }

  /**
   * Bytes, as a logarithm, that the best may lose at most on its way down to the floor: those between it and the nearest miss, or what
   * the highest lambda takes.
   */
  get leeway(): number {
    const { best } = this;
    if (!best || best.lambda >= MAX_LAMBDA) return 0;
    const ends = this.measured.filter(
      ({ lambda, score }) => lambda > best.lambda && (score < this.request.floor || lambda >= MAX_LAMBDA),
    );
    if (ends.length === 0) return Infinity;
    return Math.max(0, Math.log(best.bytes / Math.max(...ends.map(({ bytes }) => bytes))));
  }

  /** Measures one lambda. Once a measure was too long, `best` means nothing. */
  async at(lambda: number, isTooLong?: (bytes: number) => boolean): Promise<Measured> {
    const measured = await this.request.measure(lambda, isTooLong);
    this.measured.push(measured);
    return measured;
  }

  /**
   * Measures on until the score is near enough to the floor.
   * @param tolerance points above the floor that are near enough
   * @param most      measures allowed
   */
  async run(tolerance: number, most: number): Promise<void> {
    const { floor, isBudgetSpent } = this.request;
    for (let count = 0; count < most; count++) {
      const next = nextLambda({ floor, tolerance, measured: this.measured });
      const isKnown = this.measured.some(({ lambda }) => lambda === next);
      if (next === 'done' || isKnown || (count >= LATEST_MEASURES && isBudgetSpent?.() === true)) return;
      await this.at(next);
    }
  }
}
