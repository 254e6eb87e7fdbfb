/** One measured way of mapping a picture to a palette. */
export interface Measured {
  readonly thrift: number;
  readonly score: number;
  /** Packed quickly: good for comparing. */
  readonly bytes: number;
}

export interface ThriftRequest {
  /** Lowest score accepted. */
  readonly floor: number;
  readonly measure: (thrift: number) => Promise<Measured>;
}

/** Largest thrift: about ten levels of error a channel, the most that faint lines survive. */
export const MAX_THRIFT = 60;

/**
 * Finds the thrift at which one palette keeps the floor with the fewest bytes. Works on the logarithm of the thrift, along which scores
 * of photographs fall evenly; screens fall off cliffs, so that each step also narrows the range by a share.
 */
export class ThriftSearch {
  private readonly request: ThriftRequest;
  private low: Point | null = null;
  private high: Point | null = null;
  private readonly points: Point[] = [];

  constructor(request: ThriftRequest) {
    this.request = request;
  }

  /** The smallest that reached the floor so far, or null. */
  get best(): Measured | null {
    const { floor } = this.request;
    const sound = this.points.filter(({ score }) => score >= floor);
    return sound.sort((a, b) => a.bytes - b.bytes || b.score - a.score)[0] ?? null;
  }

  /** Bytes that a point of score is worth near the floor, as a logarithm; null before that is known. */
  get slope(): number | null {
    const [dear, cheap] = this.ends();
    return dear && cheap
      ? Math.max(0, Math.log(dear.bytes / cheap.bytes) / (dear.score - cheap.score))
      : null;
  }

  /** The thrift whose score lies some points higher than the one of the best: between the measures next to it. */
  easedBy(points: number): number {
    const { best } = this;
    if (!best) return 0;
    const aim = best.score + points;
    const x = Math.log2(best.thrift + 1);
    const dearer = this.points
      .filter((point) => point.x < x && point.score > best.score)
      .sort((a, b) => b.x - a.x);
    const after = dearer.findIndex(({ score }) => score >= aim);
    if (after < 0) return thriftAt(x - points / FALL);
    const from = dearer[after - 1] ?? { x, score: best.score };
    const to = dearer[after]!;
    return thriftAt(from.x + ((aim - from.score) / (to.score - from.score)) * (to.x - from.x));
  }

  /** The two points furthest apart in score within a range around the floor; none when they are too close to tell. */
  private ends(): [Point, Point] | [] {
    const { floor } = this.request;
    const near = this.points.filter(({ score }) => Math.abs(score - floor) < RANGE);
    const [first, last] = [near.sort((a, b) => b.score - a.score)[0], near.at(-1)];
    return first && last && first.score - last.score >= 2 ? [first, last] : [];
  }

  /** Measures one thrift. */
  async at(thrift: number): Promise<Measured> {
    const measured = await this.request.measure(thrift);
    const point = { ...measured, x: Math.log2(thrift + 1) };
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
      if (next === null) return;
      await this.at(next);
    }
  }

  private next(tolerance: number): number | null {
    const { low, high } = this;
    const { floor } = this.request;
    const aim = floor + tolerance / 3;
    if (low && low.score - floor <= tolerance) return null;
    if (low && low.thrift >= MAX_THRIFT) return null;
    if (high && high.thrift === 0) return null;
    if (low && high) {
      const span = high.x - low.x;
      if (span < 0.08) return null;
      const share = (low.score - aim) / (low.score - high.score);
      return thriftAt(low.x + span * Math.min(0.8, Math.max(0.2, share)));
    }
    if (low) return thriftAt(low.x + clamp((low.score - aim) / FALL, 0.5, 3));
    if (high) return thriftAt(high.x - clamp((aim - high.score) / FALL, 0.5, 8));
    return 0;
  }
}

interface Point extends Measured {
  readonly x: number;
}

/** Points around the floor within which the curve of a palette is taken for straight. */
const RANGE = 12;

/** Points of score that doubling the thrift usually costs. */
const FALL = 6;

function thriftAt(x: number): number {
  // Below this nothing is thrifty any more.
  return x < 0.5 ? 0 : Math.min(MAX_THRIFT, 2 ** x - 1);
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value));
}

/** Points above the floor that are near enough for comparing palettes. */
export const NEAR = 0.7;

/** Thrift that a second palette begins with at least. */
export const START_AGAIN = 4;

/**
 * Whether a palette, after one measure, cannot beat the leader's best.
 * @param slope what a point of score is worth in bytes, as a logarithm; null where that is not known
 */
export function isBehind(first: Measured, bar: Measured, slope: number | null = null): boolean {
  return Math.log(first.bytes / bar.bytes) - (slope ?? USUAL_SLOPE) * (first.score - bar.score) > PATIENCE;
}

/** What a point of score is worth where two points of the leader do not tell. */
const USUAL_SLOPE = 0.03;

/** Share by which a palette may seem larger than the leader after one measure and still be followed. */
const PATIENCE = 0.04;
