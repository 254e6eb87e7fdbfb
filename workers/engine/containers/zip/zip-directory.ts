import { equalBytes, viewOf } from '../../base/bytes.ts';
import { EngineError } from '../../api/errors.ts';
import { ENGINE_LIMITS } from '../../api/limits.ts';
import { safeEntryName } from './entry-name.ts';
import { DEFLATED, STORED, type ZipEntry } from './zip-entry.ts';

/**
 * Reads the central directory of a zip archive; unpacks nothing. The directory alone counts; local headers are
 * only checked against it. Folders are left out.
 * @param source the whole archive
 * @returns entries in directory order, with distinct names and disjoint bytes
 * @throws EngineError "damaged", "password-protected", "unsupported" or "limit-exceeded"
 * Source: PKWARE APPNOTE 6.3.10, sections 4.3 to 4.5.
 */
export function readZipDirectory(source: Uint8Array): ZipEntry[] {
  const view = viewOf(source);
  const { count, offset, end } = findDirectory(source, view);
  if (count > ENGINE_LIMITS.maxZipEntries) {
    throw new EngineError(
      'limit-exceeded',
      `The file holds ${count} parts; the limit is ${ENGINE_LIMITS.maxZipEntries}.`,
    );
  }
  const records: DirectoryRecord[] = [];
  let at = offset;
  for (let index = 0; index < count; index++) {
    const record = readRecord(source, view, at, end);
    at = record.next;
    if (!record.name.endsWith('/')) records.push(record);
  }
  checkDeclaredSizes(records, source.length);
  const entries = records.map((record) => locate(source, view, record, offset));
  checkDisjoint(entries);
  return withoutRepeats(entries);
}

interface DirectoryRecord {
  readonly name: string;
  readonly rawName: Uint8Array;
  readonly method: number;
  readonly crc32: number;
  readonly packedSize: number;
  readonly size: number;
  readonly headerOffset: number;
  readonly next: number;
}

const END_SIGNATURE = 0x06054b50;
const END64_LOCATOR_SIGNATURE = 0x07064b50;
const END64_SIGNATURE = 0x06064b50;
const RECORD_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const MAX_COMMENT_BYTES = 0xffff;

/** APPNOTE 4.3.16: the end record lies in the last 22 bytes, or before a comment of at most 65535. */
function findDirectory(source: Uint8Array, view: DataView): { count: number; offset: number; end: number } {
  const first = Math.max(0, source.length - 22 - MAX_COMMENT_BYTES);
  for (let at = source.length - 22; at >= first; at--) {
    if (view.getUint32(at, true) !== END_SIGNATURE) continue;
    if (at + 22 + view.getUint16(at + 20, true) > source.length) continue;
    const zip64 = findDirectory64(view, at);
    const count = zip64?.count ?? view.getUint16(at + 10, true);
    const size = zip64?.size ?? view.getUint32(at + 12, true);
    const offset = zip64?.offset ?? view.getUint32(at + 16, true);
    if (offset + size > at || count * 46 > size) throw damaged('its directory is not where it says');
    return { count, offset, end: offset + size };
  }
  throw damaged('its end is missing, as when a download was cut short');
}

/** APPNOTE 4.3.14 and 4.3.15. */
function findDirectory64(
  view: DataView,
  endAt: number,
): { count: number; size: number; offset: number } | undefined {
  const locator = endAt - 20;
  if (locator < 0 || view.getUint32(locator, true) !== END64_LOCATOR_SIGNATURE) return undefined;
  const at = readUint64(view, locator + 8);
  if (at + 56 > locator || view.getUint32(at, true) !== END64_SIGNATURE)
    throw damaged('its directory is not where it says');
  return {
    count: readUint64(view, at + 32),
    size: readUint64(view, at + 40),
    offset: readUint64(view, at + 48),
  };
}

/** APPNOTE 4.3.12. */
function readRecord(source: Uint8Array, view: DataView, at: number, end: number): DirectoryRecord {
  if (at + 46 > end || view.getUint32(at, true) !== RECORD_SIGNATURE)
    throw damaged('its directory is broken');
  const nameLength = view.getUint16(at + 28, true);
  const extraLength = view.getUint16(at + 30, true);
  const next = at + 46 + nameLength + extraLength + view.getUint16(at + 32, true);
  if (next > end) throw damaged('its directory is broken');
  // APPNOTE 4.4.4: bit 0 encrypted, bit 13 masked headers.
  if (view.getUint16(at + 8, true) & 0x2001) {
    throw new EngineError(
      'password-protected',
      'Parts of this file are encrypted. Save it without a password and try again.',
    );
  }
  const rawName = source.subarray(at + 46, at + 46 + nameLength);
  const extra = { start: at + 46 + nameLength, end: at + 46 + nameLength + extraLength };
  return {
    name: safeEntryName(rawName),
    rawName,
    method: view.getUint16(at + 10, true),
    crc32: view.getUint32(at + 16, true),
    ...readSizes(view, at, extra),
    next,
  };
}

