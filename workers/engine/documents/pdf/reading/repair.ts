import { PdfDict, PdfStream, nameOf } from '../model/objects.ts';
import { readIndirectObject, type IndirectObject } from './indirect-object.ts';
import { matchesAt } from './characters.ts';
import { Lexer } from './lexer.ts';
import { parseDict } from './object-parser.ts';
import type { XrefEntry, XrefTable } from './xref.ts';

/**
 * Rebuilds the cross-reference table of a damaged file by looking for `N G obj` from the first byte to the last.
 * Later objects replace earlier ones of the same number, as incremental updates mean it.
 * @returns undefined when no catalog can be found
 */
export function rebuildXref(bytes: Uint8Array): XrefTable | undefined {
  const found = new FoundObjects();
  for (let pos = 0; pos < bytes.length;) {
    const at = nextHeaderOrTrailer(bytes, pos);
    if (at === undefined) break;
    if (bytes[at] === 0x74) {
      mergeTrailer(found.trailer, bytes, at + 7);
      pos = at + 7;
      continue;
    }
    const object = readIndirectObject(bytes, at);
    if (object) found.add(object, at);
    if (!object) pos = at + 1;
    // An unterminated object may have swallowed its neighbours: only streams are jumped over.
    else pos = object.value instanceof PdfStream ? Math.max(object.end, at + 1) : at + 5;
  }
  return found.table(bytes);
}

/** What a search through a damaged file has found so far. */
class FoundObjects {
  readonly trailer = new PdfDict();
  private readonly entries = new Map<number, XrefEntry>();
  private readonly objectStreams: number[] = [];
  private catalogAt: number | undefined;

  add({ num, value }: IndirectObject, at: number): void {
    this.entries.set(num, { kind: 'offset', offset: at });
    const dict = value instanceof PdfStream ? value.dict : value;
    if (!(dict instanceof PdfDict)) return;
    const type = nameOf(dict.get('Type'));
    if (type === 'Catalog' && dict.has('Pages')) this.catalogAt = at;
    if (type === 'ObjStm') this.objectStreams.push(num);
    if (type === 'XRef') mergeEntries(this.trailer, dict);
  }

  table(bytes: Uint8Array): XrefTable | undefined {
    const { entries, trailer, objectStreams, catalogAt } = this;
    if (!trailer.has('Root') && catalogAt !== undefined) {
      const catalog = readIndirectObject(bytes, catalogAt);
      if (catalog) trailer.set('Root', catalog.value);
    }
    return trailer.has('Root') || objectStreams.length > 0 ? { entries, trailer, objectStreams } : undefined;
  }
}

/** Position of the next "N G obj" or "trailer". */
function nextHeaderOrTrailer(bytes: Uint8Array, from: number): number | undefined {
  for (let pos = from; pos < bytes.length; pos++) {
    const code = bytes[pos]!;
    if (code === 0x74 && matchesAt(bytes, pos, 'trailer')) return pos;
    if (code !== 0x6f || !matchesAt(bytes, pos, 'obj')) continue;
    const start = headerStart(bytes, pos, from);
    if (start !== undefined) return start;
  }
  return undefined;
}

/** Walks back from `obj` over generation and number. */
function headerStart(bytes: Uint8Array, pos: number, from: number): number | undefined {
  let at = pos;
  for (let part = 0; part < 2; part++) {
    const blank = at;
    while (at > from && isBlank(bytes[at - 1]!)) at--;
    if (at === blank && part === 1) return undefined;
    const digits = at;
    while (at > from && isDigit(bytes[at - 1]!)) at--;
    if (at === digits || digits - at > 10) return undefined;
  }
  return at;
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const isBlank = (code: number): boolean =>
  code === 32 || code === 10 || code === 13 || code === 9 || code === 0;

function mergeTrailer(trailer: PdfDict, bytes: Uint8Array, pos: number): void {
  const lexer = new Lexer(bytes, pos);
  if (lexer.next() === '<<') mergeEntries(trailer, parseDict(lexer));
}

function mergeEntries(trailer: PdfDict, dict: PdfDict): void {
  for (const key of ['Root', 'Info', 'ID', 'Encrypt']) {
    const value = dict.get(key);
    if (value !== undefined) trailer.set(key, value);
  }
}
