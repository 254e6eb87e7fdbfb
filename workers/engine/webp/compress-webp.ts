import type { EngineContext, KindCompressor } from '../context.ts';
import { checkPixels } from '../limits.ts';
import { planColour, reportColour, type ColourPlan } from '../metadata/colour-plan.ts';
import { orientationExif, readExif } from '../metadata/exif.ts';
import { markFor, readMark } from '../metadata/mark.ts';
import type { PictureOptions } from '../pictures/picture-options.ts';
import { PRESET_INFO } from '../presets.ts';
import type { Raster } from '../raster.ts';
import { compressAnimatedWebp } from './compress-animated-webp.ts';
import { encodeWebpLossy, LOSSY_SHARE } from './encode-webp-lossy.ts';
import { isTooLargeToPack } from './packing-memory.ts';
import { canvasSize, MARK_CHUNK, readRiff, withWebpMetadata, writeRiff, type RiffChunk } from './riff.ts';

/** A WebP on its way through the steps. */
export interface WebpSource {
  readonly bytes: Uint8Array;
  readonly chunks: readonly RiffChunk[];
  readonly isLossless: boolean;
  /** EXIF orientation, 1-8. */
  readonly orientation: number;
  readonly icc: Uint8Array | null;
  readonly plan: ColourPlan;
  readonly markedFloor: number | null;
  readonly isNested: boolean;
}

/**
 * Makes a WebP smaller: lossless ones also with loss above the preset's floor, lossy ones only where that pays well.
 * Profile, orientation, transparency, frames, delays and loop stay; other metadata goes.
 * @throws EngineError "damaged" or "too-large"
 */
export const compressWebp: KindCompressor = async (source, context) => ({
  bytes: await compressWebpPicture(source, context),
  ...context.report.findings(),
});

/** {@link compressWebp} for a picture with options, e.g. one inside a document. */
export async function compressWebpPicture(
  bytes: Uint8Array,
  context: EngineContext,
  options: PictureOptions = {},
): Promise<Uint8Array> {
  const source = readSource(bytes, options.isNested ?? false);
  const floor = options.floor ?? PRESET_INFO[context.preset].scoreFloor;
  const isAnimated = source.chunks.some(({ type }) => type === 'ANMF');
  if (isAnimated) {
    const { bytes: result, ...findings } = await compressAnimatedWebp(source, floor, context);
    context.report.adopt(findings);
    if (findings.target) context.report.targeted(findings.target);
    return result;
  }
  const raster = await context.report.timed('decode', () => context.codecs.image.decode(bytes));
  context.onProgress(0.1);
  const lossy = await encodeWebpLossy(source, raster, floor, context);
  context.onProgress(0.7);
  const lossless = await packLosslessly(source, raster, lossy?.bytes.length ?? Infinity, context);
  return choose(source, lossless, lossy, context);
}

function readSource(bytes: Uint8Array, isNested: boolean): WebpSource {
  const chunks = readRiff(bytes);
  const { width, height } = canvasSize(chunks);
  checkPixels(width, height);
  const find = (name: string): Uint8Array | null => chunks.find(({ type }) => type === name)?.data ?? null;
  const exif = find('EXIF');
  const icc = find('ICCP');
  const mark = find(MARK_CHUNK);
  return {
    bytes,
    chunks,
    isLossless: chunks.some(({ type }) => type === 'VP8L'),
    orientation: exif ? readExif(withoutExifPrefix(exif)).orientation : 1,
    icc,
    plan: planColour(icc, false, isNested),
    markedFloor: mark && mark.length <= 4 ? readMark(String.fromCharCode(...mark)) : null,
    isNested,
  };
}

/** Some writers put JPEG's "Exif\0\0" before the TIFF structure. */
function withoutExifPrefix(exif: Uint8Array): Uint8Array {
  return exif[0] === 0x45 && exif[1] === 0x78 ? exif.subarray(6) : exif;
}

/** Adds to a bare encode what shows the picture right. @param floor reached, when loss was taken */
export function finishWebp(
  bare: Uint8Array,
  source: WebpSource,
  icc: Uint8Array | null,
  floor: number | null,
): Uint8Array {
  const isWorthMarking = floor !== null && !source.isNested && bare.length > MARK_FROM_BYTES;
  return withWebpMetadata(bare, {
    icc,
    exif: source.orientation > 1 ? orientationExif(source.orientation) : null,
    mark: isWorthMarking ? markFor(floor) : null,
  });
}

