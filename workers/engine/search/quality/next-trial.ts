import { clamp } from '../../base/bytes.ts';
import { LEAST_QUALITY, MAX_TRIALS, MOST_SETTING_GAIN, USUAL_MARGIN_SHARE } from '../tuning.ts';
import { costAt, hasEvenRate, isClosed, leastBytesAt, rateAt, type Measured } from './exchange-rate.ts';
import { isNear, nextQuality, type QualityRange } from './next-quality.ts';
import { smallestAtFloor, type Choice, type SearchedSetting, type Trial } from './trial.ts';

export interface TrialLimits {
  /** Lowest score accepted. */
  readonly floor: number;
  /** Points above the floor that are near enough. */
  readonly tolerance: number;
  /** Lowest quality to try [5]. */
  readonly minQuality?: number | undefined;
  /** A trial longer than this leads to no result that is short enough. */
  readonly tooLongBytes: number;
  /** A trial this short ends the search. */
  readonly enoughBytes: number;
}

export interface TrialState<S extends SearchedSetting> extends TrialLimits {
  /** In the order in which they are tried; the first is the likely winner. */
  readonly settings: readonly S[];
  /** All so far, the last one last. */
  readonly trials: readonly Trial<S>[];
  /** Once work is spent, the first trial that reaches the floor is taken. */
  readonly isSpent: boolean;
  /** Once only what results need is left, no further setting is tried. */
  readonly isLow: boolean;
}

/**
 * The trial to make next on the way to the setting and the quality of the fewest bytes at a floor. Each setting is searched in
 * turn, and given up once it falls behind the smallest of those before it.
 */
export function nextTrial<S extends SearchedSetting>(state: TrialState<S>): Choice<S> | 'done' {
  const { trials } = state;
  const last = trials.at(-1);
  if (!last) return firstOf(state.settings[0]!, state);
  if (last.score === -Infinity || isHopeless(last, state)) return 'done';
  const { setting } = last;
  const own = trials.filter((trial) => trial.setting === setting);
  const quality = isSettled(own, last, state) ? null : nextQuality(rangeOf(setting, state), own);
  return quality === null ? nextSetting(setting, state) : { setting, quality };
}

/** Whether a trial takes so many bytes at the floor that no other setting takes few enough. */
function isHopeless(trial: Measured, { floor, tooLongBytes }: TrialLimits): boolean {
  return trial.score >= floor && leastBytesAt(floor, trial) > MOST_SETTING_GAIN * tooLongBytes;
}

function rangeOf(
  { max, stepFactor }: SearchedSetting,
  { floor, tolerance, minQuality }: TrialLimits,
): QualityRange {
  return { floor, tolerance, min: minQuality ?? LEAST_QUALITY, max, stepFactor };
}

/** Whether no other quality of a setting is worth a trial. */
function isSettled<S extends SearchedSetting>(
  own: readonly Trial<S>[],
  last: Trial<S>,
  state: TrialState<S>,
): boolean {
  const { floor, tolerance, tooLongBytes, enoughBytes, isSpent } = state;
  const best = smallestAtFloor(floor, own);
  const isGood =
    best !== null &&
    (isNear(best.score, { floor, tolerance, ...last.setting }) || best.bytes.length <= enoughBytes);
  const leader = leaderBefore(last.setting, state);
  return (
    isGood ||
    repeats(last, state) ||
    isClosed(floor, tolerance / 4, own) ||
    (isSpent && (best ?? leader) !== null) ||
    own.length >= (last.setting.maxTrials ?? MAX_TRIALS) ||
    leastBytesAt(floor, last) > tooLongBytes ||
    (leader !== null && isBehind(last, leader, state))
  );
}

/** Whether a trial is what another setting made at its quality: it codes what the picture lacks, such as chroma of a grey one. */
function repeats<S extends SearchedSetting>(
  { setting, quality, score, bytes }: Trial<S>,
  { trials }: TrialState<S>,
): boolean {
  return trials.some(
    (other) =>
      other.setting !== setting &&
      other.quality === quality &&
      other.score === score &&
      other.bytes.length === bytes.length,
  );
}

/** The smallest trial of the settings before one. */
function leaderBefore<S extends SearchedSetting>(
  setting: S,
  { settings, trials, floor }: TrialState<S>,
): Trial<S> | null {
  const before = settings.slice(0, settings.indexOf(setting));
  return smallestAtFloor(
    floor,
    trials.filter((trial) => before.includes(trial.setting)),
  );
}

/** Whether a trial would take more bytes at the floor than the leader, by more than the margin of its setting. */
function isBehind<S extends SearchedSetting>(
  trial: Trial<S>,
  leader: Trial<S>,
  state: TrialState<S>,
): boolean {
  const { floor } = state;
  const { marginShare = USUAL_MARGIN_SHARE } = trial.setting;
  const excess = costAt(floor, trial, learntRate(state)) - Math.log(leader.bytes.length);
  return hasEvenRate(trial.score, floor) && excess > marginShare;
}

/** What a point of score takes, by the first setting that reached the floor. */
function learntRate<S extends SearchedSetting>({ trials, floor }: TrialState<S>): number {
  const first = trials.find(({ score }) => score >= floor)?.setting;
  return rateAt(
    floor,
    trials.filter(({ setting }) => setting === first),
  );
}

/** The first trial of the setting after one, at the quality at which the smallest so far was found. */
function nextSetting<S extends SearchedSetting>(setting: S, state: TrialState<S>): Choice<S> | 'done' {
  const next = state.settings[state.settings.indexOf(setting) + 1];
  const smallest = smallestAtFloor(state.floor, state.trials);
  if (!next || (smallest && next.isTried === false)) return 'done';
  const isEnough = smallest && (state.isLow || smallest.bytes.length <= state.enoughBytes);
  return isEnough ? 'done' : firstOf(next, state, smallest);
}

function firstOf<S extends SearchedSetting>(
  setting: S,
  state: TrialLimits,
  smallest: Trial<S> | null = null,
): Choice<S> {
  const { min, max } = rangeOf(setting, state);
  const offset = smallest ? smallest.quality - smallest.setting.start : 0;
  return { setting, quality: clamp(setting.start + offset, min, max) };
}
