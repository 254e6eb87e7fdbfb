import { orientationExif } from '../metadata/exif.ts';

/** Metadata that shows a picture right, to be put into a bare JPEG. */
export interface JpegMetadata {
  readonly icc: Uint8Array | null;
  /** EXIF orientation 1-8; 1 is not written. */
  readonly orientation: number;
  /** JFIF density: unit, x, y as in the source (5 bytes), or null. */
  readonly density: Uint8Array | null;
  /** A short remark, e.g. our mark; null for none. */
  readonly comment: string | null;
}

/**
 * Puts metadata into a JPEG that has none but a JFIF or Adobe segment.
 * @param bare as encoders write it: SOI first
 */
export function withMetadata(bare: Uint8Array, metadata: JpegMetadata): Uint8Array {
  const jfif = bare[2] === 0xff && bare[3] === 0xe0 ? 4 + (((bare[4]! << 8) | bare[5]!) - 2) + 2 : 2;
  const head = bare.slice(0, jfif);
  if (metadata.density && jfif > 2 && head.length >= 18) head.set(metadata.density, 13);
  const parts: Uint8Array[] = [head];
  if (metadata.orientation > 1)
    parts.push(segment(0xe1, [...ascii('Exif\0\0'), ...orientationExif(metadata.orientation)]));
  if (metadata.icc) parts.push(...iccSegments(metadata.icc));
  if (metadata.comment) parts.push(segment(0xfe, ascii(metadata.comment)));
  parts.push(bare.subarray(jfif));
  return concat(parts);
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

function segment(marker: number, payload: ArrayLike<number>): Uint8Array {
  const result = new Uint8Array(4 + payload.length);
  result.set([0xff, marker, (payload.length + 2) >> 8, (payload.length + 2) & 255]);
  result.set(payload, 4);
  return result;
}

function ascii(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const result = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (result.set(part, at), at + part.length), 0);
  return result;
}
