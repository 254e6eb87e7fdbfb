import { latin1 } from '../../base/bytes.ts';
import type { EngineContext } from '../../context.ts';
import type { Keep } from '../../api/keep.ts';
import { checkPixels } from '../../api/limits.ts';
import { losslessPlan, planColour, type ColourPlan } from '../../metadata/colour-plan.ts';
import { readExif } from '../../metadata/exif.ts';
import { generationMarker, readMarker } from '../../metadata/generation-marker.ts';
import { kept } from '../../api/report/findings.ts';
import type { Kept } from '../../api/report/report.ts';
import { keptExif, type Descriptions, type KeptExif } from '../../metadata/kept-exif.ts';
import { shownByProfile, type Display } from '../../palette/map/shown-by-profile.ts';
import { shownBy, shownXmp } from '../../metadata/xmp.ts';
import {
  canvasSize,
  isWorthMarking,
  markerOf,
  readRiff,
  withWebpMetadata,
  type RiffChunk,
} from '../../containers/riff.ts';

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
  /** What becomes of the colour profile; frames of animations stay as they are stored. */
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
  const { exif, xmp } = storedDescriptions(chunks);
  const orientation = exif ? readExif(exif).orientation : 1;
  const icc = chunks.find(({ type }) => type === 'ICCP')?.data ?? null;
  const isAnimated = chunks.some(({ type }) => type === 'ANMF');
  const plan = planColour(icc, false, embedded);
  const kept = embedded ? [] : keep;
  return {
    bytes,
    chunks,
    isLossless: chunks.some(({ type }) => type === 'VP8L'),
    orientation,
    described: keptExif({ exif, xmp }, { orientation, keep: kept }),
    ...(embedded ? NO_XMP : await keptXmp(xmp ?? null, kept)),
    icc,
    plan: isAnimated ? losslessPlan(plan, icc) : plan,
    markedFloor: readMarker(markerOf(chunks) ?? ''),
    embedded,
  };
}

/** What describes the picture, as the file has it. */
export function storedDescriptions(chunks: readonly RiffChunk[]): Descriptions {
  const find = (name: string): Uint8Array | undefined => chunks.find(({ type }) => type === name)?.data;
  const exif = find('EXIF');
  return { exif: exif && withoutExifPrefix(exif), xmp: find('XMP ') };
}

type KeptXmp = Pick<WebpSource, 'xmp' | 'isXmpCut'>;

const NO_XMP: KeptXmp = { xmp: null, isXmpCut: false };

async function keptXmp(xmp: Uint8Array | null, keep: readonly Keep[] = []): Promise<KeptXmp> {
  if (!xmp) return NO_XMP;
  if (keep.includes('all')) return { xmp, isXmpCut: false };
  const { packet, isCut } = await shownXmp(xmp);
  return { xmp: packet, isXmpCut: isCut };
}

/** What the result has of descriptions. */
export function keptDescriptions({ described, orientation, xmp }: WebpSource): Kept[] {
  return [
    ...described.features,
    ...(orientation > 1 ? [kept('orientation')] : []),
    ...(xmp && shownBy(xmp).panorama ? [kept('panorama')] : []),
  ];
}

/** How frames of an animation are shown; null where their samples are sRGB. */
export function displayOf({ plan }: WebpSource, { codecs }: EngineContext): Display | null {
  return plan.icc && !plan.looksAsStored ? shownByProfile(plan.icc, codecs) : null;
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
  const isMarked = floor !== null && !source.embedded && isWorthMarking(bare);
  return withWebpMetadata(bare, {
    icc,
    exif: source.described.tiff,
    xmp: source.xmp,
    marker: isMarked ? generationMarker(floor) : null,
  });
}
