import { releaseBytes } from '../../base/release-raster.ts';
import type { OptimiserEffort } from '../ports/image-codec.ts';
import type { PngFile } from './png-file.ts';
import { rowBytesOf, type PngImage } from './png-image.ts';
import type { RowFilters } from './row-filters.ts';
import { Trials, type Pack, type Strategy } from './trials.ts';
import { waysToStore, type WaysToStore } from './ways-to-store.ts';
import {
  INDEX_SAMPLE_BYTES,
  LEAST_SHARE_OF_FILTERS,
  LEAST_SHARE_OF_WHOLE,
  SAMPLE_BYTES,
  SHORT_INDEXES_BYTES,
} from '../tuning.ts';

/** A picture as it is best stored. */
export interface Stored {
  readonly image: PngImage;
  readonly filters: RowFilters;
  /** About how many bytes it takes, packed quickly. */
  readonly estimate: number;
  /** Hardly any of it repeats. */
  readonly isNoise: boolean;
}

/** Beside none, this tells pictures apart, above all those with alpha. */
const PAIRS: readonly Strategy[] = ['pairs'];
const OTHERS: readonly Strategy[] = ['sub', 'up', 'average', 'paeth', 'sums'];
const NONE: readonly Strategy[] = ['none'];
/** The quickest filters tell whether any suits indexes. */
const QUICKEST: readonly Strategy[] = ['sub', 'up'];
const SLOWER: readonly Strategy[] = ['pairs', 'average', 'paeth', 'sums'];
const OWN: readonly Strategy[] = ['source'];

interface StoredRequest {
  readonly mayBeGrey: boolean;
  readonly effort: OptimiserEffort;
  /** Longer files are dropped. */
  readonly mostBytes: number;
}

/**
 * The way to store the samples of a file that packs best, of those that are tried; two where trials do not tell. What the others take
 * is let go.
 * @returns none as soon as none can be short enough
 */
export async function chooseStored(
  file: PngFile,
  { mayBeGrey, effort, mostBytes }: StoredRequest,
  pack: Pack,
): Promise<readonly Stored[]> {
  const ways = waysToStore(file.image, mayBeGrey);
  const { images } = ways;
  const rowBytes = Math.max(...images.map((image) => rowBytesOf(image, image.width)));
  const isIndexed = effort !== 'quick' && images.every(({ palette }) => palette !== null);
  const sampleBytes = isIndexed ? INDEX_SAMPLE_BYTES : SAMPLE_BYTES;
  const trials = new Trials(file, { rowBytes, sampleBytes }, pack);
  const isShortEnough = (share: number): boolean => trials.smallest.bytes * share <= mostBytes;
  const isNoise = await judge(ways, { trials, effort, isShortEnough });
  if (isNoise === null) return [];
  const { left } = trials;
  const kept = new Set(left.map(({ image }) => image.data));
  for (const { data } of images) if (!kept.has(data)) releaseBytes(data);
  return left.map((trial) => ({
    image: trial.image,
    filters: trials.filtersOf(trial),
    estimate: trial.bytes,
    isNoise,
  }));
}

interface Judging extends Pick<StoredRequest, 'effort'> {
  readonly trials: Trials;
  /** Whether the smallest may be short enough where the best leaves this share of it. */
  readonly isShortEnough: (share: number) => boolean;
}

/** @returns whether it is noise; null as soon as nothing can be short enough */
async function judge(
  { images, usual }: WaysToStore,
  { trials, effort, isShortEnough }: Judging,
): Promise<boolean | null> {
  await trials.run(images, NONE);
  const isQuick = effort === 'quick';
  const coloured = images.filter(({ palette }) => usual.length === 0 || palette === null);
  if (!isQuick) {
    await trials.run(coloured, PAIRS);
    if (!isShortEnough(LEAST_SHARE_OF_FILTERS)) return null;
    if (!coloured.includes(trials.smallest.image)) {
      await judgeIndexes(images, usual, trials);
      return isShortEnough(LEAST_SHARE_OF_WHOLE) ? trials.isNoise : null;
    }
  }
  await judgeFilters(trials, isQuick);
  if (!isShortEnough(LEAST_SHARE_OF_FILTERS)) return null;
  if (!isQuick) await trials.judgeWhole();
  if (!isQuick && !isShortEnough(LEAST_SHARE_OF_WHOLE)) return null;
  const { isNoise } = trials;
  if (effort === 'full' && !isNoise) await trials.refine();
  trials.keepSmallest();
  return isNoise;
}

async function judgeFilters(trials: Trials, isQuick: boolean): Promise<void> {
  const { sourceFilters } = trials;
  const hasOwn = isQuick ? sourceFilters !== 'none' : sourceFilters === 'several';
  const others = [...(isQuick || trials.areFiltersHarmful ? [] : OTHERS), ...(hasOwn ? OWN : [])];
  await trials.run([trials.smallest.image], others);
}

/** Filters of indexes pay in orders that put like colours near each other, if anywhere: the others are tried where the quickest come near. */
async function judgeIndexes(
  images: readonly PngImage[],
  usual: readonly PngImage[],
  trials: Trials,
): Promise<void> {
  const ordered = images.filter((image) => image.palette && !usual.includes(image));
  trials.keep(({ palette }) => palette !== null);
  await trials.run(ordered.length > 0 ? ordered : usual, QUICKEST);
  if (trials.smallest.bytes < SHORT_INDEXES_BYTES) await trials.run(usual, PAIRS);
  const { filteredIndexes, smallest, sourceFilters } = trials;
  if (filteredIndexes.length > 0) await trials.run(filteredIndexes, SLOWER);
  if (sourceFilters === 'several') await trials.run([filteredIndexes[0] ?? smallest.image], OWN);
  await trials.judgeBeside(usual);
}
