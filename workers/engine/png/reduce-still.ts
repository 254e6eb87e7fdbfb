import type { EngineContext } from '../context.ts';
import type { Raster } from '../raster.ts';
import { releaseRaster } from '../release-raster.ts';
import type { Chunk } from './chunks.ts';
import { rasterOf, writeIndexedPng, type IndexedPicture } from './indexed-picture.ts';
import { markChunk, metadataChunks } from './kept-chunks.ts';
import { sameSamples } from './pack-losslessly.ts';
import { paletteColourPlan, type PngSource, type ReducedPng } from './png-source.ts';
import { reduceColours, type Reduced, type ReduceRequest } from './reduce-colours.ts';
import { showByProfile, showIndexed } from './show-indexed.ts';
import { cautiousFloor, isTiny, TINY_STRUCTURE } from '../perceptual/tiny-pictures.ts';
import { withoutIdleAlpha } from './without-idle-alpha.ts';

/**
 * Reduces a still picture to a palette and packs it.
 * @param stored its samples
 * @returns null where 256 colours miss the floor
 */
export async function reduceStill(
  source: PngSource,
  stored: Raster,
  floor: number,
  context: EngineContext,
): Promise<ReducedPng | null> {
  const { ancillary, isNested, chunks } = source;
  const { image, deflate } = context.codecs;
  const plan = paletteColourPlan(source, stored.space);
  const raster = withoutIdleAlpha(
    plan.samples === 'srgb' ? await image.decode(source.bytes, { colour: 'srgb' }) : stored,
  );
  const metadata = await metadataChunks(chunks, ancillary, plan.icc, deflate);
  const isShownByProfile = plan.icc !== null && !plan.looksAsStored;
  const look = isShownByProfile
    ? withoutIdleAlpha(await image.decode(source.bytes, { colour: 'srgb' }))
    : raster;
  const request: ReduceRequest = {
    floor,
    ...(isTiny(raster) ? { leastStructure: TINY_STRUCTURE } : {}),
    orientation: ancillary.orientation,
    isHurried: source.isHurried,
    usefulBytes: source.usefulBytes,
    look,
    show: isShownByProfile ? showByProfile(context.codecs, metadata) : showIndexed,
  };
  const reduced: Reduced | null = await context.report.timed('reduce', async () => {
    const cautious = { ...request, floor: cautiousFloor(floor, raster) };
    const best = isTiny(raster) ? await reduceColours(raster, cautious, context) : null;
    return best ?? reduceColours(raster, request, context);
  });
  const isExact = reduced !== null && isTiny(raster) && sameSamples(stored, rasterOf(reduced.picture));
  for (const copy of new Set([raster, look])) if (copy !== stored) releaseRaster(copy);
  if (!reduced) return null;
  const mark = isNested || isExact ? [] : [markChunk(floor)];
  const bytes = await context.report.timed('pack', () =>
    packIndexed(reduced.picture, [...mark, ...metadata], source, context),
  );
  return { bytes, score: reduced.score, colours: reduced.picture.palette.length / 4 };
}

/**
 * Row filters and other orders of colours pay where neighbours are near but not equal: in pictures that take many bits a
 * pixel (4 to 8 % of photographs in fine colours). Elsewhere the highest level of deflate beats all that they gain.
 */
async function packIndexed(
  picture: IndexedPicture,
  extra: readonly Chunk[],
  { isHurried }: PngSource,
  context: EngineContext,
): Promise<Uint8Array> {
  const { image, deflate } = context.codecs;
  // Levels 11 and 12 gain 3 to 6 % on screens, the last one little of it at half a second a megapixel.
  const level = isHurried && picture.indexes.length > HURRIED_DEFLATE_PIXELS ? 11 : 12;
  const own = await writeIndexedPng(picture, deflate, level, extra);
  const bits = (8 * own.length) / picture.indexes.length;
  const isWorthwhile = isTiny(picture) || (bits >= FILTER_BITS && picture.indexes.length <= OPTIMISE_PIXELS);
  if (!isWorthwhile || context.budget.isSpent) return own;
  const other = await image.optimizePng(own, { keepChunks: true });
  return other.length < own.length && sameSamples(await image.decode(other), rasterOf(picture)) ? other : own;
}

const FILTER_BITS = 2.5;
const HURRIED_DEFLATE_PIXELS = 2_000_000;
const OPTIMISE_PIXELS = 16_000_000;
