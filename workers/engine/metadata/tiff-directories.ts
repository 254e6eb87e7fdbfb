import { latin1, viewOf } from '../base/bytes.ts';

/** A field of EXIF. */
export interface TiffEntry {
  readonly tag: number;
  /** 1 to 12, see {@link UNIT_BYTES}. */
  readonly type: number;
  /** Its values, big-endian. */
  readonly value: Uint8Array;
}

/** The directories of EXIF that describe the picture itself; that of the preview picture is left out. */
export interface ExifDirectories {
  readonly image: readonly TiffEntry[];
  /** Taking the picture ("Exif IFD"). */
  readonly photo: readonly TiffEntry[];
  readonly gps: readonly TiffEntry[];
}

export const NO_DIRECTORIES: ExifDirectories = { image: [], photo: [], gps: [] };

/** Bytes of one value by type. Source: TIFF 6.0, section 2. */
const UNIT_BYTES: readonly number[] = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
/** Fractions are two numbers of four bytes. */
const SWAPPED_BYTES: readonly number[] = [0, 1, 1, 2, 4, 4, 1, 1, 2, 4, 4, 4, 8];

const PHOTO_POINTER = 0x8769;
const GPS_POINTER = 0x8825;
const POINTERS = [PHOTO_POINTER, GPS_POINTER];

/**
 * Reads the fields of EXIF; those that are broken are left out, as damaged EXIF is common in camera files.
 * @param tiff starts with "II" or "MM". Source: Exif 2.32, 4.6
 */
export function readDirectories(tiff: Uint8Array): ExifDirectories {
  const order = latin1(tiff, 0, 2);
  if (tiff.length < 14 || (order !== 'II' && order !== 'MM')) return NO_DIRECTORIES;
  const little = order === 'II';
  const image = readDirectory(tiff, viewOf(tiff).getUint32(4, little), little);
  const below = (pointer: number): TiffEntry[] => {
    const found = image.find(({ tag, value }) => tag === pointer && value.length === 4);
    return found ? readDirectory(tiff, viewOf(found.value).getUint32(0), little) : [];
  };
  return {
    image: image.filter(({ tag }) => !POINTERS.includes(tag)),
    photo: below(PHOTO_POINTER),
    gps: below(GPS_POINTER),
  };
}

/** Reads the fields of one directory. @param at where it starts; one outside of the bytes has no fields */
export function readDirectory(tiff: Uint8Array, at: number, little: boolean): TiffEntry[] {
  const view = viewOf(tiff);
  if (at < 8 || at + 2 > tiff.length) return [];
  const count = Math.min(view.getUint16(at, little), Math.floor((tiff.length - at - 2) / 12));
  const entries: TiffEntry[] = [];
  // Fields have values of their own: 65 535 of them could each claim all the bytes that there are.
  let left = tiff.length;
  for (let entry = at + 2; entry < at + 2 + 12 * count; entry += 12) {
    const type = view.getUint16(entry + 2, little);
    const length = (UNIT_BYTES[type] ?? 0) * view.getUint32(entry + 4, little);
    const start = length <= 4 ? entry + 8 : view.getUint32(entry + 8, little);
    if (length === 0 || length > left || start + length > tiff.length) continue;
    left -= length;
    // A copy: `slice` of Node's Buffer is a view of the file.
    const stored = new Uint8Array(tiff.subarray(start, start + length));
    entries.push({
      tag: view.getUint16(entry, little),
      type,
      value: little ? swapped(stored, SWAPPED_BYTES[type]!) : stored,
    });
  }
  return entries;
}

function swapped(bytes: Uint8Array, unit: number): Uint8Array {
  for (let at = 0; unit > 1 && at < bytes.length; at += unit) bytes.subarray(at, at + unit).reverse();
  return bytes;
}

/** Writes EXIF with the fields in order, big-endian; directories without fields are left out. */
export function writeDirectories({ image, photo, gps }: ExifDirectories): Uint8Array {
  const below = [
    { pointer: PHOTO_POINTER, entries: photo },
    { pointer: GPS_POINTER, entries: gps },
  ].filter(({ entries }) => entries.length > 0);
  const imageBytes = directoryBytes(image) + 12 * below.length;
  let next = 8 + imageBytes;
  const pointers = below.map(({ pointer, entries }): TiffEntry => {
    const value = new Uint8Array(4);
    viewOf(value).setUint32(0, next);
    next += directoryBytes(entries);
    return { tag: pointer, type: 4, value };
  });
  const tiff = new Uint8Array(next);
  tiff.set([0x4d, 0x4d, 0x00, 0x2a, 0x00, 0x00, 0x00, 0x08]);
  writeDirectory(tiff, 8, [...image, ...pointers]);
  below.forEach(({ entries }, i) => writeDirectory(tiff, viewOf(pointers[i]!.value).getUint32(0), entries));
  return tiff;
}

/** Length of a directory. Values that do not fit into their field follow it, at even places. */
export function directoryBytes(entries: readonly TiffEntry[]): number {
  return entries.reduce((sum, { value }) => sum + 12 + outsideBytes(value), 6);
}

function outsideBytes(value: Uint8Array): number {
  return value.length <= 4 ? 0 : value.length + (value.length & 1);
}

/** Writes one directory, big-endian and without a next one. @param at where it starts */
export function writeDirectory(tiff: Uint8Array, at: number, entries: readonly TiffEntry[]): void {
  const view = viewOf(tiff);
  const sorted = [...entries].sort((a, b) => a.tag - b.tag);
  view.setUint16(at, sorted.length);
  let entry = at + 2;
  let outside = entry + 12 * sorted.length + 4;
  for (const { tag, type, value } of sorted) {
    view.setUint16(entry, tag);
    view.setUint16(entry + 2, type);
    view.setUint32(entry + 4, value.length / UNIT_BYTES[type]!);
    if (value.length > 4) view.setUint32(entry + 8, outside);
    tiff.set(value, value.length > 4 ? outside : entry + 8);
    outside += outsideBytes(value);
    entry += 12;
  }
}
