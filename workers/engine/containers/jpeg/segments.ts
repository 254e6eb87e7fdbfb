import { clamp, concatBytes, latin1 } from '../../base/bytes.ts';
import { EngineError, isEngineError } from '../../api/errors.ts';
import { checkPictureParts } from '../../api/limits.ts';
import { readExif, type ExifInfo } from '../../metadata/exif.ts';
import { APP0, APP1, APP2 } from './markers.ts';

export interface Segment {
  /** Second byte of the marker, e.g. 0xe1. */
  readonly marker: number;
  /** Without marker and length. */
  readonly payload: Uint8Array;
}

/** What the marker segments of a JPEG contain. */
export interface JpegStructure {
  readonly width: number;
  readonly height: number;
  readonly components: number;
  /** Bits a sample, 2 to 16. */
  readonly precision: number;
  /** The kind in words where few programs read it, and not all of them alike; else null. */
  readonly rareKind: string | null;
  /** Every component has the same sampling factors. */
  readonly isFullChroma: boolean;
  /** Segments between SOI and the first scan. */
  readonly segments: readonly Segment[];
  /** What follows the end marker of the first picture: previews, gain maps, videos, padding. */
  readonly trailing: Uint8Array;
  readonly exif: ExifInfo;
  /** The JFIF segment's density bytes (unit, x, y), or null. */
  readonly density: Uint8Array | null;
  /** Joined from its parts, or null. */
  readonly icc: Uint8Array | null;
  readonly hasGainMap: boolean;
  /** Quality on the scale of the IJG tables that fits the luminance table best, 1-100; null without one. */
  readonly quality: number | null;
}

/**
 * Reads the markers of a JPEG without decoding it.
 * Source: ITU-T T.81, annex B; JFIF 1.02; ICC.1 annex B.4; Exif 2.32.
 * @throws EngineError "damaged" when there is no picture in it, or "too-large"
 */
export function readJpegStructure(bytes: Uint8Array): JpegStructure {
  const { segments, scanStart } = readSegments(bytes);
  return {
    ...frameInfo(segments),
    ...metadataInfo(segments),
    segments,
    trailing: bytes.subarray(endOfPicture(bytes, scanStart)),
  };
}

/** The segments up to the first scan, and where that starts. */
function readSegments(bytes: Uint8Array): { segments: Segment[]; scanStart: number } {
  const segments: Segment[] = [];
  let at = 2;
  for (;;) {
    at = nextMarker(bytes, at);
    const marker = bytes[at + 1]!;
    if (marker === 0xd9) throw noPicture();
    if (hasNoPayload(marker)) {
      at += 2;
      continue;
    }
    const length = (bytes[at + 2]! << 8) | bytes[at + 3]!;
    if (!(length >= 2) || at + 2 + length > bytes.length) throw noPicture();
    segments.push({ marker, payload: bytes.subarray(at + 4, at + 2 + length) });
    checkPictureParts(segments.length);
    at += 2 + length;
    if (marker === 0xda) return { segments, scanStart: at };
  }
}

/**
 * Refuses a JPEG of a kind that few programs read, and not all of them alike, before a document's picture is decoded.
 * @throws EngineError "unsupported"; damage is left to the decoder
 */
export function refuseRareJpeg(bytes: Uint8Array): void {
  const kind = rareKindOf(bytes);
  if (kind) throw new EngineError('unsupported', `The image is a ${kind}.`);
}

function rareKindOf(bytes: Uint8Array): string | null {
  try {
    return frameInfo(readSegments(bytes).segments).rareKind;
  } catch (error) {
    if (!isEngineError(error)) throw error;
    return null;
  }
}

function noPicture(): EngineError {
  return new EngineError(
    'damaged',
    'The JPEG file is damaged or incomplete: it does not contain a whole image.',
  );
}

/** Fill bytes and stray bytes between segments are skipped, as every decoder does. */
function nextMarker(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 3 < bytes.length; at++) {
    const next = bytes[at + 1]!;
    if (bytes[at] === 0xff && next !== 0 && next !== 0xff) return at;
  }
  throw noPicture();
}

function hasNoPayload(marker: number): boolean {
  return marker === 0x01 || marker === 0xd8 || (marker >= 0xd0 && marker <= 0xd7);
}

function frameInfo(segments: readonly Segment[]) {
  const frame = segments.find(
    ({ marker }) =>
      (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) || marker === JPEG_LS,
  );
  const payload = frame?.payload;
  if (!payload || payload.length < 9) throw noPicture();
  const isHierarchical = segments.some(({ marker }) => marker === HIERARCHY);
  const components = payload[5]!;
  const factors = new Set(Array.from({ length: components }, (_, i) => payload[7 + i * 3]));
  return {
    precision: payload[0]!,
    rareKind: isHierarchical ? 'hierarchical JPEG' : rareKind(frame.marker, payload[0]!),
    height: (payload[1]! << 8) | payload[2]!,
    width: (payload[3]! << 8) | payload[4]!,
    components,
    isFullChroma: factors.size === 1,
    quality: estimateQuality(segments),
  };
}

