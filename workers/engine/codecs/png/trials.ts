import { releaseBytes } from '../../release-raster.ts';
import { guessFilters, type GuessedFilters } from './guess-filters.ts';
import type { PngFile } from './png-file.ts';
import { keyChunksSize, type PngImage } from './png-image.ts';
import { applyFilters, FILTER, type RowFilters } from './row-filters.ts';
import { allRows, countRows, sampleRows, type RowBand } from './sample-rows.ts';

/** Deflates to the zlib format. */
export type Pack = (bytes: Uint8Array, level: number) => Promise<Uint8Array>;

/** A way to filter rows: one filter for all of them, a guess for each, or what the source has. */
export type Strategy = keyof typeof FILTER | keyof GuessedFilters | 'source';

/** What a picture takes when it is stored in some way. */
export interface Trial {
  readonly image: PngImage;
  readonly strategy: Strategy;
  /** Of the rows of the sample. */
  readonly filters: RowFilters;
  /** Bytes of the samples packed quickly, and of what they need to be shown: of all rows, by those of the sample. */
  readonly bytes: number;
}

/** Levels of deflate for trials, and for those that are near each other: the highest one where that takes no time. */
const LEVEL = 7;
const FINE_LEVEL = 10;
const FINEST_LEVEL = 12;
const SMALL_BYTES = 16 * 1024;

/** Trials are made on this much of a picture: its rows are alike enough to tell the ways apart. */
const SAMPLE_BYTES = 1024 * 1024;

/** A guess at filters that is this many times as large rules out others. */
const HARMFUL = 1.1;

/** Sizes that are at most this many times the smallest are near it; so many of them are packed better. */
const NEAR = 1.04;
const MOST_REFINED = 2;

/** Trials of the ways to store a file's samples. */
export class Trials {
  private readonly file: PngFile;
  private readonly bands: readonly RowBand[];
  private readonly pack: Pack;
  private readonly guesses = new Map<PngImage, GuessedFilters>();
  private readonly trials: Trial[] = [];

  /** @param rowBytes of the widest way to store a row */
  constructor(file: PngFile, rowBytes: number, pack: Pack) {
    this.file = file;
    this.bands = sampleRows(file.image.height, rowBytes, SAMPLE_BYTES);
    this.pack = pack;
  }

  /** How the rows of the source are filtered; interlaced ones are others. */
  get sourceFilters(): 'none' | 'one' | 'several' {
    const { image, filters } = this.file;
    if (image.isInterlaced) return 'none';
    if (filters.some((filter) => filter !== filters[0])) return 'several';
    return filters[0] === FILTER.none ? 'none' : 'one';
  }

  /** Tries each image with each strategy. */
  async run(images: readonly PngImage[], strategies: readonly Strategy[]): Promise<void> {
    for (const image of images) {
      for (const strategy of strategies) {
        const filters = this.filtersOf(image, strategy);
        this.trials.push({ image, strategy, filters, bytes: await this.sizeOf(image, filters, LEVEL) });
      }
    }
  }

  /** Whether filters make rows clearly larger: they do in drawings and with palettes. */
  get areFiltersHarmful(): boolean {
    const { image, strategy, bytes } = this.smallest;
    const filtered = this.trials.find((trial) => trial.image === image && trial.strategy !== 'none');
    return strategy === 'none' && filtered !== undefined && filtered.bytes > bytes * HARMFUL;
  }

  /** Packs those that are nearly the smallest better: the quick level misjudges some by a tenth. */
  async refine(): Promise<void> {
    const { bytes } = this.smallest;
    const near = this.trials.filter((trial) => trial.bytes <= bytes * NEAR).toSorted(bySize);
    if (near.length === 1) return;
    this.trials.length = 0;
    for (const { image, strategy, filters } of near.slice(0, MOST_REFINED))
      this.trials.push({ image, strategy, filters, bytes: await this.sizeOf(image, filters, FINE_LEVEL) });
  }

  /** The smallest of those that were run; of equal ones that with the fewest samples, then the first. */
  get smallest(): Trial {
    return this.trials.toSorted(bySize)[0]!;
  }

  /** The filters of a trial for all rows, and not for the sample alone. */
  filtersOfAll({ image, strategy, filters }: Trial): RowFilters {
    if (typeof filters === 'number') return filters;
    if (strategy === 'source') return this.file.filters;
    const isAll = filters.length === image.height;
    return isAll ? filters : guessFilters(image, allRows(image.height))[strategy as keyof GuessedFilters];
  }

  private async sizeOf(image: PngImage, filters: RowFilters, level: number): Promise<number> {
    const filtered = applyFilters(image, filters, this.bands);
    const packed = await this.pack(
      filtered,
      level === FINE_LEVEL && filtered.length <= SMALL_BYTES ? FINEST_LEVEL : level,
    );
    releaseBytes(filtered);
    return packed.length * (image.height / countRows(this.bands)) + keyChunksSize(image);
  }

  private filtersOf(image: PngImage, strategy: Strategy): RowFilters {
    if (strategy === 'source')
      return this.bands.length === 1 ? this.file.filters : ofBands(this.file.filters, this.bands);
    if (strategy !== 'pairs' && strategy !== 'sums') return FILTER[strategy];
    let guessed = this.guesses.get(image);
    if (!guessed) this.guesses.set(image, (guessed = guessFilters(image, this.bands)));
    return guessed[strategy];
  }
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
