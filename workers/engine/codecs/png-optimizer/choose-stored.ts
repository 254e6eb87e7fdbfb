import { releaseBytes } from '../../base/release-raster.ts';
import type { OptimiserEffort } from '../ports/image-codec.ts';
import type { PngFile } from './png-file.ts';
import { rowBytesOf, type PngImage } from './png-image.ts';
import type { RowFilters } from './row-filters.ts';
import { Trials, type Pack, type Strategy } from './trials.ts';
import { waysToStore } from './ways-to-store.ts';
import { LEAST_SHARE_OF_FILTERS } from '../tuning.ts';

/** A picture as it is best stored. */
export interface Stored {
  readonly image: PngImage;
  readonly filters: RowFilters;
  /** About how many bytes it takes, packed quickly. */
  readonly estimate: number;
  /** Hardly any of it repeats. */
  readonly isNoise: boolean;
}

/** These two tell pictures apart, above all those with alpha. */
const TELLING: readonly Strategy[] = ['none', 'pairs'];
const OTHERS: readonly Strategy[] = ['sub', 'up', 'average', 'paeth', 'sums'];
const NONE: readonly Strategy[] = ['none'];
const OWN: readonly Strategy[] = ['source'];

interface StoredRequest {
  readonly mayBeGrey: boolean;
  readonly effort: OptimiserEffort;
  /** Longer files are dropped. */
  readonly mostBytes: number;
}

/**
 * The way to store the samples of a file that packs best, of those that are tried. What the others take is let go.
 * @returns null as soon as none can be short enough
 */
export async function chooseStored(
  file: PngFile,
  { mayBeGrey, effort, mostBytes }: StoredRequest,
  pack: Pack,
): Promise<Stored | null> {
  const images = waysToStore(file.image, mayBeGrey);
  const widest = Math.max(...images.map((image) => rowBytesOf(image, image.width)));
  const trials = new Trials(file, widest, pack);
  const isQuick = effort === 'quick';
  const isTooLong = (): boolean => trials.smallest.bytes * LEAST_SHARE_OF_FILTERS > mostBytes;
  await trials.run(images, isQuick ? NONE : TELLING);
  if (!isQuick && isTooLong()) return null;
  const { sourceFilters } = trials;
  const hasOwn = isQuick ? sourceFilters !== 'none' : sourceFilters === 'several';
  const others = [...(isQuick || trials.areFiltersHarmful ? [] : OTHERS), ...(hasOwn ? OWN : [])];
  await trials.run([trials.smallest.image], others);
  if (isTooLong()) return null;
  if (!isQuick) await trials.judgeWhole();
  const { isNoise } = trials;
  if (effort === 'full' && !isNoise) await trials.refine();
  const { smallest } = trials;
  for (const { data } of images) if (data !== smallest.image.data) releaseBytes(data);
  return { image: smallest.image, filters: trials.filtersOf(smallest), estimate: smallest.bytes, isNoise };
}
