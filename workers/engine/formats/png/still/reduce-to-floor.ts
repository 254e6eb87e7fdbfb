import { equalBytes } from '../../../base/bytes.ts';
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
  LARGE_PIXELS,
  NEXT_LEVEL,
  ROUGH_LEVEL,
  TRY_ALL_DEPTHS_PIXELS,
} from '../tuning.ts';
import { prepareStill, releasePrepared, type PreparedStill } from './prepare-still.ts';
import { sameSamples } from './same-samples.ts';
import { writeIndexedPng } from './write-indexed-png.ts';

/** The picture that was packed last, as it was and as it came out. */
export interface PackedPictures {
  last?: { readonly picture: IndexedPicture; readonly result: PalettePng };
}

interface Wanted extends Pick<ReduceRequest, 'floor' | 'known'> {
  /** A result that is likely longer than this is not packed well [Infinity]. */
  readonly mostBytes?: number;
  /** What was packed before: the same picture is not packed again. */
  readonly packed?: PackedPictures;
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
  { floor, known, mostBytes = Infinity, packed = {}, onReduced }: Wanted,
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
  const { picture, score } = reduced;
  if (packed.last && isSamePicture(picture, packed.last.picture)) return { ...packed.last.result, score };
  const wanted = { ...prepared, floor: isExact ? null : floor, mostBytes };
  const result = await packReduced(reduced, wanted, source, context);
  if (result.bytes.length <= mostBytes) packed.last = { picture, result };
  return result;
}

function isSamePicture(a: IndexedPicture, b: IndexedPicture): boolean {
  return equalBytes(a.palette, b.palette) && equalBytes(a.indexes, b.indexes);
}

interface PackRequest extends Pick<PreparedStill, 'metadata'> {
  /** For the generation marker, null for none. */
  readonly floor: number | null;
  /** A result that is likely longer is not packed well [Infinity]. */
  readonly mostBytes?: number;
}

export async function packReduced(
  { picture, score, colouring }: Reduced,
  { metadata, floor, mostBytes = Infinity }: PackRequest,
  source: PngSource,
  context: EngineContext,
): Promise<PalettePng> {
  const marker = floor === null ? [] : lossMarker(source, floor);
  const bytes = await context.steps.timed('pack', () =>
    packIndexed(picture, { extra: [...marker, ...metadata], mostBytes }, source, context),
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
 * Written roughly, then stored as the optimiser would store it in a second pass, which so finds nothing more. Pictures of next to no
 * pixels are tried at all depths as well.
 */
async function packIndexed(
  picture: IndexedPicture,
  { extra, mostBytes }: { readonly extra: readonly Chunk[]; readonly mostBytes: number },
  { effort }: PngSource,
  context: EngineContext,
): Promise<Uint8Array> {
  const { image, deflate } = context.codecs;
  const pixels = picture.indexes.length;
  const level = await packingLevel(picture, effort, context);
  const write = (at: number): Promise<Uint8Array> => writeIndexedPng(picture, deflate, at, extra);
  if (pixels > LARGE_PIXELS || context.budget.isSpent) return write(level);
  const isTiny = pixels <= TRY_ALL_DEPTHS_PIXELS;
  const own = await write(isTiny ? level : ROUGH_LEVEL);
  const other = await image.optimizePng(own, {
    keepChunks: true,
    effort: level === BEST_LEVEL ? 'full' : 'fast',
    maxBytes: mostBytes,
  });
  if (other === own && own.length > mostBytes) return own;
  const isBetter = other !== own && sameSamples(await image.decode(other), rasterOf(picture));
  return isBetter ? other : isTiny ? own : write(level);
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
