import { latin1 } from '../bytes.ts';
import type { Keep } from '../keep.ts';
import { checkPixels } from '../limits.ts';
import { planColour, type ColourPlan } from '../metadata/colour-plan.ts';
import { readExif } from '../metadata/exif.ts';
import { generationMarker, readMarker } from '../metadata/generation-marker.ts';
import { kept } from '../report/findings.ts';
import type { Kept } from '../report/report.ts';
import { keptExif, type KeptExif } from '../metadata/kept-exif.ts';
import { shownBy, shownXmp } from '../metadata/xmp.ts';
import { canvasSize, MARKER_CHUNK, readRiff, withWebpMetadata, type RiffChunk } from './riff.ts';

/** A WebP on its way through the steps. */
export interface WebpSource {
  readonly bytes: Uint8Array;
  readonly chunks: readonly RiffChunk[];
  readonly isLossless: boolean;
  /** EXIF orientation, 1-8. */
  readonly orientation: number;
  /** EXIF of the result, with the orientation. */
  readonly described: KeptExif;
  /** XMP of the result, or null. */
  readonly xmp: Uint8Array | null;
  /** Whether the source has more XMP than that. */
  readonly isXmpCut: boolean;
  readonly icc: Uint8Array | null;
  /** What becomes of the colour profile. */
  readonly plan: ColourPlan;
  /** Floor of an earlier pass, by its generation marker, or null. */
  readonly markedFloor: number | null;
  readonly embedded: boolean;
}

/**
 * Reads the chunks of a WebP without decoding it.
 * @param embedded the picture is part of a document, which has descriptions of its own
 * @param keep     descriptions that stay [copyright and date]
 * @throws EngineError "damaged" or "too-large"
 */
export async function readWebpSource(
  bytes: Uint8Array,
  embedded: boolean,
  keep?: readonly Keep[],
): Promise<WebpSource> {
  const chunks = readRiff(bytes);
  const { width, height } = canvasSize(chunks);
  checkPixels(width, height);
  const find = (name: string): Uint8Array | null => chunks.find(({ type }) => type === name)?.data ?? null;
  const stored = find('EXIF');
  const exif = stored ? withoutExifPrefix(stored) : undefined;
  const xmp = find('XMP ');
  const orientation = exif ? readExif(exif).orientation : 1;
  const icc = find('ICCP');
  const marker = find(MARKER_CHUNK);
  const isAll = !embedded && (keep?.includes('all') ?? false);
  const shown = xmp && !isAll && !embedded ? await shownXmp(xmp) : null;
  return {
    bytes,
    chunks,
    isLossless: chunks.some(({ type }) => type === 'VP8L'),
    orientation,
    described: keptExif({ exif, xmp: xmp ?? undefined }, { orientation, keep: embedded ? [] : keep }),
    xmp: isAll ? xmp : (shown?.packet ?? null),
    isXmpCut: !isAll && (shown?.isCut ?? false),
    icc,
    plan: planColour(icc, false, embedded),
    markedFloor: marker && marker.length <= 4 ? readMarker(latin1(marker)) : null,
    embedded,
  };
}

/** What the result has of descriptions. */
export function keptDescriptions({ described, orientation, xmp }: WebpSource): Kept[] {
  return [
    ...described.features,
    ...(orientation > 1 ? [kept('orientation')] : []),
    ...(xmp && shownBy(xmp).panorama ? [kept('panorama')] : []),
  ];
}

/** Some writers put JPEG's "Exif\0\0" before the TIFF structure. */
function withoutExifPrefix(exif: Uint8Array): Uint8Array {
  return latin1(exif, 0, 2) === 'Ex' ? exif.subarray(6) : exif;
}

/**
 * Adds the metadata that viewers need to bare bytes.
 * @param icc   profile of the result
 * @param floor for the generation marker; null where nothing was lost
 */
export function finishWebp(
  bare: Uint8Array,
  source: WebpSource,
  icc: Uint8Array | null,
  floor: number | null,
): Uint8Array {
  const isWorthMarking = floor !== null && !source.embedded && bare.length > MARK_FROM_BYTES;
  return withWebpMetadata(bare, {
    icc,
    exif: source.described.tiff,
    xmp: source.xmp,
    marker: isWorthMarking ? generationMarker(floor) : null,
  });
}

/** A marker takes 30 bytes with the header it needs. */
const MARK_FROM_BYTES = 2048;
