import { clamp } from '../../base/bytes.ts';
import type { Cause } from '../../quality/judge.ts';
import {
  LEAST_LEFT,
  LOG_BYTES_OF_A_STEP,
  MAX_TRIALS,
  MOST_RATE,
  NEAR_MISS_POINTS,
  STUCK_POINTS,
} from '../tuning.ts';
import { costAt, isClosed } from './exchange-rate.ts';
import { isNear, nextQuality, type ScoredQuality } from './next-quality.ts';
import { smallestAtFloor, type Choice, type SearchedSetting, type Trial } from './trial.ts';

/** An encode that may be returned, judged all over. */
export interface Result<S extends SearchedSetting> extends Trial<S> {
  /** The fault that pulls its score down. */
  readonly cause: Cause;
}

/** Bytes of a result that is not made, as a fault of it is foretold to miss the floor. */
export const NOT_MADE = new Uint8Array(0);

export function isForecast({ bytes }: Pick<Result<SearchedSetting>, 'bytes'>): boolean {
  return bytes === NOT_MADE;
}

export interface ResultState<S extends SearchedSetting> {
  /** Lowest score accepted. */
  readonly floor: number;
  /** Points above the floor that are near enough. */
  readonly tolerance: number;
  /** A longer result ends the search, unless one of lower quality may do. */
  readonly maxBytes: number;
  /** In the order in which they are tried to mend what the first loses. */
  readonly settings: readonly S[];
  /** What trials found of each setting, for taking turns where strokes are lost; none where that cannot be foretold. */
  readonly turns: readonly Trial<S>[];
  /** What trials found. */
  readonly found: Choice<S>;
  /** Lowest quality to try of a setting: below what was found, where trials do not tell what results score. */
  readonly leastQuality: (setting: S) => number;
  /** All so far, the last one last. */
  readonly results: readonly Result<S>[];
  /** Whether the first result that reaches the floor is taken, however far above it. */
  readonly takesFirst: boolean;
}

/**
 * The result to make next: what trials found, then what mends it where the whole misses the floor. Where its worst tile or its hues
 * miss it by far, or more quality brings nothing, another setting may be what the picture needs, such as full chroma or finer
 * transparency; else another quality is.
 */
export function nextResult<S extends SearchedSetting>(state: ResultState<S>): Choice<S> | 'done' {
  const { floor, tolerance, maxBytes, results, found } = state;
  const last = results.at(-1);
  if (!last) return found;
  const best = smallestAtFloor(floor, results);
  const isTooLong = last.bytes.length > maxBytes && last.score - floor <= tolerance && !isStuck(results);
  if (isTooLong) return 'done';
  if (best && isEnough(best, state)) return 'done';
  const other = best ? null : otherChoice(last, state);
  if (other) return other;
  const { setting } = best ?? nearest(floor, results);
  const own = results.filter((each) => each.setting === setting);
  const { max, stepFactor } = setting;
  const range = { floor, tolerance, min: state.leastQuality(setting), max, stepFactor };
  if (best && isClosed(floor, tolerance / 4, own)) return 'done';
  const quality = isExhausted(results) ? null : nextQuality(range, own.map(pointOf));
  return quality === null ? 'done' : { setting, quality };
}

/** Whether a result is so near above the floor, or so little above what misses it once the first is taken, that none is looked for between. */
function isEnough<S extends SearchedSetting>(
  { setting, score, bytes }: Result<S>,
  { floor, tolerance, maxBytes, takesFirst, results }: ResultState<S>,
): boolean {
  if (isNear(score, { floor, tolerance, ...setting })) return true;
  const missed = results.filter((each) => each.score < floor && !isForecast(each));
  const most = Math.max(0, ...missed.map((each) => each.bytes.length));
  const isWorthAnother = most > 0 && Math.log(Math.min(bytes.length, maxBytes) / most) > LEAST_LEFT;
  return takesFirst && !isWorthAnother;
}

function isExhausted(results: readonly Result<SearchedSetting>[]): boolean {
  return results.filter((each) => !isForecast(each)).length > MAX_TRIALS;
}

/**
 * Where strokes are lost, of all settings the next quality that likely takes fewest bytes: a line that one table
 * of quantisation drops another keeps, and more quality may drop it again. Else another setting, where it may mend what is lost.
 */
function otherChoice<S extends SearchedSetting>(missed: Result<S>, state: ResultState<S>): Choice<S> | null {
  const { results, turns } = state;
  const isByStrokes = results.some(({ cause }) => cause === 'strokes') && isForeseen(missed);
  if (!isByStrokes || isExhausted(results)) return otherSetting(missed, state);
  const costOf = ({ quality, bytes }: Trial<S>, next: number): number =>
    Math.log(bytes.length) + LOG_BYTES_OF_A_STEP * (next - quality);
  const open = turns.map((trial) => {
    const own = results.filter(({ setting }) => setting === trial.setting).map(({ quality }) => quality);
    const quality = Math.max(trial.quality, ...own.map((tried) => tried + 1));
    return { setting: trial.setting, quality, cost: costOf(trial, quality) };
  });
  const [next] = open
    .filter(({ setting, quality }) => quality <= setting.max)
    .sort((a, b) => a.cost - b.cost);
  return next ?? otherSetting(missed, state);
}

/** Whether a result misses its floor by what is foretold. */
function isForeseen(result: Result<SearchedSetting>): boolean {
  return isForecast(result) || result.cause === 'strokes';
}

/** The next setting, at the same quality, where it may mend what another quality hardly does. */
function otherSetting<S extends SearchedSetting>(
  missed: Result<S>,
  { floor, settings, results, found, leastQuality }: ResultState<S>,
): Choice<S> | null {
  const isBySetting = missed.cause === 'worst-tile' || missed.cause === 'hues';
  const mends = isStuck(results) ? found : isBySetting ? missed : null;
  if (!mends || missed.score > floor - NEAR_MISS_POINTS) return null;
  const setting = settings.find((each) => results.every((result) => result.setting !== each));
  if (!setting) return null;
  const quality = mends.quality + setting.start - mends.setting.start;
  return { setting, quality: clamp(quality, leastQuality(setting), setting.max) };
}

/** Whether the fault has nothing to do with quality: strokes that are gone score alike, and come back with more of it. */
function isStuck(results: readonly Result<SearchedSetting>[]): boolean {
  const [before, last] = results.slice(-2);
  return (
    last?.cause !== 'strokes' &&
    last?.setting === before?.setting &&
    last!.quality > before!.quality &&
    Math.abs(last!.score - before!.score) < STUCK_POINTS
  );
}

/**
 * The one of the fewest bytes at the floor, where points are dearest, as more quality may bring none; of equal scores the last, whose
 * setting was to mend what the others lose.
 */
function nearest<S extends SearchedSetting>(floor: number, results: readonly Result<S>[]): Result<S> {
  const made = results.filter((each) => !isForecast(each));
  const cost = (each: Result<S>): number => costAt(floor, each, MOST_RATE);
  const [least] = made.toSorted((a, b) => cost(a) - cost(b));
  return made.findLast(({ score }) => score === least!.score)!;
}

function pointOf<S extends SearchedSetting>({ quality, score, cause }: Result<S>): ScoredQuality {
  return { quality, score, isByAreas: cause === 'areas' };
}