/** Start of frame of JPEG-LS. Source: ITU-T T.87, annex C. */
const JPEG_LS = 0xf7;
const HIERARCHY = 0xde;

/** By the marker of the frame. Source: ITU-T T.81, table B.1. */
function rareKind(marker: number, precision: number): string | null {
  if (marker === JPEG_LS) return 'JPEG-LS file';
  if ([0xc3, 0xcb].includes(marker)) return 'lossless JPEG';
  if ([0xc5, 0xc6, 0xc7, 0xcd, 0xce, 0xcf].includes(marker)) return 'hierarchical JPEG';
  return precision === 8 ? null : `JPEG with ${precision} bits a sample`;
}

function metadataInfo(segments: readonly Segment[]) {
  const exif = segments.find(({ marker, payload }) => marker === APP1 && startsWith(payload, 'Exif\0\0'));
  const jfif = segments.find(
    ({ marker, payload }) => marker === APP0 && startsWith(payload, 'JFIF\0') && payload.length >= 12,
  );
  const xmp = segments.filter(
    ({ marker, payload }) => marker === APP1 && startsWith(payload, 'http://ns.adobe.com/xap/'),
  );
  return {
    exif: exif
      ? readExif(exif.payload.subarray(6))
      : { orientation: 1, hasLocation: false, hasThumbnail: false },
    density: jfif ? jfif.payload.subarray(7, 12) : null,
    icc: joinIcc(segments),
    hasGainMap:
      xmp.some(({ payload }) => /hdrgm:|HDRGainMap|apdi:AuxiliaryImageType/.test(latin1(payload))) ||
      segments.some(({ marker, payload }) => marker === APP2 && startsWith(payload, ISO_GAIN_MAP)),
  };
}

/** Identifier of the ISO 21496-1 segment in a picture with a gain map, and in the map. */
export const ISO_GAIN_MAP = 'urn:iso:std:iso:ts:21496:-1\0';

function joinIcc(segments: readonly Segment[]): Uint8Array | null {
  const parts = segments
    .filter(
      ({ marker, payload }) => marker === APP2 && startsWith(payload, 'ICC_PROFILE\0') && payload.length > 14,
    )
    .sort((a, b) => a.payload[12]! - b.payload[12]!)
    .map(({ payload }) => payload.subarray(14));
  return parts.length === 0 ? null : concatBytes(parts);
}

/** Walks through the scans to the end marker: 0xff within a scan is followed by 0, a restart marker or a new segment. */
function endOfPicture(bytes: Uint8Array, scanStart: number): number {
  let at = scanStart;
  while (at + 1 < bytes.length) {
    at = bytes.indexOf(0xff, at);
    if (at < 0 || at + 1 >= bytes.length) return bytes.length;
    const marker = bytes[at + 1]!;
    if (marker === 0xd9) return at + 2;
    const isSegment = marker >= 0xc0 && !hasNoPayload(marker) && marker !== 0xff;
    at +=
      isSegment && at + 3 < bytes.length
        ? 2 + ((bytes[at + 2]! << 8) | bytes[at + 3]!)
        : marker === 0xff
          ? 1
          : 2;
  }
  return bytes.length;
}

/** Sums of the luminance table at IJG quality 50, ITU-T T.81 table K.1. */
const STANDARD_LUMINANCE_SUM = 3688;

function estimateQuality(segments: readonly Segment[]): number | null {
  for (const { marker, payload } of segments) {
    if (marker !== 0xdb) continue;
    for (let at = 0; at + 64 < payload.length;) {
      const wide = payload[at]! >> 4 !== 0;
      if ((payload[at]! & 15) === 0) {
        let sum = 0;
        for (let i = 0; i < 64; i++)
          sum += wide ? (payload[at + 1 + 2 * i]! << 8) | payload[at + 2 + 2 * i]! : payload[at + 1 + i]!;
        const scale = (100 * sum) / STANDARD_LUMINANCE_SUM;
        return clamp(Math.round(scale <= 100 ? (200 - scale) / 2 : 5000 / scale), 1, 100);
      }
      at += wide ? 129 : 65;
    }
  }
  return null;
}

/** Whether a payload starts with a name. */
export function startsWith(payload: Uint8Array, prefix: string): boolean {
  return latin1(payload, 0, prefix.length) === prefix;
}
