import type { PdfDict } from '../model/objects.ts';
import { PdfStream, type PdfObject } from '../model/objects.ts';
import { matchesAt } from './characters.ts';
import { Keyword, Lexer } from './lexer.ts';
import { parseDict } from './object-parser.ts';
import { readIndirectObject } from './indirect-object.ts';

/** Where an object stands: at a byte of the file, or as an item of an object stream. */
export type XrefEntry =
  | { readonly kind: 'offset'; readonly offset: number }
  | { readonly kind: 'packed'; readonly stream: number; readonly index: number }
  | { readonly kind: 'free' };

export interface XrefTable {
  readonly entries: Map<number, XrefEntry>;
  readonly trailer: PdfDict;
  /** Only after a repair: every object stream seen, in file order. All their items count. */
  readonly objectStreams?: readonly number[];
}

/** Inflates the data of a cross-reference or object stream. */
type StreamDecoder = (stream: PdfStream) => Promise<Uint8Array>;

const MAX_SECTIONS = 4096;
const MAX_OBJECT_NUMBER = 8_388_607; // ISO 32000-1, Annex C.2

/**
 * Reads the chain of cross-reference sections, newest first: tables, streams and hybrids.
 * @returns undefined when any part of the chain is not as the standard says; the caller then scans the file
 */
export async function readXref(bytes: Uint8Array, decode: StreamDecoder): Promise<XrefTable | undefined> {
  const start = findStartXref(bytes);
  if (start === undefined) return undefined;
  const entries = new Map<number, XrefEntry>();
  const seen = new Set<number>();
  const queue = [start];
  let trailer: PdfDict | undefined;
  while (queue.length > 0) {
    const offset = queue.shift()!;
    if (seen.has(offset)) continue;
    seen.add(offset);
    if (seen.size > MAX_SECTIONS) return undefined;
    const section = await readSection(bytes, offset, entries, decode);
    if (!section) return undefined;
    trailer ??= section;
    for (const key of ['XRefStm', 'Prev']) {
      const next = section.get(key);
      if (typeof next === 'number') queue.push(next);
    }
  }
  return trailer ? { entries, trailer } : undefined;
}

function findStartXref(bytes: Uint8Array): number | undefined {
  const from = Math.max(0, bytes.length - 2048);
  let found: number | undefined;
  for (let i = bytes.length - 9; i >= from && found === undefined; i--) {
    if (bytes[i] === 0x73 && matchesAt(bytes, i, 'startxref')) found = i + 9;
  }
  if (found === undefined) return undefined;
  const offset = new Lexer(bytes, found).next();
  return typeof offset === 'number' && offset >= 0 && offset < bytes.length ? offset : undefined;
}

async function readSection(
  bytes: Uint8Array,
  offset: number,
  entries: Map<number, XrefEntry>,
  decode: StreamDecoder,
): Promise<PdfDict | undefined> {
  const lexer = new Lexer(bytes, offset);
  lexer.skipWhite();
  if (matchesAt(bytes, lexer.pos, 'xref')) {
    lexer.pos += 4;
    return readTable(lexer, entries);
  }
  const object = readIndirectObject(bytes, lexer.pos);
  if (!(object?.value instanceof PdfStream)) return undefined;
  return readXrefStream(object.value, entries, decode);
}

function readTable(lexer: Lexer, entries: Map<number, XrefEntry>): PdfDict | undefined {
  for (;;) {
    const first = lexer.next();
    if (first instanceof Keyword && first.text === 'trailer') break;
    const count = lexer.next();
    if (typeof first !== 'number' || typeof count !== 'number') return undefined;
    if (first + count > MAX_OBJECT_NUMBER) return undefined;
    for (let i = 0; i < count; i++) {
      const offset = lexer.next();
      const generation = lexer.next();
      const type = lexer.next();
      if (typeof offset !== 'number' || typeof generation !== 'number' || !(type instanceof Keyword)) {
        return undefined;
      }
      if (entries.has(first + i)) continue;
      entries.set(first + i, type.text === 'n' ? { kind: 'offset', offset } : { kind: 'free' });
    }
  }
  return lexer.next() === '<<' ? parseDict(lexer) : undefined;
}

async function readXrefStream(
  stream: PdfStream,
  entries: Map<number, XrefEntry>,
  decode: StreamDecoder,
): Promise<PdfDict | undefined> {
  const { dict } = stream;
  const widths = numbers(dict.get('W'));
  const size = dict.get('Size');
  if (!widths || widths.length < 3 || widths.some((width) => width < 0 || width > 8)) return undefined;
  if (typeof size !== 'number') return undefined;
  const data = await decode(stream);
  const index = numbers(dict.get('Index')) ?? [0, size];
  let pos = 0;
  const field = (width: number, fallback: number): number => {
    if (width === 0) return fallback;
    let value = 0;
    for (let i = 0; i < width; i++) value = value * 256 + data[pos++]!;
    return value;
  };
  const row = widths[0]! + widths[1]! + widths[2]!;
  if (row === 0) return undefined;
  for (let at = 0; at + 1 < index.length; at += 2) {
    for (let i = 0; i < index[at + 1]!; i++) {
      if (pos + row > data.length) return dict;
      const type = field(widths[0]!, 1);
      const second = field(widths[1]!, 0);
      const third = field(widths[2]!, 0);
      const num = index[at]! + i;
      if (num > MAX_OBJECT_NUMBER || entries.has(num)) continue;
      if (type === 1) entries.set(num, { kind: 'offset', offset: second });
      else if (type === 2) entries.set(num, { kind: 'packed', stream: second, index: third });
      else entries.set(num, { kind: 'free' });
    }
  }
  return dict;
}

function numbers(object: PdfObject | undefined): number[] | undefined {
  return Array.isArray(object) && object.every((item) => typeof item === 'number')
    ? (object as number[])
    : undefined;
}
