import { clamp } from '../../base/bytes.ts';

/** Largest lambda: about ten levels of error a channel, the most that faint lines survive. */
export const MAX_LAMBDA = 60;

/** Points around the floor within which the curve of a palette is taken for straight. */
const RANGE = 12;

/** Bytes, as a logarithm, that a point of score is worth above the floor: scores may fall where bytes do, and not for nothing. */
const WORTH = 0.004;

/** Doublings of lambda without a fall of the score after which none is expected. */
const FLAT_REACH = 2;

/** Points that a doubling costs at most where the largest lambda is tried at once, as it saves next to nothing either. */
const FLAT_FALL = 0.25;

/** Times what the last doubling cost that each one below it may cost. */
const MOST_BENT = 2;

/** Measures of a run that are made in any case. */
const LATE_MEASURES = 3;

/** Points of score that doubling lambda usually costs. */
const FALL = 6;

/** One measured use of a palette. */
export interface Measured {
  readonly lambda: number;
  readonly score: number;
  /** Packed quickly: good for comparing. */
  readonly bytes: number;
}

/** What to compare uses of palettes by, the lowest is the best: their bytes, as a logarithm, less what their scores are worth. */
export function costOf({ bytes, score }: Pick<Measured, 'bytes' | 'score'>): number {
  return Math.log(bytes) - WORTH * score;
}

export interface LambdaRequest {
  /** Lowest score accepted. */
  readonly floor: number;
  /** Whether the time is up, so that what was found after three measures will do [never]. */
  readonly isSpent?: () => boolean;
  /**
   * @param isUseless asked once the bytes are known: where they make a result useless whatever its score, measuring it can be
   *   saved, and the highest score there is stands for it
   */
  readonly measure: (lambda: number, isUseless?: (bytes: number) => boolean) => Promise<Measured>;
}

/**
 * Finds the lambda (rate-distortion multiplier) at which one palette keeps the floor with the fewest bytes. Works on the
 * logarithm of lambda, along which scores of photographs fall evenly; screens fall off cliffs, so that each step also
 * narrows the range by a share.
 */
export class LambdaSearch {
  private readonly request: LambdaRequest;
  private low: Point | null = null;
  private high: Point | null = null;
  private readonly points: Point[] = [];

  constructor(request: LambdaRequest) {
    this.request = request;
  }

  /** The best of those that reached the floor so far, or null. */
  get best(): Measured | null {
    const sound = this.points.filter(({ score }) => score >= this.request.floor);
    return sound.sort((a, b) => costOf(a) - costOf(b))[0] ?? null;
  }

  /** Bytes that a point of score takes near the floor, as a logarithm; null before that is known. */
  get slope(): number | null {
    const [large, small] = this.ends();
    if (large && small) return Math.max(0, Math.log(large.bytes / small.bytes) / (large.score - small.score));
    return this.isFlat ? WORTH : null;
  }

  /** Whether lambda hardly moves the score: what screens show depends on their colours alone. */
  private get isFlat(): boolean {
    const places = this.points.filter(({ score }) => score >= this.request.floor).map(({ x }) => x);
    return Math.max(...places) - Math.min(...places) >= FLAT_REACH;
  }

  /** The lambda whose score lies some points higher than the one of the best: between the measures next to it. */
  easedBy(points: number): number {
    const { best } = this;
    if (!best) return 0;
    const aim = best.score + points;
    const x = Math.log2(best.lambda + 1);
    const better = this.points
      .filter((point) => point.x < x && point.score > best.score)
      .sort((a, b) => b.x - a.x);
    const after = better.findIndex(({ score }) => score >= aim);
    if (after < 0) return lambdaAt(x - points / FALL);
    const from = better[after - 1] ?? { x, score: best.score };
    const to = better[after]!;
    return lambdaAt(from.x + ((aim - from.score) / (to.score - from.score)) * (to.x - from.x));
  }

  /** The two points furthest apart in score within a range around the floor; none when they are too close to tell. */
  private ends(): [Point, Point] | [] {
    const { floor } = this.request;
    const near = this.points.filter(({ score }) => Math.abs(score - floor) < RANGE);
    const [first, last] = [near.sort((a, b) => b.score - a.score)[0], near.at(-1)];
    return first && last && first.score - last.score >= 2 ? [first, last] : [];
  }

  /** Measures one lambda. A search one of whose measures was useless has no best to speak of. */
  async at(lambda: number, isUseless?: (bytes: number) => boolean): Promise<Measured> {
    const measured = await this.request.measure(lambda, isUseless);
    const point = { ...measured, x: Math.log2(lambda + 1) };
    this.points.push(point);
    if (measured.score < this.request.floor) {
      if (!this.high || point.x < this.high.x) this.high = point;
    } else if (!this.low || point.x > this.low.x) {
      this.low = point;
    }
    return measured;
  }

  /**
   * Measures on until the score is near enough to the floor.
   * @param tolerance points above the floor that are near enough
   * @param trials measures allowed
   */
  async run(tolerance: number, trials: number): Promise<void> {
    for (let trial = 0; trial < trials; trial++) {
      const next = this.next(tolerance);
      const isLate = trial >= LATE_MEASURES && this.request.isSpent?.() === true;
      if (next === null || isLate) return;
      await this.at(next);
    }
  }

  private next(tolerance: number): number | null {
    const { low, high } = this;
    const { floor } = this.request;
    const aim = floor + tolerance / 3;
    if (low && low.score - floor <= tolerance) return null;
    if (low && low.lambda >= MAX_LAMBDA) return null;
    if (high && high.lambda === 0) return null;
    if (low && high) {
      const span = high.x - low.x;
      if (span < 0.15 || Math.log(low.bytes / high.bytes) < WORTH) return null;
      const share = (low.score - aim) / (low.score - high.score);
      return lambdaAt(low.x + span * clamp(share, 0.2, 0.8));
    }
    const last = this.lastDoubling();
    if (low) {
      if (this.isFlat && Math.log(this.points[0]!.bytes / low.bytes) < WORTH) return null;
      if (last && last.fall < FLAT_FALL && last.saved < WORTH) return MAX_LAMBDA;
      // The more often the score did not fall to the floor, the longer the steps.
      return lambdaAt(low.x + clamp((low.score - aim) / FALL, 2 ** (this.points.length - 2), 3));
    }
    if (high) {
      const isOutOfReach = last && high.score + MOST_BENT * Math.max(0, last.fall) * high.x < floor;
      return isOutOfReach ? null : lambdaAt(high.x - clamp((aim - high.score) / FALL, 0.5, 8));
    }
    return 0;
  }

  /** What a doubling of lambda costs, in points, and saves, as a logarithm, between the last two measures; null before there are two. */
  private lastDoubling(): { readonly fall: number; readonly saved: number } | null {
    const [from, to] = this.points.slice(-2).sort((a, b) => a.x - b.x);
    if (!from || !to || to.x === from.x) return null;
    const doublings = to.x - from.x;
    return { fall: (from.score - to.score) / doublings, saved: Math.log(from.bytes / to.bytes) / doublings };
  }
}

interface Point extends Measured {
  readonly x: number;
}

function lambdaAt(x: number): number {
  // Smaller ones change next to nothing.
  return x < 0.5 ? 0 : Math.min(MAX_LAMBDA, 2 ** x - 1);
}
