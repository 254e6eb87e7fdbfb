import { readChunks, readHeader, type Header } from '../containers/png-chunks.ts';
import type { EngineContext, KindCompressor } from '../context.ts';
import { orIfRefused } from '../errors.ts';
import { checkPixels } from '../limits.ts';
import { readMarker } from '../metadata/generation-marker.ts';
import { isTiny } from '../perceptual/tiny-pictures.ts';
import type { PictureOptions } from '../picture-options.ts';
import { PRESET_INFO } from '../presets.ts';
import { isOutOfProportion } from '../proportion.ts';
import type { Raster } from '../raster.ts';
import { releaseRaster } from '../release-raster.ts';
import { change, outcome, skip, unchanged } from '../report/findings.ts';
import type { Outcome, Skip } from '../report/report.ts';
import { choosePng, chooseRounded, reducedShare, ROUNDED_SHARE } from './choose-png.ts';
import { animatedStrategies } from './compress-animated-png.ts';
import { fillStill } from './fill-still.ts';
import { fitPng } from './fit-png.ts';
import { readAncillary, withLateOrientation } from './kept-chunks.ts';
import { packLosslessly } from './pack-losslessly.ts';
import { findPhoto, photoHint } from './photo-hint.ts';
import type { PngSource, PngStrategies } from './png-source.ts';
import { reduceStill } from './reduce-still.ts';
import { repackPng } from './repack-png.ts';
import { roundStill } from './round-still.ts';
import { roundToFloor } from './round-to-floor.ts';

/** Up to here full effort takes less than a second or two. */
const FAST_FROM_PIXELS = 300_000;

/** The samples of larger pictures are let go before the optimiser needs room for its own, and decoded once more. */
const SPARED_PIXELS = 16_000_000;

/** Longer sides can be read, but not written (libpng). */
const MOST_SIDE = 1_000_000;

/** Rows of pictures out of proportion are packed anew up to here: a second of work. */
const UNDECODED_BYTES = 16 * 1024 * 1024;
const UNDECODED_LEVEL = 9;
/** Bitmaps of a page are packed as well as any picture. */
const BITMAP_BYTES = 5 * 1024 * 1024;

/** A reduced picture that takes at most this share of the source is not compared with a lossless one. */
const CLEAR_SHARE = 0.6;

/** A floor this much lower than the one of the generation marker is worth another generation. */
const LOWER_FLOOR = 3;

/**
 * Makes a PNG smaller: colours reduced as far as the preset's floor allows, or packed better without loss.
 * Profile (or its effect), transparency, density, orientation, animation and what the options keep stay; other text goes.
 * @throws EngineError "damaged" or "too-large"
 */
export const compressPng: KindCompressor = (source, context) => compressPngPicture(source, context);

/** {@link compressPng} for a picture with options, e.g. one inside a document. */
export async function compressPngPicture(
  bytes: Uint8Array,
  context: EngineContext,
  options: PictureOptions = {},
): Promise<Outcome> {
  const source = await readSource(bytes, context, options);
  const isAnimated = source.chunks.some(({ type }) => type === 'fcTL');
  const { width, height } = source.header;
  if (Math.max(width, height) > MOST_SIDE || isTooMuch(source))
    return isAnimated ? leftAlone(source) : packUndecoded(source, context);
  const floor = options.floor ?? PRESET_INFO[context.preset].scoreFloor;
  // Decoding comes first in any case: it finds out whether the file is damaged.
  const raster = await context.steps.timed('decode', () => context.codecs.image.decode(bytes));
  context.onProgress(0.1);
  const strategies = oriented(
    source,
    isAnimated ? animatedStrategies(source, context) : stillStrategies(source, raster, context),
  );
  if (context.target) return fitPng(source, strategies, { ...context.target, floor }, context);
  const photo = source.embedded || isAnimated ? null : findPhoto(raster);
  const { rivalBytes = () => Promise.resolve(source.usefulBytes) } = options;
  const result = await compressToFloor(source, strategies, { floor, raster, rivalBytes }, context);
  return photo ? outcome(result.bytes, result, await photoHint(photo, result.bytes.length, context)) : result;
}

async function readSource(
  bytes: Uint8Array,
  { codecs, keep }: EngineContext,
  { embedded = false, effort: wanted = 'full', usefulBytes = bytes.length }: PictureOptions,
): Promise<PngSource> {
  const chunks = readChunks(bytes);
  const header = readHeader(chunks);
  checkPixels(header.width, header.height);
  const ancillary = await readAncillary(chunks, codecs.deflate, embedded ? [] : keep);
  const isSmall = header.width * header.height <= FAST_FROM_PIXELS;
  const effort = isSmall ? 'full' : wanted;
  return { bytes, chunks, header, ancillary, embedded, effort, usefulBytes };
}

/** Samples of 16 bits are decoded in both widths, and compared in the larger one. */
const WIDE_FACTOR = 4;

/** What a picture is decoded to: palettes become colours. */
function samplesOf({ width, height, depth, colourType }: Header): Parameters<typeof isOutOfProportion>[0] {
  const channels = { 0: 1, 2: 3, 3: 3, 4: 2, 6: 4 }[colourType]!;
  return { width, height, channels: depth === 16 ? WIDE_FACTOR * channels : channels };
}

