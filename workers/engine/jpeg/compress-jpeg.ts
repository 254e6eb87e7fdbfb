import { isCodecBreakdown } from '../codecs/codec-breakdown.ts';
import type { ImageCodec } from '../codecs/image-codec.ts';
import type { EngineContext, KindCompressor } from '../context.ts';
import { isEngineError } from '../errors.ts';
import { colourFindings, losslessPlan } from '../metadata/colour-plan.ts';
import { generationMarker, isAlreadyCompressed } from '../metadata/generation-marker.ts';
import type { PictureOptions } from '../picture-options.ts';
import { PRESET_INFO } from '../presets.ts';
import { isOutOfProportion } from '../proportion.ts';
import { bandOf, equalRasters, type Raster } from '../raster.ts';
import { releaseRaster } from '../release-raster.ts';
import { change, outcome, skip, unchanged } from '../report/findings.ts';
import type { Outcome } from '../report/report.ts';
import type { ChosenEncoding } from '../search/choose-encoding.ts';
import { compressStill } from '../search/compress-still.ts';
import { NO_RESULT, type StepResult, type StillEncoder } from '../search/still-encoder.ts';
import { prepareJpegLossy } from './encode-jpeg-lossy.ts';
import { compressGainMap, type GainMap } from './gain-map.ts';
import { checkJpeg, readJpegSource, type JpegSource } from './jpeg-source.ts';
import { metadataFindings } from './metadata-findings.ts';
import { withMetadata } from './rebuild.ts';
import { readJpegStructure } from './segments.ts';

/**
 * Makes a JPEG smaller: the smaller of a lossless re-coding and the smallest re-encoding above the preset's floor.
 * Profile, orientation, density, a gain map and what the options keep stay. Other descriptions, previews and all else that
 * follows the picture are removed.
 * @throws EngineError "damaged", "too-large" or "unsupported"
 */
export const compressJpeg: KindCompressor = (source, context) => compressJpegPicture(source, context);

/** {@link compressJpeg} for a picture with options, e.g. one inside a document. */
export async function compressJpegPicture(
  bytes: Uint8Array,
  context: EngineContext,
  options: PictureOptions = {},
): Promise<Outcome> {
  const structure = readJpegStructure(bytes);
  checkJpeg(structure);
  if (!options.embedded && isOutOfProportion({ ...structure, channels: structure.components }, bytes.length))
    return unchanged(bytes, { skips: [skip('too-much-work')] });
  const decoded = await readJpegSource(bytes, structure, options, context);
  try {
    return await compressDecoded(decoded, context, options);
  } finally {
    releaseRaster(decoded.raster);
  }
}

async function compressDecoded(
  decoded: JpegSource,
  context: EngineContext,
  options: PictureOptions,
): Promise<Outcome> {
  const { hasGainMap } = decoded.structure;
  const floor = options.floor ?? PRESET_INFO[context.preset].scoreFloor;
  context.onProgress(0.1);
  const gainMap = hasGainMap ? await keptGainMap(decoded, floor, context) : null;
  if (hasGainMap && !gainMap && leavesUnknownGainMaps(context))
    return outcome(decoded.bytes, { skips: [skip('gain-map')] });
  const source = { ...decoded, gainMap };
  return outcomeOf(source, await compressStill(encoderOf(source, context), floor, context));
}

/** A gain map that would take a larger share of a target size is removed. */
const TARGET_SHARE = 0.3;

/** The gain map, where it is of use and leaves room for the picture. Programs that show documents ignore gain maps. */
async function keptGainMap(
  source: JpegSource,
  floor: number,
  context: EngineContext,
): Promise<GainMap | null> {
  if (source.embedded) return null;
  const allowsLossy = source.markedFloor === null;
  const map = await compressGainMap(source.structure, { floor, allowsLossy }, context);
  const mostBytes = TARGET_SHARE * (context.target?.bytes ?? Infinity);
  return map && map.bytes.length <= mostBytes ? map : null;
}

function leavesUnknownGainMaps({ preset, target }: EngineContext): boolean {
  return !target && (preset === 'high' || preset === 'lossless');
}

/** Up to this quality a source was already compressed hard: its re-encoding must pay well. */
const LOW_QUALITY = 82;

function encoderOf(source: JpegSource, context: EngineContext): StillEncoder {
  const usualShare = (source.structure.quality ?? 75) <= LOW_QUALITY ? 0.88 : 0.97;
  return {
    source: source.bytes,
    lossyShare: context.target ? 1 : usualShare,
    isAlreadyCompressed: (floor) => isAlreadyCompressed(source.markedFloor, floor),
    prepareLossy: () => prepareJpegLossy(source, context),
    packLosslessly: (bytesToBeat) => transcode(source, bytesToBeat, context),
  };
}

/**
 * Re-coding takes 0.1 s a megapixel and saves 5 to 16 %: not worth it beside a lossy encode of less than half of the bytes.
 * For a target size it is: what takes most bytes may be metadata.
 */
const WORTH_TRANSCODING = 0.5;

async function transcode(
  { bytes, structure, raster, plan, markedFloor, gainMap, described }: JpegSource,
  bytesToBeat: number,
  { codecs, steps, target }: EngineContext,
): Promise<StepResult<Uint8Array>> {
  const isWorthwhile = target !== undefined || bytesToBeat > WORTH_TRANSCODING * bytes.length;
  if (!isWorthwhile) return NO_RESULT;
  const { icc, exif, density } = structure;
  let isFailed = false;
  const result = await steps.timed('re-code', async () => {
    const bare = await codecs.image.transcodeJpeg(bytes).catch((error: unknown) => {
      // The picture itself was decoded: a coder that cannot read it costs no more than what it would have saved. One that
      // takes what viewers pass over for damage, such as bytes before a restart marker, is right by its own lights.
      const isRefused = isEngineError(error) && error.code === 'damaged';
      if (!isRefused && !isCodecBreakdown(error)) throw error;
      isFailed = !isRefused;
      return null;
    });
    if (!bare || !(await showsTheSame(bare, raster, codecs.image))) return null;
    return withMetadata(bare, {
      icc: losslessPlan(plan, icc).icc,
      orientation: exif.orientation,
      ...described.written,
      density,
      comment: markedFloor === null ? null : generationMarker(markedFloor),
      gainMap,
    });
  });
  return { result, skips: isFailed ? [skip('part-failed')] : [] };
}

async function showsTheSame(bare: Uint8Array, raster: Raster, image: ImageCodec): Promise<boolean> {
  let [isSame, rows] = [true, 0];
  await image.decodeBands(bare, (band, y) => {
    isSame &&= rows === y && equalRasters(band, bandOf(raster, y, band.height));
    rows += band.height;
  });
  return isSame && rows === raster.height;
}

function outcomeOf(source: JpegSource, { kind, bytes, findings }: ChosenEncoding): Outcome {
  if (kind === 'source') return outcome(bytes, findings);
  const { icc } = source.structure;
  const plan = kind === 'lossy' ? source.plan : losslessPlan(source.plan, icc);
  const code = kind === 'lossy' ? 're-encoded' : 're-coded';
  const savedBytes = source.bytes.length - bytes.length;
  const encoded = { changes: [change(code, { savedBytes })] };
  return outcome(bytes, findings, metadataFindings(source), colourFindings(plan, icc), encoded);
}
