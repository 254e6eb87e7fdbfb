import { isCodecBreakdown } from '../../codecs/codec-breakdown.ts';
import type { ImageCodec } from '../../codecs/ports/image-codec.ts';
import type { EngineContext } from '../../context.ts';
import { isEngineError } from '../../api/errors.ts';
import { checkPixels } from '../../api/limits.ts';
import { colourFindings, losslessPlan } from '../../metadata/colour-plan.ts';
import { generationMarker } from '../../metadata/generation-marker.ts';
import { scoreFloorOf } from '../../api/presets.ts';
import { isOutOfProportion } from '../../budget/proportion.ts';
import { bandOf, equalRasters, type Raster } from '../../base/raster.ts';
import { releaseRaster } from '../../base/release-raster.ts';
import { change, outcome, skip, unchanged } from '../../api/report/findings.ts';
import type { Outcome } from '../../api/report/report.ts';
import type { ChosenEncoding } from '../../search/still/choose-encoding.ts';
import { compressStill } from '../../search/still/compress-still.ts';
import { NO_RESULT, type StepResult, type StillEncoder } from '../../search/still/still-encoder.ts';
import { prepareJpegLossy } from './encode-jpeg-lossy.ts';
import { readJpegSource, type JpegSource } from './jpeg-source.ts';
import { keptFeatures, removedMetadata } from './metadata-findings.ts';
import { withMetadata } from './rebuild.ts';
import { APP0, COMMENT } from '../../containers/jpeg/markers.ts';
import { readJpegStructure } from '../../containers/jpeg/segments.ts';
import { gatherWhatStays, type JpegOptions } from './what-stays.ts';
import { DECODED_PROGRESS, LOSSY_SHARE, LOW_QUALITY, WORTH_TRANSCODING_SHARE } from './tuning.ts';

/**
 * Makes a JPEG smaller: the smaller of a lossless re-coding and the smallest re-encoding above the preset's floor.
 * Profile, orientation, resolution, panorama settings, a gain map, further pictures, films and what the options keep stay.
 * Other descriptions, previews, and with loss also data after the picture that nothing names are removed.
 * @throws EngineError "damaged" or "too-large"
 */
export async function compressJpeg(
  bytes: Uint8Array,
  context: EngineContext,
  options: JpegOptions = {},
): Promise<Outcome> {
  const structure = readJpegStructure(bytes);
  const { rareKind } = structure;
  if (rareKind) return unchanged(bytes, { skips: [skip('rare-jpeg', { values: { kind: rareKind } })] });
  checkPixels(structure.width, structure.height);
  if (!options.embedded && isOutOfProportion({ ...structure, channels: structure.components }, bytes.length))
    return unchanged(bytes, { skips: [skip('too-much-work')] });
  const floor = options.floor ?? scoreFloorOf(context);
  const stays = await gatherWhatStays({ bytes, structure, options, floor, compress: compressJpeg }, context);
  if ('code' in stays) return unchanged(bytes, { skips: [stays] });
  const source = await readJpegSource(bytes, { structure, stays }, options, context);
  try {
    context.onProgress(DECODED_PROGRESS);
    return outcomeOf(source, await compressStill(encoderOf(source, context), floor, context));
  } finally {
    releaseRaster(source.raster);
  }
}

function encoderOf(source: JpegSource, context: EngineContext): StillEncoder {
  const isFine = (source.structure.quality ?? 0) > LOW_QUALITY;
  const usualShare = isFine ? LOSSY_SHARE.other : LOSSY_SHARE.lowQuality;
  const othersShare = bytesOfOthers(source) / source.bytes.length;
  return {
    source: source.bytes,
    // What describes the picture and what follows it is there either way.
    lossyShare: context.target ? 1 : othersShare + (1 - othersShare) * usualShare,
    markedFloor: source.markedFloor,
    prepareLossy: () => prepareJpegLossy(source, context),
    packLosslessly: (bytesToBeat) => transcode(source, bytesToBeat, context),
  };
}

function bytesOfOthers({ stays: { followed, described } }: JpegSource): number {
  return followed.parts.reduce((sum, { length }) => sum + length, described.bytes);
}

/** Bytes that the picture takes, without all that describes or follows it: a profile may be longer. */
function codedBytes({ bytes, structure: { segments, trailing } }: JpegSource): number {
  const describing = segments.filter(({ marker }) => marker === COMMENT || (marker & 0xf0) === APP0);
  return describing.reduce((left, { payload }) => left - payload.length, bytes.length - trailing.length);
}

async function transcode(
  source: JpegSource,
  bytesToBeat: number,
  { codecs, steps, target }: EngineContext,
): Promise<StepResult<Uint8Array>> {
  const { bytes, structure, raster, plan, markedFloor, stays } = source;
  const isWorthwhile =
    target !== undefined ||
    bytesToBeat - bytesOfOthers(source) > WORTH_TRANSCODING_SHARE * codedBytes(source);
  if (!isWorthwhile) return NO_RESULT;
  const { icc, exif } = structure;
  let isFailed = false;
  const result = await steps.timed('re-code', async () => {
    const bare = await codecs.image.transcodeJpeg(bytes).catch((error: unknown) => {
      // The picture was decoded before, so that a transcoder that fails costs only its savings. Transcoders refuse
      // damage that viewers ignore, such as bytes before a restart marker.
      const isRefused = isEngineError(error) && error.code === 'damaged';
      if (!isRefused && !isCodecBreakdown(error)) throw error;
      isFailed = !isRefused;
      return null;
    });
    if (!bare || !(await showsTheSame(bare, raster, codecs.image))) return null;
    return withMetadata(bare, {
      icc: losslessPlan(plan, icc).icc,
      orientation: exif.orientation,
      ...stays.described.written,
      comment: markedFloor === null ? null : generationMarker(markedFloor),
      followed: stays.followed,
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
  return outcome(bytes, findings, source.stays.findings, {
    kept: keptFeatures(bytes, source.stays.described),
    changes: [
      ...removedMetadata(source),
      ...(colourFindings(plan, icc).changes ?? []),
      change(code, { savedBytes }),
    ],
  });
}
