import { viewOf } from '../../base/bytes.ts';
import type { ZipEntry } from './zip-entry.ts';

const LOCAL_BYTES = 30;
const RECORD_BYTES = 46;
const END_BYTES = 22;
/** 1 January 1980, 00:00: the same input gives the same bytes (APPNOTE 4.4.6). */
const FIXED_DATE = 0x0021;
const UTF8_FLAG = 0x0800;

/**
 * Writes packed entries as a zip archive in the order given: no data descriptors, no extra fields, fixed times.
 * @returns the archive in one array of exactly its length; below 4 GB and 65 535 entries, which our limits ensure
 */
export function writeZip(entries: readonly ZipEntry[]): Uint8Array {
  const files = entries.map((entry) => ({ entry, name: new TextEncoder().encode(entry.name) }));
  const bodyBytes = sum(files.map(({ entry, name }) => LOCAL_BYTES + name.length + entry.packed.length));
  const directoryBytes = sum(files.map(({ name }) => RECORD_BYTES + name.length));
  const out = new Uint8Array(bodyBytes + directoryBytes + END_BYTES);
  const view = viewOf(out);
  let at = 0;
  let recordAt = bodyBytes;
  for (const file of files) {
    const { entry, name } = file;
    writeRecord(view, recordAt, file, at);
    out.set(name, recordAt + RECORD_BYTES);
    recordAt += RECORD_BYTES + name.length;

    view.setUint32(at, 0x04034b50, true);
    writeSharedFields(view, at + 4, { ...entry, crc32: entry.localCrc32 ?? entry.crc32 }, name);
    out.set(name, at + LOCAL_BYTES);
    out.set(entry.packed, at + LOCAL_BYTES + name.length);
    at += LOCAL_BYTES + name.length + entry.packed.length;
  }
  writeEnd(view, files.length, bodyBytes, directoryBytes);
  return out;
}

/** Bytes that one entry takes in an archive, headers included. */
export function entryBytes(entry: { readonly name: string; readonly packed: Uint8Array }): number {
  return LOCAL_BYTES + RECORD_BYTES + 2 * new TextEncoder().encode(entry.name).length + entry.packed.length;
}

interface NamedEntry {
  readonly entry: ZipEntry;
  /** In UTF-8. */
  readonly name: Uint8Array;
}

/** The 26 bytes that local header and directory record share (APPNOTE 4.3.7, 4.3.12). */
function writeSharedFields(view: DataView, at: number, entry: ZipEntry, name: Uint8Array): void {
  view.setUint16(at, 20, true);
  view.setUint16(at + 2, name.length === entry.name.length ? 0 : UTF8_FLAG, true);
  view.setUint16(at + 4, entry.method, true);
  view.setUint16(at + 8, FIXED_DATE, true);
  view.setUint32(at + 10, entry.crc32, true);
  view.setUint32(at + 14, entry.packed.length, true);
  view.setUint32(at + 18, entry.size, true);
  view.setUint16(at + 22, name.length, true);
}

function writeRecord(view: DataView, at: number, { entry, name }: NamedEntry, headerOffset: number): void {
  view.setUint32(at, 0x02014b50, true);
  view.setUint16(at + 4, 20, true);
  writeSharedFields(view, at + 6, entry, name);
  view.setUint32(at + 42, headerOffset, true);
}

function writeEnd(view: DataView, count: number, bodyBytes: number, directoryBytes: number): void {
  const at = bodyBytes + directoryBytes;
  view.setUint32(at, 0x06054b50, true);
  view.setUint16(at + 8, count, true);
  view.setUint16(at + 10, count, true);
  view.setUint32(at + 12, directoryBytes, true);
  view.setUint32(at + 16, bodyBytes, true);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
