/** How far the quality of one combination of encoder options is searched. */
export interface SearchedSetting {
  /** Quality to begin with, 1-100. */
  readonly start: number;
  readonly max: number;
  /** Times as many points as usual that a step of quality brings [1]. */
  readonly stepFactor?: number;
  /** Share of bytes by which a trial may lie behind the smallest setting and still be followed [0.08]. */
  readonly marginShare?: number;
  /** Whether it is tried beside a setting that reaches the floor; else it only mends what others lose [true]. */
  readonly isTried?: boolean;
  /** Trials at most, for slow settings [8]. */
  readonly maxTrials?: number;
}

/** What to encode next. */
export interface Choice<S extends SearchedSetting> {
  readonly setting: S;
  /** Integer, 1-100. */
  readonly quality: number;
}

/** One measured encode. */
export interface Trial<S extends SearchedSetting> extends Choice<S> {
  /** Visual score; -Infinity where no other quality or setting is worth trying. */
  readonly score: number;
  readonly bytes: Uint8Array;
}

/** The trial of a choice. */
export function trialOf<S extends SearchedSetting>(
  { setting, quality }: Choice<S>,
  trials: readonly Trial<S>[],
): Trial<S> | undefined {
  return trials.find((trial) => trial.setting === setting && trial.quality === quality);
}

/** Encodes and measures one choice after another, until there is none left. */
export async function measureChoices<S extends SearchedSetting, T extends Trial<S>>(
  next: (trials: readonly T[]) => Choice<S> | 'done',
  measure: (choice: Choice<S>, trials: readonly T[]) => Promise<T>,
): Promise<T[]> {
  const trials: T[] = [];
  for (;;) {
    const choice = next(trials);
    if (choice === 'done') return trials;
    trials.push(await measure(choice, trials));
  }
}

/** The smallest of those that reach a floor; of two as small the one of lower quality, as parts of a picture may not differ. */
export function smallestAtFloor<T extends Omit<Trial<SearchedSetting>, 'setting'>>(
  floor: number,
  trials: readonly T[],
): T | null {
  const above = trials.filter(({ score }) => score >= floor);
  return above.toSorted((a, b) => a.bytes.length - b.bytes.length || a.quality - b.quality)[0] ?? null;
}
