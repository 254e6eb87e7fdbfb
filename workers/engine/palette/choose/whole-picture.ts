import type { Raster } from '../../base/raster.ts';
import { releaseBytes } from '../../base/release-raster.ts';
import { ColourMapper } from '../map/map-colours.ts';
import type { LockedBlocks } from '../map/map-options.ts';
import type { PartMeter } from '../measure/part-meter.ts';
import type { Judged, MissedTile, Reduced, WholeMeter } from '../measure/whole-meter.ts';
import { blocksToLock, mendedPalette, strokesOf, type ShownPicture } from '../repair/mend-palette.ts';
import {
  DEAR_LOCKS,
  LARGE_PIXELS,
  LOCKED_ROUNDS,
  NEAR_FLOOR_POINTS,
  WHOLE_MEASURES,
  WHOLE_POINTS,
} from '../tuning.ts';
import { costOf } from './lambda-search.ts';
import { nextLambda, type Measured } from './next-lambda.ts';
import { PaletteTrials, type Trial } from './palette-trials.ts';

/** A trial on its way through the whole picture. */
interface WholeTrial extends Trial {
  readonly isMended: boolean;
  /** Blocks whose colour stays. */
  readonly locked: LockedBlocks | null;
  /** How often blocks were locked. */
  readonly round: number;
  /** Colours at the end of the palette that locked blocks have got. */
  readonly added: number;
}

const UNMENDED: Omit<WholeTrial, keyof Trial> = { isMended: false, locked: null, round: 0, added: 0 };

/** What reached the floor, and what its part costs at its lambda. */
interface Acceptable {
  readonly reduced: Reduced;
  readonly cost: number;
}

/** A whole picture, to which trials of its part are applied. */
export class WholePicture {
  private readonly shown: ShownPicture;
  private readonly part: PartMeter;
  private readonly meter: WholeMeter;
  private missed: MissedTile | null = null;

  constructor(raster: Raster, part: PartMeter, meter: WholeMeter) {
    this.shown = { ...meter.look, raster };
    this.part = part;
    this.meter = meter;
  }

  /** The tile in which a trial missed the floor at any lambda and that the part lacks: another search may have it. */
  get missedTile(): MissedTile | null {
    return this.part.hasTile ? null : this.missed;
  }

  /**
   * The whole picture in the trial of the fewest bytes that reaches the floor, those first that promise the fewest. One that shows
   * something wrong comes back mended, and is tried again when no other promises fewer.
   * It ends as soon as one misses the floor in a tile that the part lacks.
   * @returns null where none reaches it until then
   */
  async smallestAcceptable(trials: readonly Trial[]): Promise<Reduced | null> {
    const open: WholeTrial[] = trials.map((trial) => ({ ...trial, ...UNMENDED }));
    let found: Acceptable | null = null;
    while (open.length > 0) {
      open.sort((a, b) => promisedCost(a) - promisedCost(b));
      if (found && (this.part.isBudgetSpent || found.cost <= promisedCost(open[0]!))) break;
      const trial = open.shift()!;
      const mended = await this.mended(trial);
      if (mended.palette !== trial.palette) {
        open.push(mended);
        continue;
      }
      const reduced = await this.atFloor(trial);
      if (!reduced && this.missedTile) break;
      if (reduced && !showsFaultyBlocks(reduced)) {
        if (!found && open.length === 0) return reduced;
        found = await smaller(found, reduced, trial);
      } else if (reduced && trial.round < LOCKED_ROUNDS) open.push(...(await this.insteadOf(trial, reduced)));
    }
    return found && found.reduced;
  }

  /** A trial with colours for what its nearest ones show wrong; its palette stays where that is nothing. */
  private async mended(trial: WholeTrial): Promise<WholeTrial> {
    if (trial.isMended) return trial;
    const { raster } = this.shown;
    const { width, height } = raster;
    const { palette } = trial;
    const picture = { width, height, palette, indexes: new ColourMapper(raster, palette).nearestIndexes() };
    const strokes = await strokesOf(this.shown, picture);
    const { palette: fuller } = mendedPalette(raster, picture, { strokes });
    releaseBytes(picture.indexes);
    const again =
      fuller === palette ? trial : await new PaletteTrials(this.part.subject).refit(trial, fuller);
    return { ...trial, ...again, palette: fuller, isMended: true };
  }

  /** A trial with the blocks locked that show a fault; where that takes too much of the runs of grain, one with their colours alone beside it. */
  private async insteadOf(trial: WholeTrial, judged: Judged): Promise<WholeTrial[]> {
    const locked = await this.withLockedBlocks(trial, judged);
    const excess = promisedCost(locked) - promisedCost(trial);
    if (excess < DEAR_LOCKS || locked.palette === trial.palette) return [locked];
    const free = await new PaletteTrials(this.part.subject).refit(trial, locked.palette);
    return free === trial ? [locked] : [locked, { ...locked, search: free.search, locked: null }];
  }

