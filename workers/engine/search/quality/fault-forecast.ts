import { isForecast, NOT_MADE, type Result } from './next-result.ts';
import type { Choice, SearchedSetting } from './trial.ts';

/** Tells at little cost what a fault of results would score, where that leaps from one quality to the next. */
export interface FaultForecast<S extends SearchedSetting> {
  readonly cause: 'areas' | 'strokes';
  readonly score: (setting: S, quality: number) => Promise<number>;
  /** Looks from now on at what a result has lost. @param floor that it misses by this fault */
  readonly learn?: (result: Uint8Array, floor: number) => Promise<void>;
  /** Results that it may speak against. */
  readonly mostMisses: number;
}

/**
 * The result of a choice that a fault is foretold for, which is not made.
 * @param made results before it: the first is made in any case
 * @returns null where none is foretold
 */
export async function forecastFault<S extends SearchedSetting>(
  forecasts: readonly FaultForecast<S>[],
  { setting, quality }: Choice<S>,
  made: readonly Result<S>[],
  floor: number,
): Promise<Omit<Result<S>, keyof Choice<S>> | null> {
  if (made.length === 0) return null;
  for (const forecast of forecasts) {
    const { cause, mostMisses } = forecast;
    if (made.filter((each) => isForecast(each) && each.cause === cause).length >= mostMisses) continue;
    const score = await forecast.score(setting, quality);
    if (score < floor) return { bytes: NOT_MADE, score, cause };
  }
  return null;
}
