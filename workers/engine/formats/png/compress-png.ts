import { readChunks, readHeader, writeChunks, type Header } from '../../containers/png/chunks.ts';
import type { EngineContext } from '../../context.ts';
import { orIfRefused } from '../../api/errors.ts';
import { checkPixels } from '../../api/limits.ts';
import { readMarker } from '../../metadata/generation-marker.ts';
import { isTiny } from '../../quality/tiny-pictures.ts';
import type { PictureOptions } from '../../picture-options.ts';
import { PRESET_INFO } from '../../api/presets.ts';
import { isOutOfProportion } from '../../budget/proportion.ts';
import type { Raster } from '../../base/raster.ts';
import { releaseRaster } from '../../base/release-raster.ts';
import { change, outcome, skip, unchanged } from '../../api/report/findings.ts';
import type { Outcome, Skip } from '../../api/report/report.ts';
import { withBackground } from './background.ts';
import { choosePng, chooseRounded, metadataChanges, reducedShare, ROUNDED_SHARE } from './choose-png.ts';
import { codedColours } from './coded-colours.ts';
import { animatedStrategies } from './compress-animated-png.ts';
import { fillStill } from './fill-still.ts';
import { fitPng } from './fit-png.ts';
import { displayChunks, readAncillary, withLateOrientation } from './kept-chunks.ts';
import { keptInPng } from './kept-in-png.ts';
import { packLosslessly } from './pack-losslessly.ts';
import { findPhoto, photoHint } from './photo-hint.ts';
import type { PngSource, PngStrategies, RoundedPng } from './png-source.ts';
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
export async function compressPng(
  bytes: Uint8Array,
  context: EngineContext,
  options: PictureOptions = {},
): Promise<Outcome> {
  const source = await readSource(bytes, context, options);
  const isAnimated = source.chunks.some(({ type }) => type === 'fcTL');
  const { width, height } = source.header;
  if (Math.max(width, height) > MOST_SIDE || isTooMuch(source))
    return withKept(isAnimated ? leftAlone(source) : await packUndecoded(source, context), context);
  const floor = options.floor ?? PRESET_INFO[context.preset].scoreFloor;
  // Decoding comes first in any case: it finds out whether the file is damaged.
  const raster = await context.steps.timed('decode', () => context.codecs.image.decode(bytes));
  context.onProgress(0.1);
  const strategies = finished(
    source,
    isAnimated ? animatedStrategies(source, context) : stillStrategies(source, raster, context),
  );
  const photo = source.embedded || isAnimated || context.target ? null : findPhoto(raster);
  const { rivalBytes = () => Promise.resolve(source.maxBytes) } = options;
  const result = context.target
    ? await fitPng(source, strategies, context.target, context)
    : await compressToFloor(source, strategies, { floor, raster, rivalBytes }, context);
  const hints = photo ? await photoHint(photo, result.bytes.length, context) : {};
  return withKept(outcome(result.bytes, result, hints), context);
}

/** Tells of what matters in the bytes of an outcome. */
async function withKept(found: Outcome, { codecs }: EngineContext): Promise<Outcome> {
  return outcome(found.bytes, found, { kept: await keptInPng(found.bytes, codecs.deflate) });
}

async function readSource(
  bytes: Uint8Array,
  { codecs, keep }: EngineContext,
  { embedded = false, effort: wanted = 'full', maxBytes = bytes.length }: PictureOptions,
): Promise<PngSource> {
  const chunks = readChunks(bytes);
  const header = readHeader(chunks);
  checkPixels(header.width, header.height);
  const ancillary = await readAncillary(chunks, codecs.deflate, embedded ? [] : keep);
  const isSmall = header.width * header.height <= FAST_FROM_PIXELS;
  const effort = isSmall ? 'full' : wanted;
  // Programs that show documents know no colours but those of the samples.
  const colours = embedded ? null : codedColours(chunks, header, ancillary.icc !== null);
  return { bytes, chunks, header, ancillary, colours, embedded, effort, maxBytes };
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
  const shown = writeChunks(displayChunks(source.chunks, source.ancillary));
  const repacked = await steps.timed('pack', () =>
    repackPng(shown, codecs.deflate, rowsBytes, rowsBytes > BITMAP_BYTES ? UNDECODED_LEVEL : 12).catch(
      orIfRefused(shown),
    ),
  );
  const packed = withLateOrientation(repacked, source.ancillary);
  const savedBytes = source.bytes.length - packed.length;
  const found = { skips: [skip('too-much-work')] };
  if (savedBytes <= 0) return unchanged(source.bytes, found);
  return outcome(packed, found, { changes: [change('packed', { savedBytes }), ...metadataChanges(source)] });
}

