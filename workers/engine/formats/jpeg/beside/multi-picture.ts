import { latin1, viewOf } from '../../../base/bytes.ts';
import {
  directoryBytes,
  readDirectory,
  writeDirectory,
  type TiffEntry,
} from '../../../metadata/tiff-directories.ts';
import { ascii, segment } from '../../../containers/jpeg/segment-bytes.ts';
import { startsWith, type JpegStructure, type Segment } from '../../../containers/jpeg/segments.ts';
import { APP2 } from '../../../containers/jpeg/markers.ts';

/** A picture after the first one, as the index of a file has it. */
export interface IndexedPicture {
  /** Kind and flags as stored; the low three bytes are the kind. */
  readonly attribute: number;
  /** Where it starts, counted from the end of the first picture. */
  readonly start: number;
  readonly length: number;
}

/** The index of several pictures in one file. Source: CIPA DC-007-2009, 5.2. */
export interface MultiPictureIndex {
  /** Attribute of the first picture. */
  readonly first: number;
  readonly others: readonly IndexedPicture[];
  /** What the first picture says of itself, such as its place in a panorama. */
  readonly facts: readonly TiffEntry[];
}

/** Representative image, baseline primary type. */
export const PRIMARY = 0x00030000;

export type PictureRole = 'preview' | 'view' | 'other';

/** What a picture of an index is to the first one: the same in small, another view of the same kind, or something else. */
export function roleOf({ attribute }: IndexedPicture): PictureRole {
  const kind = (attribute >> 16) & 0xff;
  return kind === 1 ? 'preview' : kind === 2 ? 'view' : 'other';
}

/** A picture that follows the first one, counted from the end of that. */
export interface FollowingPicture {
  readonly start: number;
  readonly length: number;
  readonly role: PictureRole | 'gain-map';
  /** Its attribute in the index; null where it is in none. */
  readonly attribute: number | null;
}

const MARK = 'MPF\0';
const ENTRIES = 0xb002;
const ENTRY_BYTES = 16;

/**
 * Reads the index of a file.
 * @returns null without one, or where it names places that hold no picture
 */
export function readIndex(
  file: Uint8Array,
  { segments, trailing }: Pick<JpegStructure, 'segments' | 'trailing'>,
): MultiPictureIndex | null {
  const payload = segments.find(isIndexSegment)?.payload;
  const order = payload ? latin1(payload, 4, 6) : '';
  if (!payload || payload.length < 12 || (order !== 'II' && order !== 'MM')) return null;
  const tiff = payload.subarray(MARK.length);
  const little = order === 'II';
  const view = viewOf(tiff);
  const at = view.getUint32(4, little);
  const entries = readDirectory(tiff, at, little).find(({ tag }) => tag === ENTRIES)?.value;
  if (!entries || entries.length < 2 * ENTRY_BYTES) return null;
  const numbers = viewOf(entries);
  const end = file.length - trailing.length;
  const base = tiff.byteOffset - file.byteOffset - end;
  const others: IndexedPicture[] = [];
  for (let entry = ENTRY_BYTES; entry + ENTRY_BYTES <= entries.length; entry += ENTRY_BYTES) {
    others.push({
      attribute: numbers.getUint32(entry, little),
      length: numbers.getUint32(entry + 4, little),
      start: base + numbers.getUint32(entry + 8, little),
    });
  }
  others.sort((a, b) => a.start - b.start);
  const isTrue = others.every(({ start, length }, i) => {
    const next = others[i + 1]?.start ?? trailing.length;
    return start >= 0 && start + length <= next && trailing[start] === 0xff && trailing[start + 1] === 0xd8;
  });
  return isTrue ? { first: numbers.getUint32(0, little), others, facts: factsOf(tiff, at, little) } : null;
}

/** Whether a segment belongs to the multi-picture format: an index, or what a picture in one says of itself. */
export function isIndexSegment({ marker, payload }: Segment): boolean {
  return marker === APP2 && startsWith(payload, MARK);
}

/** The second directory. */
function factsOf(tiff: Uint8Array, first: number, little: boolean): TiffEntry[] {
  const view = viewOf(tiff);
  const next = first + 2 + 12 * view.getUint16(first, little);
  return next + 4 <= tiff.length ? readFacts(tiff, view.getUint32(next, little), little) : [];
}

/** The version, and the numbers of a picture, its overlaps, angles and distances. Source: CIPA DC-007, 5.2.4. */
function readFacts(tiff: Uint8Array, at: number, little: boolean): TiffEntry[] {
  return readDirectory(tiff, at, little).filter(
    ({ tag, value }) => (tag === 0xb000 || (tag >= 0xb101 && tag <= 0xb20d)) && value.length <= FACT_BYTES,
  );
}

/** One number, or a fraction. */
const FACT_BYTES = 8;

/** What a picture that is not the first one says of itself. @returns the payload of its segment */
export function ownFacts({ payload }: Segment): Uint8Array {
  const tiff = payload.subarray(MARK.length);
  const little = latin1(tiff, 0, 2) === 'II';
  const facts = tiff.length < 8 ? [] : readFacts(tiff, viewOf(tiff).getUint32(4, little), little);
  const own = new Uint8Array(MARK.length + 8 + directoryBytes(facts));
  own.set([...ascii(`${MARK}MM\0*`), 0, 0, 0, 8]);
  writeDirectory(own.subarray(MARK.length), 8, facts);
  return own;
}

const VERSION = ascii('0100');
const UNDEFINED = 7;
const LONG = 4;

/** Length of the whole segment. */
export function indexBytes({ others, facts }: MultiPictureIndex): number {
  const count = others.length + 1;
  const own = 2 + 3 * 12 + 4 + ENTRY_BYTES * count;
  return 4 + MARK.length + 8 + own + (facts.length > 0 ? directoryBytes(facts) : 0);
}

/**
 * The index as a segment.
 * @param at           where the segment starts in the file
 * @param pictureBytes length of the first picture with all its segments
 */
export function indexSegment(index: MultiPictureIndex, at: number, pictureBytes: number): Uint8Array {
  const { first, others, facts } = index;
  const payload = new Uint8Array(indexBytes(index) - 4);
  payload.set(ascii(`${MARK}MM\0*`));
  const tiff = payload.subarray(MARK.length);
  const view = viewOf(tiff);
  view.setUint32(4, 8);
  // Offsets are counted from the byte order mark, eight bytes into the segment.
  const base = pictureBytes - (at + 4 + MARK.length);
  const entries = new Uint8Array(ENTRY_BYTES * (others.length + 1));
  const numbers = viewOf(entries);
  numbers.setUint32(0, first);
  numbers.setUint32(4, pictureBytes);
  others.forEach(({ attribute, start, length }, i) => {
    numbers.setUint32(ENTRY_BYTES * (i + 1), attribute);
    numbers.setUint32(ENTRY_BYTES * (i + 1) + 4, length);
    numbers.setUint32(ENTRY_BYTES * (i + 1) + 8, base + start);
  });
  const count = new Uint8Array(4);
  viewOf(count).setUint32(0, others.length + 1);
  const directory: TiffEntry[] = [
    { tag: 0xb000, type: UNDEFINED, value: Uint8Array.from(VERSION) },
    { tag: 0xb001, type: LONG, value: count },
    { tag: ENTRIES, type: UNDEFINED, value: entries },
  ];
  writeDirectory(tiff, 8, directory);
  if (facts.length > 0) {
    const next = 8 + directoryBytes(directory);
    view.setUint32(8 + 2 + 12 * directory.length, next);
    writeDirectory(tiff, next, facts);
  }
  return segment(APP2, payload);
}