  /** A trial with the blocks locked that show a fault, and colours for them. */
  private async withLockedBlocks(trial: WholeTrial, judged: Judged): Promise<WholeTrial> {
    const { picture, colouring, isShifted, isFaded } = judged;
    const { raster } = this.shown;
    const strokes = await strokesOf(this.shown, picture);
    const faults = { isShifted, strokes: isFaded ? strokes : null };
    const locked = blocksToLock(raster, picture, faults, colouring.locked);
    const { palette, added } = mendedPalette(raster, picture, {
      shifted: isShifted ? locked : null,
      mayGrow: isFaded || trial.round > 0,
      isAgain: trial.round > 0,
      strokes,
      firm: trial.added,
    });
    releaseBytes(picture.indexes);
    const subject = await this.part.lockedSubject(judged);
    const again = await new PaletteTrials(subject).refit(trial, palette);
    return { ...trial, ...again, palette, locked, round: trial.round + 1, added: trial.added + added };
  }

  /**
   * A trial at the lambda with which the whole picture reaches the floor; at the first one with which blocks show a fault, unless
   * they were locked for the last time.
   * @returns null where it does not at any
   */
  private async atFloor(trial: WholeTrial): Promise<Judged | null> {
    const { raster } = this.shown;
    if (raster.width * raster.height > LARGE_PIXELS) this.part.release();
    const mapper = new ColourMapper(raster, trial.palette);
    const found = await this.mappedToFloor(mapper, trial);
    mapper.release();
    return found;
  }

  private async mappedToFloor(
    mapper: ColourMapper,
    { palette, search, dither, locked, round }: WholeTrial,
  ): Promise<Judged | null> {
    const measured: Measured[] = [];
    let best: Judged | null = null;
    for (let next: number | 'done' = search.best!.lambda; next !== 'done';) {
      const lambda: number = next;
      const reduced = await this.meter.map(mapper, palette, { dither, lambda, locked });
      const isToMend = showsFaultyBlocks(reduced) && !reduced.isGross && round < LOCKED_ROUNDS;
      if (isToMend && !best) return reduced;
      measured.push({ lambda, score: reduced.score, bytes: 1 / (1 + lambda) });
      best = this.better(best, reduced);
      if (!best) this.missed = reduced.missedTile;
      // The colours of locked areas hang on the palette alone.
      if (!best && locked && reduced.isShifted && !reduced.missedTile) return null;
      next = this.next(measured, best, reduced.isGross);
    }
    return best;
  }

  /** The one that reached the floor with the higher lambda, which takes fewer bytes. */
  private better(best: Judged | null, reduced: Judged): Judged | null {
    const isBetter =
      reduced.score >= this.meter.floor && (!best || reduced.colouring.lambda > best.colouring.lambda);
    if (!isBetter) releaseBytes(reduced.picture.indexes);
    return isBetter ? reduced : best;
  }

  private next(measured: readonly Measured[], best: Judged | null, isGross: boolean): number | 'done' {
    const { floor } = this.meter;
    const isFirst = measured.length === 1;
    // The first that reaches the floor is what its part promised, and a mapping of all costs most.
    if (best && (isFirst || this.part.isBudgetSpent || measured.length >= WHOLE_MEASURES)) return 'done';
    const isNear = isFirst && measured[0]!.score > floor - NEAR_FLOOR_POINTS;
    const isLastTry =
      isGross || (this.part.isBudgetSpent && !isNear) || measured.length === WHOLE_MEASURES - 1;
    if (!best && isLastTry) return measured.at(-1)!.lambda === 0 ? 'done' : 0;
    return measured.length < WHOLE_MEASURES
      ? nextLambda({ floor, tolerance: WHOLE_POINTS, measured })
      : 'done';
  }
}

/** What a trial of the part promises the whole to cost. */
function promisedCost({ search }: Trial): number {
  return costOf(search.best!);
}

/** The one of fewer bytes; the other is freed. The whole may have come to the floor at a lower lambda than its trial promised. */
async function smaller(found: Acceptable | null, reduced: Reduced, trial: Trial): Promise<Acceptable> {
  const { lambda } = reduced.colouring;
  const { search } = trial;
  const cost = lambda < search.best!.lambda ? costOf(await search.at(lambda)) : promisedCost(trial);
  const isSmaller = !found || cost < found.cost;
  const dropped = isSmaller ? found?.reduced : reduced;
  if (dropped) releaseBytes(dropped.picture.indexes);
  return isSmaller ? { reduced, cost } : found;
}

/** Whether locking blocks mends what a picture lacks. */
function showsFaultyBlocks({ isShifted, isFaded }: Judged): boolean {
  return isShifted || isFaded;
}
