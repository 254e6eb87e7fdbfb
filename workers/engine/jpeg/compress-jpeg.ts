import type { KindCompressor, EngineContext } from '../context.ts';
import { EngineError } from '../errors.ts';
import { checkPixels } from '../limits.ts';
import { planColour, reportColour } from '../metadata/colour-plan.ts';
import { readMark } from '../metadata/mark.ts';
import type { PictureOptions } from '../pictures/picture-options.ts';
import { PRESET_INFO } from '../presets.ts';
import type { Raster } from '../raster.ts';
import { reportMetadata } from './report-metadata.ts';
import { compressGainMap, type GainMap } from './gain-map.ts';
import { recompressJpeg } from './recompress-jpeg.ts';
import { withMetadata } from './rebuild.ts';
import { sameSamples } from './same-samples.ts';
import { readJpegStructure, type JpegStructure } from './segments.ts';

/** A JPEG on its way through the steps. */
export interface JpegSource {
  readonly bytes: Uint8Array;
  readonly structure: JpegStructure;
  /** Samples as stored. */
  readonly raster: Raster;
  readonly isNested: boolean;
  /** How far the search is worth going. */
  readonly limits: Pick<PictureOptions, 'isOneOfMany' | 'usefulBytes' | 'enoughBytes' | 'minQuality'>;
  /** Floor it was already brought down to by us, or null. */
  readonly markedFloor: number | null;
  /** As it goes into the result, or null. */
  readonly gainMap: GainMap | null;
}

/**
 * Makes a JPEG smaller: the smaller of a lossless re-coding and the smallest re-encoding above the preset's floor.
 * Profile, orientation and density stay; a gain map too. EXIF, XMP, previews and
 * all else that follows the picture go.
 * @throws EngineError "damaged", "too-large" or "unsupported"
 */
export const compressJpeg: KindCompressor = async (source, context) => ({
  bytes: await compressJpegPicture(source, context),
  ...context.report.findings(),
});

/** {@link compressJpeg} for a picture with options, e.g. one inside a document. */
export async function compressJpegPicture(
  bytes: Uint8Array,
  context: EngineContext,
  options: PictureOptions = {},
): Promise<Uint8Array> {
  const structure = readJpegStructure(bytes);
  checkPixels(structure.width, structure.height);
  if (structure.precision !== 8)
    throw new EngineError('unsupported', 'JPEG files with 12 bits a sample are not supported.');
  const raster = await context.report.timed('decode', () => context.codecs.image.decode(bytes));
  const isNested = options.isNested ?? false;
  const markedFloor = findMark(structure);
  const floor = options.floor ?? PRESET_INFO[context.preset].scoreFloor;
  context.onProgress(0.1);
  const gainMap = await keptGainMap(structure, { floor, isNested, markedFloor }, context);
  const isUntouched = context.preset === 'high' || context.preset === 'lossless';
  if (structure.hasGainMap && !gainMap && isUntouched && context.targetBytes === undefined) {
    context.report.skipped(
      'gain-map',
      'The picture carries an HDR gain map of a kind that this preset leaves untouched.',
    );
    return bytes;
  }
  const source = { bytes, structure, raster, isNested, limits: options, markedFloor, gainMap };
  const recompressed = await recompressJpeg(source, floor, context);
  context.onProgress(0.8);
  const lossless = isWorthTrying(source, recompressed?.bytes)
    ? await transcodeLosslessly(source, context)
    : null;
  return choose(source, lossless, recompressed, context);
}

/** The gain map, where it is of use and leaves room for the picture. Office programs and PDF show none. */
async function keptGainMap(
  structure: JpegStructure,
  { floor, isNested, markedFloor }: Pick<JpegSource, 'isNested' | 'markedFloor'> & { floor: number },
  context: EngineContext,
): Promise<GainMap | null> {
  if (!structure.hasGainMap || isNested) return null;
  const map = await compressGainMap(structure, { floor, mayLose: markedFloor === null }, context);
  const { targetBytes = Infinity } = context;
  return map && map.bytes.length <= TARGET_SHARE * targetBytes ? map : null;
}

/** A gain map that would take more of a target size than this goes. */
const TARGET_SHARE = 0.3;

function findMark(structure: JpegStructure): number | null {
  const remark = structure.segments.find(({ marker, payload }) => marker === 0xfe && payload.length <= 4);
  return remark ? readMark(String.fromCharCode(...remark.payload)) : null;
}

/** Re-coding takes 0.1 s a megapixel and saves 5 to 16 %: no use beside a re-encoding that saves more than half. */
function isWorthTrying(source: JpegSource, recompressed: Uint8Array | undefined): boolean {
  return !recompressed || recompressed.length > 0.5 * source.bytes.length;
}

async function transcodeLosslessly(source: JpegSource, context: EngineContext): Promise<Uint8Array | null> {
  const { icc, exif, density } = source.structure;
  const plan = planColour(icc, source.raster.space === 'cmyk', source.isNested);
  return context.report.timed('re-code', async () => {
    const bare = await context.codecs.image.transcodeJpeg(source.bytes);
    const again = await context.codecs.image.decode(bare);
    if (!sameSamples(again, source.raster)) return null;
    // Samples stay as they are, and so does a profile that would need a conversion.
    const kept = plan.samples === 'srgb' ? icc : plan.icc;
    const comment = source.markedFloor === null ? null : `fp${source.markedFloor}`;
    const { gainMap } = source;
    return withMetadata(bare, { icc: kept, orientation: exif.orientation, density, comment, gainMap });
  });
}

interface Recompressed {
  readonly bytes: Uint8Array;
  readonly score: number;
  readonly convertsColour: boolean;
}

/** A re-encoding of a picture that was already compressed hard must pay well for its loss. */
const LOW_QUALITY = 82;

function choose(
  source: JpegSource,
  lossless: Uint8Array | null,
  recompressed: Recompressed | null,
  context: EngineContext,
): Uint8Array {
  const { report } = context;
  const quality = source.structure.quality ?? 75;
  const without = Math.min(lossless?.length ?? Infinity, source.bytes.length);
  const share = context.targetBytes !== undefined ? 1 : quality <= LOW_QUALITY ? 0.88 : 0.97;
  const { icc } = source.structure;
  const plan = planColour(icc, source.raster.space === 'cmyk', source.isNested);
  if (recompressed && recompressed.bytes.length <= share * without) {
    reportMetadata(source, report);
    reportColour(plan, icc, report);
    report.scored(recompressed.score);
    report.changed('re-encoded', 'The picture was encoded anew at the lowest quality that keeps its look.', {
      savedBytes: source.bytes.length - recompressed.bytes.length,
    });
    return recompressed.bytes;
  }
  if (recompressed)
    report.skipped(
      'generation-loss',
      'Encoding the picture anew would have cost more quality than it saves.',
    );
  if (!lossless || lossless.length >= source.bytes.length) return source.bytes;
  reportMetadata(source, report);
  reportColour(plan.samples === 'srgb' ? { ...plan, icc, samples: 'stored' } : plan, icc, report);
  report.changed('re-coded', 'The picture was packed better without changing a sample.', {
    savedBytes: source.bytes.length - lossless.length,
  });
  return lossless;
}