/** A mark takes 30 bytes with the header it needs. */
const MARK_FROM_BYTES = 2048;

async function packLosslessly(
  source: WebpSource,
  raster: Raster,
  rival: number,
  context: EngineContext,
): Promise<Uint8Array | null> {
  const { image } = context.codecs;
  const icc = source.plan.samples === 'srgb' ? source.icc : source.plan.icc;
  if (!source.isLossless) return withoutDescriptions(source);
  if (rival < 0.5 * source.bytes.length) return null;
  if (isTooLargeToPack(raster)) {
    context.report.skipped(
      'large-lossless',
      'Packing so large a picture without loss would take too much memory.',
    );
    return null;
  }
  return context.report.timed('re-code', async () => {
    const isSmall = raster.width * raster.height < EFFORT_PIXELS && !context.budget.isSpent;
    const effort = isSmall ? 5 : 2;
    const encoded = await image.encodeWebp(raster, { quality: 90, lossless: true, effort });
    const again = await image.decode(encoded);
    return sameLook(raster, again) ? finishWebp(encoded, source, icc, null) : null;
  });
}

/** The same bitstream without camera data and editing history, or null when there is none to drop. */
function withoutDescriptions(source: WebpSource): Uint8Array | null {
  const known = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP', MARK_CHUNK]);
  if (source.chunks.every(({ type }) => known.has(type))) return null;
  const bare = writeRiff(source.chunks.filter(({ type }) => ['VP8X', 'VP8 ', 'VP8L', 'ALPH'].includes(type)));
  const icc = source.plan.samples === 'srgb' ? source.icc : source.plan.icc;
  return finishWebp(bare, source, icc, source.markedFloor);
}

/** Pictures above this are packed with less effort: lossless WebP takes seconds a megapixel. */
const EFFORT_PIXELS = 1_500_000;

/** Equal wherever anything shows: the colour of fully transparent samples may change. */
function sameLook(a: Raster, b: Raster): boolean {
  if (a.width !== b.width || a.height !== b.height) return false;
  const [stepA, stepB] = [a.channels, b.channels];
  for (let i = 0, j = 0; i < a.data.length; i += stepA, j += stepB) {
    const alphaA = stepA === 4 ? a.data[i + 3]! : 255;
    if (alphaA !== (stepB === 4 ? b.data[j + 3]! : 255)) return false;
    if (alphaA === 0) continue;
    for (let c = 0; c < 3; c++) if (a.data[i + c] !== b.data[j + c]) return false;
  }
  return true;
}

function choose(
  source: WebpSource,
  lossless: Uint8Array | null,
  lossy: { bytes: Uint8Array; score: number } | null,
  context: EngineContext,
): Uint8Array {
  const { report } = context;
  const { bytes } = source;
  const rival = Math.min(bytes.length, lossless?.length ?? Infinity);
  const share = source.isLossless || context.targetBytes !== undefined ? 0.98 : LOSSY_SHARE;
  const isLossy = lossy !== null && lossy.bytes.length <= share * rival;
  if (lossy && !isLossy)
    report.skipped(
      'generation-loss',
      'Encoding the picture anew would have cost more quality than it saves.',
    );
  const result = isLossy ? lossy.bytes : lossless;
  if (!result || result.length >= bytes.length) return bytes;
  const savedBytes = bytes.length - result.length;
  reportColour(source.plan, source.icc, report);
  if (source.orientation > 1) report.kept('orientation');
  if (source.chunks.some(({ type }) => type === 'EXIF' || type === 'XMP ')) {
    report.changed('metadata-removed', 'Camera data and editing history were removed.');
  }
  if (isLossy) {
    report.scored(lossy.score);
    report.changed('re-encoded', 'The picture was encoded anew at the lowest quality that keeps its look.', {
      savedBytes,
    });
  } else {
    report.changed('re-coded', 'The picture was packed better without changing a sample.', { savedBytes });
  }
  return result;
}
