import type { CandidatePalettes } from '../build/candidate-palettes.ts';
import type { PaletteLadder } from '../build/palette-ladder.ts';
import { MOST_SCORE } from '../../quality/thresholds.ts';
import {
  AMPLE_SCORE,
  CHALLENGER_LAMBDA,
  CHALLENGER_MEASURES,
  COMPARED_POINTS,
  DITHER,
  DITHER_POINTS,
  DITHERED_POINTS,
  DITHERED_SLOPE_SHARE,
  FEWER_SHARE,
  FEWEST_COLOURS,
  STRONG_DITHERS,
  FINISHED_POINTS,
  MAX_LAMBDA,
  MEASURES,
  MARGIN_SHARE,
  USUAL_SLOPE,
} from '../tuning.ts';
import { costOf, LambdaSearch, type LambdaRequest } from './lambda-search.ts';
import type { Measured } from './next-lambda.ts';

/** What palettes are tried on: part of a picture, or some frames of an animation. */
export interface TrialSubject {
  /** Lowest score accepted. */
  readonly floor: number;
  /** Maps, packs, renders and measures the subject with a palette, at any lambda. */
  readonly measurerFor: (palette: Uint8Array, dither: number) => LambdaRequest['measure'];
  /** The search ends where the first palette that reaches the floor takes more bytes than this. */
  readonly tooLongBytes: number;
  /** "fast": what reached the floor is not dithered. */
  readonly effort: 'fast' | 'full';
  /** Whether the budget is spent: the first acceptable palette is taken. */
  readonly isBudgetSpent: () => boolean;
}

/** A palette that reached the floor. */
export interface Trial {
  readonly palette: Uint8Array;
  readonly dither: number;
  /** Has a best. */
  readonly search: LambdaSearch;
  /** Score with the least lambda that was measured. */
  readonly bestScore: number;
}

/**
 * Looks for the palette, and the lambda, with the fewest bytes at the floor. One search for pictures and animations.
 * Palettes are tried from a handful of colours up, until more colours do not pay: screens and drawings need few,
 * photographs many. Undithered pictures pack best; the best palettes, and the largest that missed the floor, are tried
 * with dithering too, which smooth gradients need.
 */
export class PaletteTrials {
  private readonly subject: TrialSubject;
  private readonly found: Trial[] = [];
  /** The last palette that missed the floor, and the best score of those that did. */
  private missed: { readonly palette: Uint8Array; readonly score: number } | null = null;

  constructor(subject: TrialSubject) {
    this.subject = subject;
  }

  /** The palettes that reached the floor, the one with the fewest bytes first. */
  get acceptable(): readonly Trial[] {
    return this.found;
  }

  /**
   * Tries palettes without dithering until more colours do not pay. Candidates that are left can be asked for later.
   * @returns false where the result would be too long
   */
  async tryCandidates(candidates: CandidatePalettes): Promise<boolean> {
    for (let missing = 0; ;) {
      const { value: palette, done } = await candidates.next(missing);
      if (done) return true;
      const [leader] = this.found;
      const trial = await this.attempt(palette, 0, leader);
      if (trial === 'behind') return true;
      if (trial && !leader && this.isTooLong(trial)) return false;
      if (trial) this.add(trial);
      missing = trial || !this.missed ? 0 : this.subject.floor - this.missed.score;
      if (this.isSettled() || (leader && this.found[0] === leader)) return true;
    }
  }

  /**
   * Tries the palette that missed the floor, and the leading ones, with dithering.
   * @returns false where the result would be too long
   */
  async tryDithered(leaders: number): Promise<boolean> {
    const isFast = this.subject.effort === 'fast' && this.found.length > 0;
    if (isFast || this.isSettled()) return true;
    const open = this.found.slice(0, leaders).filter((trial) => this.mayGain(trial));
    const leading = open.map(({ palette }) => palette);
    const missed = this.missedWithHope();
    for (const palette of missed ? [missed, ...leading] : leading)
      if (!(await this.tryWith(palette, DITHER))) return false;
    for (const dither of STRONG_DITHERS)
      if (missed && this.found.length === 0 && !(await this.tryWith(missed, dither))) return false;
    return true;
  }

  /** Dithering takes more bytes at the same lambda, and so pays where the floor allows no higher one; of more colours than lead it never did. */
  private mayGain({ palette, search }: Trial): boolean {
    const [leader] = this.found;
    return (
      search.best!.score < this.subject.floor + DITHERED_POINTS && palette.length <= leader!.palette.length
    );
  }

  /** The palette that missed the floor, where dithering may bring it there: always where no other has reached it. */
  private missedWithHope(): Uint8Array | null {
    if (!this.missed) return null;
    const isNear = this.missed.score > this.subject.floor - DITHER_POINTS;
    return isNear || this.found.length === 0 ? this.missed.palette : null;
  }

