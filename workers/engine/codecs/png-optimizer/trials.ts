import { releaseBytes } from '../../base/release-raster.ts';
import { guessFilters, isGuessKind, type GuessKind } from './guess-filters.ts';
import type { PngFile } from './png-file.ts';
import { keyChunksSize, type PngImage } from './png-image.ts';
import { FILTER } from '../../containers/png/row-filters.ts';
import { applyFilters, filteredSize, type RowFilters } from './row-filters.ts';
import { allRows, countRows, sampleRows, type RowBand } from './sample-rows.ts';
import {
  FILTERED_RATIO,
  FINE_LEVEL,
  FINE_LEVEL_BYTES,
  LIKELY_SHARE_OF_USUAL,
  MOST_NEAR,
  NEAR_RATIO,
  NOISE_BYTES,
  NOISE_SHARE,
  SECOND_TRIAL_LEVEL,
  SURE_SHARE_OF_USUAL,
  TRIAL_LEVEL,
} from '../tuning.ts';

/** Deflates to the zlib format. */
export type Pack = (bytes: Uint8Array, level: number) => Promise<Uint8Array>;

/** A way to filter rows: one filter for all of them, a guess for each, or what the source has. */
export type Strategy = keyof typeof FILTER | GuessKind | 'source';

/** What a picture takes when it is stored in some way. */
export interface Trial {
  readonly image: PngImage;
  readonly strategy: Strategy;
  /** Bytes of the samples and of what they need to be shown: of all rows, by those of the sample until all are packed. */
  readonly bytes: number;
}

/** Filters that were guessed for the rows of an image. */
interface Guess {
  readonly image: PngImage;
  readonly bands: readonly RowBand[];
  readonly kind: GuessKind;
  readonly filters: Uint8Array;
}

/** Trials of the ways to store a file's samples. */
export class Trials {
  private readonly file: PngFile;
  private readonly bands: readonly RowBand[];
  private readonly whole: readonly RowBand[];
  private readonly pack: Pack;
  private readonly guesses: Guess[] = [];
  private trials: Trial[] = [];

  /** @param sample bytes of the widest way to store a row, and of all rows that are tried at first */
  constructor(
    file: PngFile,
    sample: { readonly rowBytes: number; readonly sampleBytes: number },
    pack: Pack,
  ) {
    const { height } = file.image;
    this.file = file;
    this.whole = allRows(height);
    const bands = sampleRows(height, sample.rowBytes, sample.sampleBytes);
    this.bands = countRows(bands) === height ? this.whole : bands;
    this.pack = pack;
  }

  /** How the rows of the source are filtered; interlaced ones are others. */
  get sourceFilters(): 'none' | 'one' | 'several' {
    const { image, filters } = this.file;
    if (image.isInterlaced) return 'none';
    if (filters.some((filter) => filter !== filters[0])) return 'several';
    return filters[0] === FILTER.none ? 'none' : 'one';
  }

  /** Tries each image with each strategy, on the sample. */
  async run(images: readonly PngImage[], strategies: readonly Strategy[]): Promise<void> {
    const scale = countRows(this.whole) / countRows(this.bands);
    for (const image of images) {
      for (const strategy of strategies) {
        const packed = await this.packed(image, strategy, this.bands, TRIAL_LEVEL);
        this.trials.push({ image, strategy, bytes: packed * scale + keyChunksSize(image) });
      }
    }
  }

  /** Forgets all but the smallest. */
  keepSmallest(): void {
    this.trials = [this.smallest];
  }

  /** Forgets the trials of other images. */
  keep(isWanted: (image: PngImage) => boolean): void {
    this.trials = this.trials.filter(({ image }) => isWanted(image));
  }

  /** Whether filters make rows clearly larger: they do in drawings and with palettes. */
  get areFiltersHarmful(): boolean {
    const { image, strategy, bytes } = this.smallest;
    const filtered = this.trials.find((trial) => trial.image === image && trial.strategy !== 'none');
    return strategy === 'none' && filtered !== undefined && filtered.bytes > bytes * NEAR_RATIO;
  }

  /** The indexes whose filtered rows are the smallest of their depth, where one is near the smallest of all; else none. */
  get filteredIndexes(): readonly PngImage[] {
    const filtered = this.trials.filter(({ strategy }) => strategy !== 'none').toSorted(bySize);
    const isNear = filtered.length > 0 && filtered[0]!.bytes <= this.smallest.bytes * FILTERED_RATIO;
    return isNear ? smallestOfDepths(filtered).map(({ image }) => image) : [];
  }

  /** Whether there is much of which so little repeats that the highest levels gain next to nothing. */
  get isNoise(): boolean {
    const { image, bytes } = this.smallest;
    const rowsBytes = filteredSize(image);
    return rowsBytes > NOISE_BYTES && bytes > NOISE_SHARE * rowsBytes;
  }

  /** Packs all rows in the ways that are the smallest by the sample: what repeats at a distance is not in it. */
  async judgeWhole(): Promise<void> {
    if (this.bands !== this.whole) await this.judgeNearest(TRIAL_LEVEL);
  }

  /**
   * Packs those that are nearly the smallest better: the quick level misjudges some by a tenth. Of large ones rows without
   * filters are taken for the smallest where they are near it: they gain more by a higher level, as more repeats in them.
   */
  async refine(): Promise<void> {
    const { image, bytes } = this.smallest;
    if (filteredSize(image) <= FINE_LEVEL_BYTES) {
      await this.judgeNearest(FINE_LEVEL);
    } else {
      const plain = this.trials.filter(
        (trial) => trial.strategy === 'none' && trial.bytes <= bytes * NEAR_RATIO,
      );
      if (plain.length > 0) this.trials = plain;
    }
  }

