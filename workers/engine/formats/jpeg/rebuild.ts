import { concatBytes } from '../../base/bytes.ts';
import { orientationExif } from '../../metadata/exif.ts';
import { indexBytes, indexSegment, type MultiPictureIndex } from './beside/multi-picture.ts';
import { ascii, segment } from '../../containers/jpeg/segment-bytes.ts';
import { readJpegStructure, startsWith, type Segment } from '../../containers/jpeg/segments.ts';
import { APP0, APP1, APP2, COMMENT } from '../../containers/jpeg/markers.ts';

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
  /** What follows the picture [nothing]. */
  readonly followed?: { readonly parts: readonly Uint8Array[]; readonly index: MultiPictureIndex | null };
}

/**
 * Puts metadata into a JPEG that has none but a JFIF or Adobe segment, and after it what follows.
 * @param bare as encoders write it: SOI first
 */
export function withMetadata(bare: Uint8Array, metadata: JpegMetadata): Uint8Array {
  const { density, followed } = metadata;
  const hasJfif = bare[2] === 0xff && bare[3] === 0xe0;
  const body = hasJfif ? 4 + ((bare[4]! << 8) | bare[5]!) : 2;
  const exif = metadata.exif ?? (metadata.orientation > 1 ? orientationExif(metadata.orientation) : null);
  const head = [
    bare.subarray(0, 2),
    density ? jfifSegment(density) : bare.subarray(2, body),
    ...(exif ? [exifSegment(exif)] : []),
    ...(metadata.descriptions ?? []),
  ];
  const rest = [
    ...(metadata.icc ? iccSegments(metadata.icc) : []),
    ...(metadata.comment ? [segment(COMMENT, ascii(metadata.comment))] : []),
    bare.subarray(body),
  ];
  const index = followed?.index;
  const at = lengthOf(head);
  const own = index ? [indexSegment(index, at, at + indexBytes(index) + lengthOf(rest))] : [];
  return concatBytes([...head, ...own, ...rest, ...(followed?.parts ?? [])]);
}

/** A picture with other metadata and every byte of its samples: what the samples need stays, all else is replaced. */
export function withSegments(jpeg: Uint8Array, added: readonly Uint8Array[]): Uint8Array {
  const { segments } = readJpegStructure(jpeg);
  const placeOf = ({ payload }: Segment): number => payload.byteOffset - jpeg.byteOffset - 4;
  const [first] = segments;
  const isJfif = first?.marker === APP0 && startsWith(first.payload, 'JFIF\0') && first.payload.length >= 14;
  const dropped = segments.filter(
    ({ marker, payload }) =>
      marker === COMMENT ||
      (marker >= APP0 && marker <= 0xef && !(marker === 0xee && startsWith(payload, 'Adobe'))),
  );
  const parts = [
    jpeg.subarray(0, 2),
    ...(isJfif ? [jfifSegment(first.payload.subarray(7, 12))] : []),
    ...added,
  ];
  let from = 2;
  for (const each of dropped) {
    parts.push(jpeg.subarray(from, placeOf(each)));
    from = placeOf(each) + 4 + each.payload.length;
  }
  return concatBytes([...parts, jpeg.subarray(from)]);
}

/** EXIF as a segment. @param tiff at most 65 527 bytes */
export function exifSegment(tiff: Uint8Array): Uint8Array {
  return segment(APP1, concatBytes([Uint8Array.from(ascii('Exif\0\0')), tiff]));
}

function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

/** JFIF 1.02 without a thumbnail. */
function jfifSegment(density: Uint8Array): Uint8Array {
  return segment(APP0, [...ascii('JFIF\0'), 1, 2, ...density, 0, 0]);
}

/** A profile as segments. It is cut into parts of at most 65 519 bytes; ICC.1 annex B.4. */
export function iccSegments(icc: Uint8Array): Uint8Array[] {
  const size = 65519;
  const count = Math.ceil(icc.length / size);
  return Array.from({ length: count }, (_, index) => {
    const part = icc.subarray(index * size, (index + 1) * size);
    const payload = new Uint8Array(14 + part.length);
    payload.set(ascii('ICC_PROFILE\0'));
    payload[12] = index + 1;
    payload[13] = count;
    payload.set(part, 14);
    return segment(APP2, payload);
  });
}