function stillStrategies(source: PngSource, raster: Raster, context: EngineContext): PngStrategies {
  return {
    pack: ({ isReleased, maxBytes } = { isReleased: false, maxBytes: Infinity }) =>
      packLosslessly(source, isReleased ? null : raster, context, maxBytes),
    reduce: (floor) => reduceStill(source, raster, floor, context),
    round: (request) => roundStill(source, raster, request, context),
    roundToFloor: (floor) => roundToFloor(source, raster, floor, context),
    fill: (request) => fillStill(source, raster, request, context),
    findings: {},
  };
}

/** The same, with what stands elsewhere in a result than in its source, and without a loss that nobody can judge. */
function finished(source: PngSource, strategies: PngStrategies): PngStrategies {
  const { ancillary, chunks, colours } = source;
  const finish = (bytes: Uint8Array): Uint8Array =>
    withLateOrientation(withBackground(bytes, chunks), ancillary);
  const lossy =
    <Request, Result extends RoundedPng>(strategy?: (request: Request) => Promise<Result | null>) =>
    async (request: Request): Promise<Result | null> => {
      const result = colours === 'unjudged' ? null : ((await strategy?.(request)) ?? null);
      return result && { ...result, bytes: finish(result.bytes) };
    };
  return {
    fill: lossy(strategies.fill),
    round: lossy(strategies.round),
    roundToFloor: lossy(strategies.roundToFloor),
    reduce: lossy(strategies.reduce),
    pack: async (limits) => {
      const packed = await strategies.pack(limits);
      return packed && finish(packed);
    },
    findings: strategies.findings,
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
  const mayLose = !obstacle && floor < 100;
  const palette = mayLose ? await strategies.reduce(floor) : null;
  // What no palette shows well enough may be a third shorter with rounded samples, and grey with alpha in any case: a palette
  // holds few of its pairs.
  const mayRound = mayLose && (!palette || raster.channels === 2);
  const plain = mayRound ? ((await strategies.roundToFloor?.(floor)) ?? null) : null;
  const isRounded = plain !== null && plain.bytes.length < (palette?.bytes.length ?? Infinity);
  const [reduced, rounded] = isRounded ? [null, plain] : [palette, null];
  context.onProgress(0.7);
  const isReleased = header.width * header.height > SPARED_PIXELS;
  if (isReleased) releaseRaster(raster);
  const isClear = reduced !== null && !isTiny(header) && reduced.bytes.length < CLEAR_SHARE * bytes.length;
  // A result without loss must not exceed this to win.
  const bytesToBeat = reduced && reduced.bytes.length / reducedShare(source);
  const maxBytes = bytesToBeat ?? (rounded ? rounded.bytes.length / ROUNDED_SHARE : await rivalBytes());
  const packed = isClear
    ? null
    : await context.steps.timed('pack', () => strategies.pack({ isReleased, maxBytes }));
  const result =
    chooseRounded(source, packed, rounded) ?? choosePng(source, packed, reduced, reducedShare(source));
  return outcome(result.bytes, strategies.findings, { skips: obstacle ? [obstacle] : [] }, result);
}

/** The reason not to reduce colours, if there is one. */
function lossObstacle(
  { header, ancillary, colours }: PngSource,
  floor: number,
  { preset }: EngineContext,
): Skip | null {
  if (floor >= 100) return null;
  const marked = readMarker(ancillary.marker ?? '');
  if (marked !== null && marked <= floor + LOWER_FLOOR) return skip('already-compressed');
  if (colours === 'unjudged') return skip('colours-not-judged');
  return header.depth === 16 && preset === 'high' ? skip('16-bit') : null;
}