  /**
   * Leaves the usual indexes, without filters, at each depth that comes near, or another order that two levels of deflate find smaller;
   * and beside the usual ones filters that a level finds smaller, as no level foretells what the highest makes of depths and filters.
   * Nothing hangs on how the source is stored, so that a second pass finds the same.
   */
  async judgeBeside(usual: readonly PngImage[]): Promise<void> {
    const isUsual = ({ image, strategy }: Trial): boolean => strategy === 'none' && usual.includes(image);
    const own = this.trials.filter(isUsual).toSorted(bySize);
    const others = smallestOfDepths(this.trials.filter((trial) => !isUsual(trial)).toSorted(bySize));
    const isLikely = others.length > 0 && others[0]!.bytes < LIKELY_SHARE_OF_USUAL * own[0]!.bytes;
    const usualTrials = nearest(await this.onAllRows(own, TRIAL_LEVEL));
    this.trials = usualTrials;
    if (!isLikely) return;
    const firstOthers = await this.onAllRows(others, TRIAL_LEVEL);
    const finer = await this.onAllRows(usualTrials.slice(0, 1), SECOND_TRIAL_LEVEL);
    const finerOthers = await this.onAllRows(others, SECOND_TRIAL_LEVEL);
    const shares = [
      nearest(firstOthers)[0]!.bytes / usualTrials[0]!.bytes,
      nearest(finerOthers)[0]!.bytes / finer[0]!.bytes,
    ];
    const isPlain = nearest(finerOthers)[0]!.strategy === 'none';
    if (isPlain && Math.max(...shares) < SURE_SHARE_OF_USUAL) this.trials = nearest(finerOthers);
    if (!isPlain && Math.min(...shares) < SURE_SHARE_OF_USUAL)
      this.trials = [...usualTrials, ...nearest(finerOthers)];
  }

  /** Trials of all rows at a level. */
  private async onAllRows(trials: readonly Trial[], level: number): Promise<Trial[]> {
    const judged: Trial[] = [];
    for (const { image, strategy } of trials) {
      const packed = await this.packed(image, strategy, this.whole, level);
      judged.push({ image, strategy, bytes: packed + keyChunksSize(image) });
    }
    return judged;
  }

  /** What is left to choose from, the smallest first. */
  get left(): readonly Trial[] {
    return this.trials.toSorted(bySize);
  }

  /** The smallest of those that were run; of equal ones that with the fewest samples, then the first. */
  get smallest(): Trial {
    return this.trials.toSorted(bySize)[0]!;
  }

  /** The filters of a trial for all rows. */
  filtersOf({ image, strategy }: Pick<Trial, 'image' | 'strategy'>): RowFilters {
    return this.filters(image, strategy, this.whole);
  }

  /** Packs all rows of the smallest and those near it, where there are several. The others are forgotten. */
  private async judgeNearest(level: number): Promise<void> {
    const near = nearest(this.trials).slice(0, MOST_NEAR);
    this.trials = near;
    if (near.length === 1) return;
    this.trials = [];
    for (const { image, strategy } of near) {
      const packed = await this.packed(image, strategy, this.whole, level);
      this.trials.push({ image, strategy, bytes: packed + keyChunksSize(image) });
    }
  }

  private async packed(
    image: PngImage,
    strategy: Strategy,
    bands: readonly RowBand[],
    level: number,
  ): Promise<number> {
    const filtered = applyFilters(image, this.filters(image, strategy, bands), bands);
    const { length } = await this.pack(filtered, level);
    releaseBytes(filtered);
    return length;
  }

  private filters(image: PngImage, strategy: Strategy, bands: readonly RowBand[]): RowFilters {
    if (strategy === 'source')
      return bands === this.whole ? this.file.filters : ofBands(this.file.filters, bands);
    return isGuessKind(strategy) ? this.guessed(image, bands, strategy) : FILTER[strategy];
  }

  private guessed(image: PngImage, bands: readonly RowBand[], kind: GuessKind): Uint8Array {
    const known = this.guesses.find(
      (guess) => guess.image === image && guess.bands === bands && guess.kind === kind,
    );
    if (known) return known.filters;
    const filters = guessFilters(image, bands, kind);
    this.guesses.push({ image, bands, kind, filters });
    return filters;
  }
}

/** The first trial of each depth. @param trials the smallest first */
function smallestOfDepths(trials: readonly Trial[]): readonly Trial[] {
  return trials.filter(
    ({ image }, at) => trials.findIndex((other) => other.image.depth === image.depth) === at,
  );
}

/** The smallest trials and those near them, the smallest first. */
function nearest(trials: readonly Trial[]): Trial[] {
  const sorted = trials.toSorted(bySize);
  return sorted.filter(({ bytes }) => bytes <= sorted[0]!.bytes * NEAR_RATIO);
}

function bySize(a: Trial, b: Trial): number {
  return a.bytes - b.bytes || a.image.data.length - b.image.data.length;
}

function ofBands(filters: Uint8Array, bands: readonly RowBand[]): Uint8Array {
  const chosen = new Uint8Array(countRows(bands));
  let at = 0;
  for (const { start, end } of bands) {
    chosen.set(filters.subarray(start, end), at);
    at += end - start;
  }
  return chosen;
}