function isTooMuch({ header, bytes, embedded }: PngSource): boolean {
  return !embedded && isOutOfProportion(samplesOf(header), bytes.length);
}

/** A picture that is not decoded, so that nothing is known of its samples. */
function leftAlone({ bytes }: PngSource): Outcome {
  return unchanged(bytes, { skips: [skip('too-much-work')] });
}

/** The rows of a picture packed anew, where they are not too many. */
async function packUndecoded(source: PngSource, { codecs, steps }: EngineContext): Promise<Outcome> {
  const { width, height, depth, colourType } = source.header;
  const components = colourType === 3 ? 1 : samplesOf({ ...source.header, depth: 8 }).channels;
  const rowsBytes = (Math.ceil((width * depth * components) / 8) + 1) * height;
  if (rowsBytes > UNDECODED_BYTES) return leftAlone(source);
  const packed = await steps.timed('pack', () =>
    repackPng(source.bytes, codecs.deflate, rowsBytes, rowsBytes > BITMAP_BYTES ? UNDECODED_LEVEL : 12).catch(
      orIfRefused(source.bytes),
    ),
  );
  const savedBytes = source.bytes.length - packed.length;
  const changes = savedBytes > 0 ? [change('packed', { savedBytes })] : [];
  return outcome(packed, { skips: [skip('too-much-work')], changes });
}

function stillStrategies(source: PngSource, raster: Raster, context: EngineContext): PngStrategies {
  return {
    pack: ({ isReleased, usefulBytes } = { isReleased: false, usefulBytes: Infinity }) =>
      packLosslessly(source, isReleased ? null : raster, context, usefulBytes),
    reduce: (floor) => reduceStill(source, raster, floor, context),
    round: (request) => roundStill(source, raster, request, context),
    roundToFloor: (floor) => roundToFloor(source, raster, floor, context),
    fill: (request) => fillStill(source, raster, request, context),
    findings: {},
  };
}

/** The same, with an orientation that stood after the samples put back there. */
function oriented({ ancillary }: PngSource, strategies: PngStrategies): PngStrategies {
  const { pack, reduce, round, roundToFloor: roundFreely, fill, findings } = strategies;
  return {
    fill: async (request) => {
      const filled = await fill(request);
      return filled && { ...filled, bytes: withLateOrientation(filled.bytes, ancillary) };
    },
    round: async (request) => {
      const rounded = await round(request);
      return rounded && { ...rounded, bytes: withLateOrientation(rounded.bytes, ancillary) };
    },
    roundToFloor: async (floor) => {
      const rounded = (await roundFreely?.(floor)) ?? null;
      return rounded && { ...rounded, bytes: withLateOrientation(rounded.bytes, ancillary) };
    },
    pack: async (limits) => {
      const packed = await pack(limits);
      return packed && withLateOrientation(packed, ancillary);
    },
    reduce: async (floor) => {
      const reduced = await reduce(floor);
      return reduced && { ...reduced, bytes: withLateOrientation(reduced.bytes, ancillary) };
    },
    findings,
  };
}

interface FloorTask extends Required<Pick<PictureOptions, 'floor' | 'rivalBytes'>> {
  /** The picture's samples. */
  readonly raster: Raster;
}

/** The smaller of reduced to the floor and packed without loss. */
async function compressToFloor(
  source: PngSource,
  strategies: PngStrategies,
  { floor, raster, rivalBytes }: FloorTask,
  context: EngineContext,
): Promise<Outcome> {
  const { header, bytes } = source;
  const obstacle = lossObstacle(source, floor, context);
  const reduced = obstacle || floor >= 100 ? null : await strategies.reduce(floor);
  // What no palette shows well enough may be a third shorter in true colours that are rounded.
  const mayRound = !obstacle && floor < 100 && !reduced;
  const rounded = mayRound ? ((await strategies.roundToFloor?.(floor)) ?? null) : null;
  context.onProgress(0.7);
  const isReleased = header.width * header.height > SPARED_PIXELS;
  if (isReleased) releaseRaster(raster);
  const isClear = reduced !== null && !isTiny(header) && reduced.bytes.length < CLEAR_SHARE * bytes.length;
  // A result without loss must not exceed this to win.
  const bytesToBeat = reduced && reduced.bytes.length / reducedShare(source);
  const usefulBytes = bytesToBeat ?? (rounded ? rounded.bytes.length / ROUNDED_SHARE : await rivalBytes());
  const packed = isClear
    ? null
    : await context.steps.timed('pack', () => strategies.pack({ isReleased, usefulBytes }));
  const result =
    chooseRounded(source, packed, rounded) ?? choosePng(source, packed, reduced, reducedShare(source));
  return outcome(result.bytes, strategies.findings, { skips: obstacle ? [obstacle] : [] }, result);
}

/** The reason not to reduce colours, if there is one. */
function lossObstacle(
  { header, ancillary }: PngSource,
  floor: number,
  { preset }: EngineContext,
): Skip | null {
  if (floor >= 100) return null;
  const marked = readMarker(ancillary.marker ?? '');
  if (marked !== null && marked <= floor + LOWER_FLOOR) return skip('already-compressed');
  return header.depth === 16 && preset === 'high' ? skip('16-bit') : null;
}
