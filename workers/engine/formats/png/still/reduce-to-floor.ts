import type { Chunk } from '../../../containers/png/chunks.ts';
import { affordableLevel } from '../../../codecs/deflate-work.ts';
import type { EngineContext } from '../../../context.ts';
import { rasterOf, renderPlain, type IndexedPicture } from '../../../palette/map/indexed-picture.ts';
import { estimateBytes } from '../../../palette/map/packed-indexes.ts';
import type { ReduceRequest } from '../../../palette/measure/reduce-request.ts';
import { reduceColours } from '../../../palette/choose/reduce-colours.ts';
import type { Reduced } from '../../../palette/measure/whole-meter.ts';
import { floorForSize, isTiny } from '../../../quality/tiny-pictures.ts';
import type { Raster } from '../../../base/raster.ts';
import { lossMarker } from '../metadata/marker-chunk.ts';
import type { PngSource } from '../png-source.ts';
import type { PalettePng } from '../png-strategies.ts';
import {
  AREA_BITS,
  BEST_LEVEL,
  FAST_BEST_LEVEL_PIXELS,
  FILTER_BITS,
  FULL_EFFORT_PIXELS,
  LARGE_PIXELS,
  NEXT_LEVEL,
} from '../tuning.ts';
import { prepareStill, releasePrepared, type PreparedStill } from './prepare-still.ts';
import { sameSamples } from './same-samples.ts';
import { writeIndexedPng } from './write-indexed-png.ts';

interface Wanted extends Pick<ReduceRequest, 'floor' | 'known'> {
  /** Called once the samples are not needed any more. */
  readonly onReduced?: () => Promise<void>;
}

/**
 * Reduces a still picture to a palette and packs it.
 * @param stored its samples
 * @param wanted floor, and what searches at others found out
 * @returns null where 256 colours miss the floor
 */
export async function reduceToFloor(
  source: PngSource,
  stored: Raster,
  { floor, known, onReduced }: Wanted,
  context: EngineContext,
): Promise<PalettePng | null> {
  const prepared = await prepareStill(source, stored, context);
  const { raster } = prepared;
  const request = { ...reduceRequest(prepared, source, floor), ...(known ? { known } : {}) };
  const reduced = await context.steps.timed('reduce', () => reduceWithCaution(raster, request, context));
  const isExact = reduced !== null && isTiny(raster) && sameSamples(stored, rasterOf(reduced.picture));
  releasePrepared(prepared, stored);
  await onReduced?.();
  if (!reduced) return null;
  return packReduced(reduced, { ...prepared, floor: isExact ? null : floor }, source, context);
}

/** @param prepared.floor for the generation marker, null for none */
export async function packReduced(
  { picture, score, colouring }: Reduced,
  { metadata, floor }: Pick<PreparedStill, 'metadata'> & { readonly floor: number | null },
  source: PngSource,
  context: EngineContext,
): Promise<PalettePng> {
  const marker = floor === null ? [] : lossMarker(source, floor);
  const bytes = await context.steps.timed('pack', () =>
    packIndexed(picture, [...marker, ...metadata], source, context),
  );
  return { kind: 'palette', bytes, score, colours: picture.palette.length / 4, colouring };
}

/** How a prepared picture is reduced to a palette. */
export function reduceRequest(
  { reference, display }: PreparedStill,
  { effort, maxBytes }: PngSource,
  floor: number,
): ReduceRequest {
  return {
    floor,
    effort,
    maxBytes,
    reference,
    render: display?.indexed ?? renderPlain,
  };
}

/** Icons are asked for more than the floor, unless that rules out palettes altogether. */
async function reduceWithCaution(
  raster: Raster,
  request: ReduceRequest,
  context: EngineContext,
): Promise<Reduced | null> {
  if (!isTiny(raster)) return reduceColours(raster, request, context);
  const cautious = { ...request, floor: floorForSize(request.floor, raster) };
  return (await reduceColours(raster, cautious, context)) ?? reduceColours(raster, request, context);
}

/**
 * Row filters and other orders of colours pay where neighbours are near but not equal: in pictures that take many bits a pixel.
 * Elsewhere the highest level of deflate mostly beats all that they gain, so that only small pictures are tried.
 */
async function packIndexed(
  picture: IndexedPicture,
  extra: readonly Chunk[],
  { effort }: PngSource,
  context: EngineContext,
): Promise<Uint8Array> {
  const { image, deflate } = context.codecs;
  const pixels = picture.indexes.length;
  const level = await packingLevel(picture, effort, context);
  const own = await writeIndexedPng(picture, deflate, level, extra);
  const bits = (8 * own.length) / pixels;
  const isWorthwhile = pixels <= FULL_EFFORT_PIXELS || (bits >= FILTER_BITS && pixels <= LARGE_PIXELS);
  if (!isWorthwhile || context.budget.isSpent) return own;
  const other = await image.optimizePng(own, { keepChunks: true, maxBytes: own.length });
  return other.length < own.length && sameSamples(await image.decode(other), rasterOf(picture)) ? other : own;
}

/** The highest level where the work that is left will do, and for areas, which take little. */
async function packingLevel(
  picture: IndexedPicture,
  effort: PngSource['effort'],
  { budget, codecs }: EngineContext,
): Promise<number> {
  const pixels = picture.indexes.length;
  if (effort === 'fast' && pixels > FAST_BEST_LEVEL_PIXELS) return NEXT_LEVEL;
  const affordable = affordableLevel(pixels, [BEST_LEVEL, NEXT_LEVEL], budget);
  const mayBeAreas = affordable < BEST_LEVEL && effort === 'full' && pixels <= LARGE_PIXELS;
  const isAreas = mayBeAreas && (8 * (await estimateBytes(picture, codecs.deflate))) / pixels < AREA_BITS;
  return isAreas ? BEST_LEVEL : affordable;
}
