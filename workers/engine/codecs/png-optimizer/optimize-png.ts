import { releaseBytes } from '../../base/release-raster.ts';
import type { DeflateCodec } from '../ports/deflate-codec.ts';
import { allowsGrey, stillRight, withPackedProfile } from './ancillary-chunks.ts';
import type { OptimiserEffort } from '../ports/image-codec.ts';
import { withoutLowBytes } from './reduce-samples.ts';
import { chooseStored, type Stored } from './choose-stored.ts';
import { keyChunksSize } from './png-image.ts';
import { readPng, writePng, type PngFile } from './png-file.ts';
import { applyFilters, filteredSize } from './row-filters.ts';
import { allRows } from './sample-rows.ts';
import type { Pack } from './trials.ts';
import { HIGHEST_LEVEL_BYTES, LEAST_SHARE_OF_TRIAL, PACKING_LEVELS } from '../tuning.ts';

/** What the optimiser works with. */
interface PngOptimizerParts {
  readonly deflate: DeflateCodec;
  /** libdeflate at a level of 1 to 12, to the zlib format. */
  readonly pack: Pack;
}

/** How a PNG is optimised, see `ImageCodec.optimizePng`. */
interface PngOptions {
  readonly keepChunks: boolean;
  readonly effort: OptimiserEffort;
  readonly maxBytes: number;
}

const OF_ANIMATIONS = new Set(['acTL', 'fcTL', 'fdAT']);

/**
 * Packs a PNG better without changing a sample: fewer bits, a palette, grey, no alpha, other filters of rows.
 * @returns the source where nothing is smaller, or of use
 * @throws EngineError "damaged"
 */
export async function optimizePng(
  bytes: Uint8Array,
  { keepChunks, effort, maxBytes }: PngOptions,
  { deflate, pack }: PngOptimizerParts,
): Promise<Uint8Array> {
  const file = await readPng(bytes, { keepChunks }, deflate);
  const chunks = [...file.before, ...file.after];
  if (chunks.some(({ type }) => OF_ANIMATIONS.has(type))) return bytes;
  if (effort === 'plain') {
    const plain = await packPlainly(file, pack);
    return plain.length < bytes.length ? plain : bytes;
  }
  const before = await withPackedProfile(file.before, deflate, (profile) =>
    pack(profile, PACKING_LEVELS.full),
  );
  const smaller = await packSmaller(
    { ...file, before },
    { mayBeGrey: allowsGrey(chunks), effort, maxBytes },
    pack,
  );
  const written = writePng(smaller ?? { ...file, before });
  return written.length < bytes.length ? written : bytes;
}

/** The filters of rows stay. */
async function packPlainly(file: PngFile, pack: Pack): Promise<Uint8Array> {
  const image = withoutLowBytes(file.image);
  const filtered = applyFilters(image, file.filters, allRows(image.height));
  const packed = await pack(filtered, PACKING_LEVELS.plain);
  const [before, after] = [file.before, file.after].map((chunks) => stillRight(chunks, file.image, image));
  return writePng({ image, packed, before: before!, after: after! });
}

/** @returns null where that is no smaller */
async function packSmaller(
  file: PngFile,
  { mayBeGrey, effort, maxBytes }: Omit<PngOptions, 'keepChunks'> & { readonly mayBeGrey: boolean },
  pack: Pack,
): Promise<Omit<PngFile, 'filters'> | null> {
  const bytesToBeat = file.packed.length + keyChunksSize(file.image);
  const mostBytes = Math.min(bytesToBeat, maxBytes);
  const ways = await chooseStored(file, { mayBeGrey, effort, mostBytes }, pack);
  let best: (Stored & { readonly packed: Uint8Array }) | null = null;
  for (const stored of ways) {
    if (stored.estimate * LEAST_SHARE_OF_TRIAL > mostBytes) continue;
    const packed = await packStored(stored, effort, pack);
    if (!best || sizeOf({ ...stored, packed }) < sizeOf(best)) best = { ...stored, packed };
  }
  for (const data of new Set(ways.map(({ image }) => image.data))) releaseBytes(data);
  if (!best || sizeOf(best) >= bytesToBeat) return null;
  const { image, packed } = best;
  return {
    image,
    packed,
    before: stillRight(file.before, file.image, image),
    after: stillRight(file.after, file.image, image),
  };
}

function sizeOf({ image, packed }: Stored & { readonly packed: Uint8Array }): number {
  return packed.length + keyChunksSize(image);
}

async function packStored(
  { image, filters, estimate, isNoise }: Stored,
  effort: OptimiserEffort,
  pack: Pack,
): Promise<Uint8Array> {
  const filtered = applyFilters(image, filters, allRows(image.height));
  const isQuick = isNoise || filteredSize(image) > HIGHEST_LEVEL_BYTES;
  const level = isQuick ? PACKING_LEVELS.quick : PACKING_LEVELS[effort];
  let packed = await pack(filtered, level);
  // The highest level is not always the best: some trial at a lower one was smaller.
  if (level === PACKING_LEVELS.full && packed.length + keyChunksSize(image) > estimate) {
    const other = await pack(filtered, PACKING_LEVELS.quick);
    if (other.length < packed.length) packed = other;
  }
  releaseBytes(filtered);
  return packed;
}