/** Sizes and offset; a field of all ones stands in the zip64 extra field instead, in this order (APPNOTE 4.5.3). */
function readSizes(view: DataView, at: number, extra: { start: number; end: number }) {
  const sizes = {
    size: view.getUint32(at + 24, true),
    packedSize: view.getUint32(at + 20, true),
    headerOffset: view.getUint32(at + 42, true),
  };
  for (let field = extra.start; field + 4 <= extra.end; field += 4 + view.getUint16(field + 2, true)) {
    if (view.getUint16(field, true) !== 0x0001) continue;
    let value = field + 4;
    for (const key of ['size', 'packedSize', 'headerOffset'] as const) {
      if (sizes[key] !== 0xffffffff) continue;
      if (value + 8 > extra.end) throw damaged('its directory is broken');
      sizes[key] = readUint64(view, value);
      value += 8;
    }
  }
  return sizes;
}

function readUint64(view: DataView, at: number): number {
  if (at + 8 > view.byteLength) throw damaged('its directory is broken');
  return Number(view.getBigUint64(at, true));
}

/** An early and cheap refusal; what is really inflated is counted again in ZipReader. */
function checkDeclaredSizes(records: readonly DirectoryRecord[], sourceBytes: number): void {
  const total = records.reduce((sum, record) => sum + record.size, 0);
  const inflatesTooMuch = total > ENGINE_LIMITS.maxInflatedBytes;
  const isBomb = total > ENGINE_LIMITS.zipRatioFromBytes && total > sourceBytes * ENGINE_LIMITS.maxZipRatio;
  if (inflatesTooMuch || isBomb) {
    throw new EngineError(
      'limit-exceeded',
      'This file unpacks to far more data than a file of its size holds, so it was not opened.',
    );
  }
}

function locate(
  source: Uint8Array,
  view: DataView,
  record: DirectoryRecord,
  directoryOffset: number,
): ZipEntry {
  const { name, method, crc32, size, headerOffset, packedSize } = record;
  if (method !== STORED && method !== DEFLATED) {
    throw new EngineError(
      'unsupported',
      'Parts of this file use a compression method that is not supported. Open it in your office program, save it and try again.',
    );
  }
  if (headerOffset + 30 > directoryOffset || view.getUint32(headerOffset, true) !== LOCAL_SIGNATURE) {
    throw damaged('a part is not where the directory says');
  }
  const nameLength = view.getUint16(headerOffset + 26, true);
  const start = headerOffset + 30 + nameLength + view.getUint16(headerOffset + 28, true);
  const end = start + packedSize;
  if (end > directoryOffset) throw damaged('a part is cut short');
  if (method === STORED && packedSize !== size) throw damaged('a part is not as long as it says');
  const localName = source.subarray(headerOffset + 30, headerOffset + 30 + nameLength);
  // Programs that read local headers would see another file here: a known way to hide content.
  if (!equalBytes(localName, record.rawName)) throw damaged('a part has two different names');
  const packed = source.subarray(start, end);
  const localCrc32 = view.getUint32(headerOffset + 14, true);
  // APPNOTE 4.4.4: with bit 3 it follows the bytes, and the header has none.
  const isElsewhere = (view.getUint16(headerOffset + 6, true) & 8) !== 0;
  return {
    name,
    method,
    crc32,
    size,
    packed,
    ...(isElsewhere || localCrc32 === crc32 ? {} : { localCrc32 }),
  };
}

/** Overlapping entries are how a small file holds petabytes ("A better zip bomb", Fifield 2019). */
function checkDisjoint(entries: readonly ZipEntry[]): void {
  const byOffset = entries.filter((entry) => entry.packed.length > 0).sort(byStart);
  for (let index = 1; index < byOffset.length; index++) {
    const before = byOffset[index - 1]!.packed;
    if (before.byteOffset + before.length > byOffset[index]!.packed.byteOffset) {
      throw new EngineError('limit-exceeded', 'Parts of this file overlap, so it was not opened.');
    }
  }
}

function byStart(a: ZipEntry, b: ZipEntry): number {
  return a.packed.byteOffset - b.packed.byteOffset;
}

/** ECMA-376 Part 2, 6.2.2.3: names that differ in case only are the same part. Repeats of the same bytes are harmless. */
function withoutRepeats(entries: readonly ZipEntry[]): ZipEntry[] {
  const byName = new Map<string, ZipEntry>();
  for (const entry of entries) {
    const key = entry.name.toLowerCase();
    const first = byName.get(key);
    if (!first) byName.set(key, entry);
    else if (first.method !== entry.method || !equalBytes(first.packed, entry.packed))
      throw damaged('two of its parts have the same name');
  }
  return [...byName.values()];
}

function damaged(what: string): EngineError {
  return new EngineError(
    'damaged',
    `The file is damaged: ${what}. Open it in your office program, save it and try again.`,
  );
}
