import { MOST_SCORE } from '../../quality/thresholds.ts';
import type { WorkBudget } from '../../budget/work-budget.ts';
import { leastBytesAt } from './exchange-rate.ts';
import { forecastFault, type FaultForecast } from './fault-forecast.ts';
import { isForecast, nextResult, type Result } from './next-result.ts';
import { nextTrial, type TrialLimits } from './next-trial.ts';
import { measureChoices, smallestAtFloor, type Choice, type SearchedSetting, type Trial } from './trial.ts';

/** What is encoded: on trial a part of a picture, or all of it with less effort. */
export interface FloorSubject<S extends SearchedSetting> {
  /** Encodes and measures on trial. @param isTooLong says of bytes that they need not be measured: the score is then -Infinity */
  readonly makeTrial: (
    choice: Choice<S>,
    isTooLong: (bytes: Uint8Array) => boolean,
  ) => Promise<Pick<Trial<S>, 'bytes' | 'score'>>;
  /** Makes what may be returned, and judges it all over. */
  readonly makeResult: (
    choice: Choice<S>,
    trials: readonly Trial<S>[],
  ) => Promise<Omit<Result<S>, keyof Choice<S>>>;
  /** Of faults that leap from one quality to the next, in the order in which they are asked. */
  readonly forecasts: readonly FaultForecast<S>[];
  /** Work that results need, in ms [0]. */
  readonly reserveMs?: () => number;
  /** Trials whose results leave work for another [all]. */
  readonly affordable?: (trials: readonly Trial<S>[]) => readonly Trial<S>[];
  /** Lowest quality of a result: that of what trials found, where they tell what results score. */
  readonly leastQuality: (setting: S, found: Trial<S>) => number;
}

export interface SearchLimits {
  readonly trials: TrialLimits;
  readonly budget: WorkBudget;
  readonly results: {
    readonly floor: number;
    /** Points above the floor that are near enough. */
    readonly tolerance: number;
    readonly maxBytes: number;
    /** Takes the first result that reaches the floor, however far above it [once work is spent]. */
    readonly takesFirst?: boolean;
  };
}

/** What a search found. */
export interface Found<S extends SearchedSetting> {
  readonly trial: Trial<S>;
  /** Null where none reaches the floor, or it would be too long. */
  readonly result: Result<S> | null;
  /** All results that were made and judged, in their order. */
  readonly made: readonly Result<S>[];
}

/**
 * The smallest encode of several settings whose score reaches a floor: trials find a setting and a quality, and what they found is
 * made, judged and mended.
 * @returns null when no trial reaches the floor, or all are too long
 */
export async function searchToFloor<S extends SearchedSetting>(
  settings: readonly S[],
  limits: SearchLimits,
  subject: FloorSubject<S>,
): Promise<Found<S> | null> {
  const { budget } = limits;
  const { floor, tooLongBytes } = limits.trials;
  const isTooLong = (bytes: Uint8Array): boolean =>
    leastBytesAt(floor, { bytes, score: MOST_SCORE }) > tooLongBytes;
  const trials = await measureChoices<S, Trial<S>>(
    (made) =>
      nextTrial({
        ...limits.trials,
        settings,
        trials: made,
        isSpent: budget.isSpent,
        isLow: !budget.allows(subject.reserveMs?.() ?? 0),
      }),
    async (choice) => ({ ...choice, ...(await subject.makeTrial(choice, isTooLong)) }),
  );
  const trial = smallestAtFloor(floor, subject.affordable?.(trials) ?? trials);
  if (!trial || trial.bytes.length > tooLongBytes) return null;
  const { floor: least } = limits.results;
  const smallest = smallestBySetting(settings, floor, trials);
  const ordered = [...new Set([...smallest.map(({ setting }) => setting), ...settings])];
  const turns = subject.forecasts.some(({ cause }) => cause === 'strokes') ? smallest : [];
  const results = await measureChoices<S, Result<S>>(
    (made) =>
      nextResult({
        ...limits.results,
        settings: ordered,
        turns,
        found: trial,
        leastQuality: (setting) => subject.leastQuality(setting, trial),
        results: made,
        takesFirst: limits.results.takesFirst === true || budget.isSpent,
      }),
    async (choice, made) => {
      const missed = await forecastFault(subject.forecasts, choice, made, least);
      if (missed) return { ...choice, ...missed };
      const result = await subject.makeResult(choice, trials);
      const fault = subject.forecasts.find(({ cause }) => result.score < least && cause === result.cause);
      await fault?.learn?.(result.bytes, least);
      return { ...choice, ...result };
    },
  );
  const result = smallestAtFloor(least, results);
  return {
    trial,
    result: result && result.bytes.length <= limits.results.maxBytes ? result : null,
    made: results.filter((each) => !isForecast(each)),
  };
}

/** The smallest trial of each setting that reached the floor, in the order of their bytes. */
function smallestBySetting<S extends SearchedSetting>(
  settings: readonly S[],
  floor: number,
  trials: readonly Trial<S>[],
): Trial<S>[] {
  const smallestOf = (setting: S): Trial<S> | null =>
    smallestAtFloor(
      floor,
      trials.filter((trial) => trial.setting === setting),
    );
  return settings
    .flatMap((setting) => smallestOf(setting) ?? [])
    .sort((a, b) => a.bytes.length - b.bytes.length);
}
