import { profileChunk, writeChunks, type Chunk } from '../../containers/png/chunks.ts';
import { affordableLevel } from '../../codecs/deflate-work.ts';
import type { Codecs } from '../../codecs/ports/codecs.ts';
import type { EngineContext } from '../../context.ts';
import { rasterOf, renderPlain, type IndexedPicture } from '../../palette/map/indexed-picture.ts';
import type { ReduceRequest } from '../../palette/measure/reduce-request.ts';
import { reduceColours } from '../../palette/choose/reduce-colours.ts';
import type { Reduced } from '../../palette/measure/whole-meter.ts';
import { shownByProfile, type Display } from '../../palette/map/shown-by-profile.ts';
import { floorForSize, isTiny } from '../../quality/tiny-pictures.ts';
import type { Raster } from '../../base/raster.ts';
import { releaseRaster } from '../../base/release-raster.ts';
import { dropOpaqueAlpha } from './drop-opaque-alpha.ts';
import { markerChunk, metadataChunks } from './kept-chunks.ts';
import { changedColours, type PngSource, type ReducedPng } from './png-source.ts';
import { sameSamples } from './same-samples.ts';
import { writeIndexedPng } from './write-indexed-png.ts';

/** Row filters are tried from this many bits a pixel on, and up to this many pixels. */
const FILTER_BITS = 2.5;
const FILTER_PIXELS = 16_000_000;

/** With fast effort larger pictures get a lower level of deflate. */
const FAST_DEFLATE_PIXELS = 2_000_000;

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
  const prepared = await prepareStill(source, stored, context);
  const { raster } = prepared;
  const request = reduceRequest(prepared, source, floor);
  const reduced = await context.steps.timed('reduce', () => reduceWithCaution(raster, request, context));
  const isExact = reduced !== null && isTiny(raster) && sameSamples(stored, rasterOf(reduced.picture));
  releasePrepared(prepared, stored);
  if (!reduced) return null;
  return packReduced(reduced, { ...prepared, floor: isExact ? null : floor }, source, context);
}

/** @param prepared.floor for the generation marker, null for none */
export async function packReduced(
  { picture, score, colouring }: Reduced,
  { metadata, floor }: Pick<PreparedStill, 'metadata'> & { readonly floor: number | null },
  source: PngSource,
  context: EngineContext,
): Promise<ReducedPng> {
  const marker = source.embedded || floor === null ? [] : [markerChunk(floor)];
  const bytes = await context.steps.timed('pack', () =>
    packIndexed(picture, [...marker, ...metadata], source, context),
  );
  return { bytes, score, colours: picture.palette.length / 4, colouring };
}

/** How a prepared picture is reduced to a palette. */
export function reduceRequest(
  { reference, display }: PreparedStill,
  { ancillary, effort, maxBytes }: PngSource,
  floor: number,
): ReduceRequest {
  return {
    floor,
    orientation: ancillary.orientation,
    effort,
    maxBytes,
    reference,
    render: display?.indexed ?? renderPlain,
  };
}

export interface PreparedStill {
  /** The samples to write, without an alpha channel that says nothing. */
  readonly raster: Raster;
  /** What they look like. */
  readonly reference: Raster;
  readonly metadata: readonly Chunk[];
  /** Shows such samples; null where they are sRGB. */
  readonly display: Display | null;
}

/** What a result with fewer colours, or rounded ones, is made of. */
export async function prepareStill(
  source: PngSource,
  stored: Raster,
  { codecs }: EngineContext,
): Promise<PreparedStill> {
  const { ancillary, chunks } = source;
  const { icc, samples, shownBy } = changedColours(source, stored.space);
  const raster = dropOpaqueAlpha(
    samples === 'srgb' ? await codecs.image.decode(source.bytes, { colour: 'srgb' }) : stored,
  );
  const metadata = await metadataChunks(chunks, ancillary, icc, codecs.deflate);
  const display = shownBy && shownByProfile(shownBy, codecs);
  const reference = shownBy ? dropOpaqueAlpha(await displayed(source, stored, shownBy, codecs)) : raster;
  return { raster, reference, metadata, display };
}

/** The picture as its source shows it, from all bits of its samples. */
async function displayed(
  { chunks, header }: PngSource,
  stored: Raster,
  icc: Uint8Array,
  codecs: Codecs,
): Promise<Raster> {
  if (header.depth < 16) return shownByProfile(icc, codecs).raster(stored);
  const [head, ...rest] = chunks.filter(({ type }) => type !== 'iCCP');
  const profile = await profileChunk(icc, codecs.deflate, 1);
  return codecs.image.decode(writeChunks([head!, profile, ...rest]), { colour: 'srgb' });
}

/** Gives back what {@link prepareStill} decoded beside the stored samples. */
export function releasePrepared({ raster, reference }: PreparedStill, stored: Raster): void {
  for (const copy of new Set([raster, reference])) if (copy !== stored) releaseRaster(copy);
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
 * Row filters and other orders of colours pay where neighbours are near but not equal: in pictures that take many bits a
 * pixel (4 to 8 % of photographs in fine colours). Elsewhere the highest level of deflate beats all that they gain.
 */
async function packIndexed(
  picture: IndexedPicture,
  extra: readonly Chunk[],
  { effort }: PngSource,
  context: EngineContext,
): Promise<Uint8Array> {
  const { image, deflate } = context.codecs;
  const pixels = picture.indexes.length;
  const isLong = effort === 'fast' && pixels > FAST_DEFLATE_PIXELS;
  // Level 11 gains 4 to 12 % over 9, and 12 up to 8 % more on flat drawings.
  const level = isLong ? 11 : affordableLevel(pixels, [12, 11], context.budget);
  const own = await writeIndexedPng(picture, deflate, level, extra);
  const bits = (8 * own.length) / pixels;
  const isWorthwhile = isTiny(picture) || (bits >= FILTER_BITS && pixels <= FILTER_PIXELS);
  if (!isWorthwhile || context.budget.isSpent) return own;
  const other = await image.optimizePng(own, { keepChunks: true, maxBytes: own.length });
  return other.length < own.length && sameSamples(await image.decode(other), rasterOf(picture)) ? other : own;
}