  /** @returns false where the result would be too long */
  private async tryWith(palette: Uint8Array, dither: number): Promise<boolean> {
    const [leader] = this.found;
    const trial = await this.attempt(palette, dither, leader);
    if (!trial || trial === 'behind') return true;
    if (!leader && this.isTooLong(trial)) return false;
    this.add(trial);
    return true;
  }

  /**
   * Tries palettes of fewer colours than the leader's, for as long as that is better.
   * @param ladder palettes of the subject by their number of colours
   */
  async tryFewer(ladder: Pick<PaletteLadder, 'of'>): Promise<void> {
    if (this.found.length === 0) return;
    while (!this.subject.isBudgetSpent()) {
      const last = this.found[0]!;
      const colours = Math.floor((FEWER_SHARE * last.palette.length) / 4);
      if (colours < FEWEST_COLOURS) return;
      const trial = await this.attempt(ladder.of(colours), last.dither, last);
      if (!trial || trial === 'behind') return;
      this.add(trial);
      if (this.found[0] !== trial) return;
    }
  }

  /** Brings the leader closer to the floor. */
  async finish(): Promise<void> {
    if (!this.subject.isBudgetSpent()) await this.found[0]?.search.run(FINISHED_POINTS, MEASURES);
  }

  /**
   * Looks for the best lambda of a palette.
   * @returns null when the palette misses the floor, "behind" as soon as it cannot beat the leader
   */
  async attempt(palette: Uint8Array, dither: number, leader?: Trial): Promise<Trial | null | 'behind'> {
    const { floor } = this.subject;
    const search = this.searchWith(palette, dither);
    const toBeat = leader?.search.best;
    const lambda = toBeat ? Math.max(toBeat.lambda, CHALLENGER_LAMBDA) : 0;
    const isBehind = (first: Measured): boolean =>
      leader !== undefined && excessOf(first, { palette, dither }, leader, floor) > MARGIN_SHARE;
    const first = await search.at(lambda, (bytes) => isBehind({ lambda, bytes, score: MOST_SCORE }));
    if (isBehind(first)) return 'behind';
    if (!toBeat && first.score < floor) {
      this.missed = { palette, score: Math.max(first.score, this.missed?.score ?? -Infinity) };
      return null;
    }
    await search.run(COMPARED_POINTS, toBeat ? CHALLENGER_MEASURES : MEASURES);
    return search.best && { palette, dither, search, bestScore: Math.max(first.score, search.best.score) };
  }

  /** Measures a trial again with a fuller palette, which may allow a higher lambda. */
  async refit(trial: Trial, palette: Uint8Array): Promise<Trial> {
    const search = this.searchWith(palette, trial.dither);
    await search.at(trial.search.best!.lambda);
    if (!this.subject.isBudgetSpent()) await search.run(FINISHED_POINTS, MEASURES);
    return search.best ? { ...trial, palette, search } : trial;
  }

  private searchWith(palette: Uint8Array, dither: number): LambdaSearch {
    const { floor, measurerFor, isBudgetSpent } = this.subject;
    return new LambdaSearch({ floor, isBudgetSpent, measure: measurerFor(palette, dither) });
  }

  private isTooLong({ search }: Trial): boolean {
    return search.best!.bytes > this.subject.tooLongBytes;
  }

  private add(trial: Trial): void {
    this.found.push(trial);
    this.found.sort((a, b) => costOf(a.search.best!) - costOf(b.search.best!));
  }

  /** Whether the leader is good enough, or the budget is spent. */
  private isSettled(): boolean {
    const [leader] = this.found;
    return leader !== undefined && (this.subject.isBudgetSpent() || leader.bestScore >= AMPLE_SCORE);
  }
}

/**
 * Bytes, as a logarithm, that a palette promises at the floor, after one measure, beyond what the leader does. More colours, and
 * dithering, may win by what need not be mended; fewer win by bytes alone: points above the floor are worth no more than a higher
 * lambda may still save.
 */
function excessOf(
  first: Measured,
  { palette, dither }: Pick<Trial, 'palette' | 'dither'>,
  leader: Trial,
  floor: number,
): number {
  const { search } = leader;
  const isFewer = palette.length < leader.palette.length;
  const slope = search.slope ?? USUAL_SLOPE;
  const promised = ({ bytes, score }: Measured, slope: number, leeway: number): number =>
    Math.log(bytes) - Math.min(isFewer ? leeway : Infinity, (score - floor) * slope);
  const isFirstDithered = dither > leader.dither && !isFewer && first.score < floor;
  const ownSlope = isFirstDithered ? DITHERED_SLOPE_SHARE * slope : slope;
  const ownLeeway = first.lambda >= MAX_LAMBDA ? 0 : Infinity;
  return promised(first, ownSlope, ownLeeway) - promised(search.best!, slope, search.leeway);
}
