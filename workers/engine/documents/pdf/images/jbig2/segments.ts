import { concatBytes } from '../../../../base/bytes.ts';
import type { Bitmap } from './bitmap.ts';

/** Types of segments (ITU-T T.88, 7.3). */
export const SEGMENT = {
  symbolDictionary: 0,
  textRegion: 6,
  losslessTextRegion: 7,
  genericRegion: 38,
  losslessGenericRegion: 39,
  pageInformation: 48,
  endOfPage: 49,
  endOfStripe: 50,
  endOfFile: 51,
  extension: 62,
} as const;

/** A segment without its number. */
export interface Segment {
  readonly type: number;
  readonly data: Uint8Array;
}

/** What says how large the page is: white, without stripes, in the end without loss (T.88, 7.4.8). */
export function pageInformationSegment({ width, height }: Bitmap): Segment {
  const data = [...be32(width), ...be32(height), ...be32(0), ...be32(0), 1, 0, 0];
  return { type: SEGMENT.pageInformation, data: Uint8Array.from(data) };
}

/** Bytes of {@link regionHead}. */
export const REGION_HEAD_BYTES = 17;

/** How the data of a region begins that covers its page and blackens more of it (T.88, 7.4.1). */
export function regionHead({ width, height }: Bitmap): Uint8Array {
  return Uint8Array.from([...be32(width), ...be32(height), ...be32(0), ...be32(0), 0]);
}

/**
 * Segments one behind the other, in the embedded form that PDF's JBIG2Decode expects: no file header.
 * @param firstNumber number of the first segment
 * @param page 1, or 0 for segments that belong to all pages
 * @param dictionaries numbers of earlier segments with the symbols that dictionaries and text regions name; dictionaries among
 *   the segments join them
 */
export function writeSegments(
  segments: readonly Segment[],
  { firstNumber, page, dictionaries }: { firstNumber: number; page: 0 | 1; dictionaries: readonly number[] },
): Uint8Array {
  const known = [...dictionaries];
  const parts: Uint8Array[] = [];
  for (const [index, { type, data }] of segments.entries()) {
    const number = firstNumber + index;
    const named = type === SEGMENT.symbolDictionary || type === SEGMENT.textRegion ? known : [];
    parts.push(segmentHeader(number, type, { named, page, length: data.length }), data);
    if (type === SEGMENT.symbolDictionary) known.push(number);
  }
  return concatBytes(parts);
}

/** Number, type, count of segments named and that they are kept, their numbers, page, length (T.88, 7.2). */
function segmentHeader(
  number: number,
  type: number,
  { named, page, length }: { named: readonly number[]; page: number; length: number },
): Uint8Array {
  const counts = (named.length << 5) | ((1 << (named.length + 1)) - 1);
  return Uint8Array.from([...be32(number), type, counts, ...named, page, ...be32(length)]);
}

export function be16(value: number): number[] {
  return [(value >>> 8) & 255, value & 255];
}

export function be32(value: number): number[] {
  return [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}
