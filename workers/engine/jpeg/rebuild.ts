import { concatBytes } from '../bytes.ts';
import { orientationExif } from '../metadata/exif.ts';
import type { GainMap } from './gain-map.ts';
import { INDEX_BYTES, indexSegment, mapWithInfo, pictureSegments } from './gain-map-segments.ts';
import { ascii, segment } from './segment-bytes.ts';

/** Metadata that a viewer needs to show a picture correctly, to be put into a bare JPEG. */
export interface JpegMetadata {
  readonly icc: Uint8Array | null;
  /** EXIF orientation 1-8; 1 is not written. */
  readonly orientation: number;
  /** EXIF to write in place of one with the orientation alone: a TIFF structure [that]. */
  readonly exif?: Uint8Array | null;
  /** Other segments that describe the picture, as they are [none]. */
  readonly descriptions?: readonly Uint8Array[];
  /** JFIF density: unit, x, y as in the source (5 bytes), or null. */
  readonly density: Uint8Array | null;
  /** A short comment, e.g. the generation marker; null for none. */
  readonly comment: string | null;
  /** Put after the picture [none]. */
  readonly gainMap?: GainMap | null;
}

/**
 * Puts metadata into a JPEG that has none but a JFIF or Adobe segment, and a gain map after it.
 * @param bare as encoders write it: SOI first
 */
export function withMetadata(bare: Uint8Array, metadata: JpegMetadata): Uint8Array {
  const hasJfif = bare[2] === 0xff && bare[3] === 0xe0;
  const body = hasJfif ? 4 + ((bare[4]! << 8) | bare[5]!) : 2;
  const parts: Uint8Array[] = [bare.subarray(0, 2)];
  if (metadata.density && isMeaningful(metadata.density)) parts.push(jfifSegment(metadata.density));
  else if (hasJfif) parts.push(bare.subarray(2, body));
  const exif = metadata.exif ?? (metadata.orientation > 1 ? orientationExif(metadata.orientation) : null);
  if (exif) parts.push(segment(0xe1, concatBytes([Uint8Array.from(ascii('Exif\0\0')), exif])));
  parts.push(...(metadata.descriptions ?? []));
  const map = metadata.gainMap ? mapWithInfo(metadata.gainMap) : null;
  if (metadata.gainMap && map) parts.push(...pictureSegments(metadata.gainMap, map.length));
  const index = parts.length;
  if (metadata.icc) parts.push(...iccSegments(metadata.icc));
  if (metadata.comment) parts.push(segment(0xfe, ascii(metadata.comment)));
  parts.push(bare.subarray(body));
  if (!map) return concatBytes(parts);
  const at = lengthOf(parts.slice(0, index));
  parts.splice(index, 0, indexSegment(at, lengthOf(parts) + INDEX_BYTES, map.length));
  return concatBytes([...parts, map]);
}

function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

/** Unit 0 gives only the aspect ratio of pixels; 72 dpi is what programs write by default. */
function isMeaningful([unit, xHigh, xLow, yHigh, yLow]: Uint8Array): boolean {
  const [x, y] = [(xHigh! << 8) | xLow!, (yHigh! << 8) | yLow!];
  return unit === 0 ? x !== y : !(unit === 1 && x === 72 && y === 72);
}

/** JFIF 1.02 without a thumbnail. */
function jfifSegment(density: Uint8Array): Uint8Array {
  return segment(0xe0, [...ascii('JFIF\0'), 1, 2, ...density, 0, 0]);
}

/** A profile is cut into parts of at most 65 519 bytes; ICC.1 annex B.4. */
function iccSegments(icc: Uint8Array): Uint8Array[] {
  const size = 65519;
  const count = Math.ceil(icc.length / size);
  return Array.from({ length: count }, (_, index) => {
    const part = icc.subarray(index * size, (index + 1) * size);
    const payload = new Uint8Array(14 + part.length);
    payload.set(ascii('ICC_PROFILE\0'));
    payload[12] = index + 1;
    payload[13] = count;
    payload.set(part, 14);
    return segment(0xe2, payload);
  });
}
