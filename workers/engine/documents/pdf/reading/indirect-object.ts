import { PdfDict, PdfRef, PdfStream, type PdfObject } from '../model/objects.ts';
import { isWhite, matchesAt } from './characters.ts';
import { Keyword, Lexer } from './lexer.ts';
import { parseObject } from './object-parser.ts';

export interface IndirectObject {
  readonly num: number;
  readonly generation: number;
  readonly value: PdfObject;
  /** First byte after the object. */
  readonly end: number;
}

/** Finds the value of a stream's Length where it is a reference; undefined when not known yet. */
type LengthLookup = (ref: PdfRef) => number | undefined;

/**
 * Reads `N G obj ... endobj` at a position. A stream's length is believed only when `endstream` follows it;
 * else the end is searched for.
 * @returns undefined when no object stands there
 */
export function readIndirectObject(
  bytes: Uint8Array,
  pos: number,
  lengthOf: LengthLookup = () => undefined,
): IndirectObject | undefined {
  const lexer = new Lexer(bytes, pos);
  const num = lexer.next();
  const generation = lexer.next();
  const word = lexer.next();
  if (typeof num !== 'number' || !Number.isInteger(num) || num < 1 || typeof generation !== 'number')
    return undefined;
  if (!(word instanceof Keyword) || !word.text.startsWith('obj')) return undefined;
  // "obj" glued to a number or word that follows it, as in "1 0 obj123".
  lexer.pos -= word.text.length - 3;
  const value = parseObject(lexer) ?? null;
  if (!(value instanceof PdfDict)) return { num, generation, value, end: lexer.pos };
  const start = streamStart(lexer);
  if (start === undefined) return { num, generation, value, end: lexer.pos };
  const length = value.get('Length');
  const declared = length instanceof PdfRef ? lengthOf(length) : length;
  const end = streamEnd(bytes, start, declared);
  return { num, generation, value: new PdfStream(value, bytes.subarray(start, end)), end };
}

function streamStart(lexer: Lexer): number | undefined {
  const before = lexer.pos;
  const word = lexer.next();
  if (!(word instanceof Keyword) || !word.text.startsWith('stream')) {
    lexer.pos = before;
    return undefined;
  }
  const { bytes } = lexer;
  let pos = lexer.pos - (word.text.length - 6);
  while (bytes[pos] === 0x20) pos++;
  if (bytes[pos] === 0x0d) pos++;
  if (bytes[pos] === 0x0a) pos++;
  return pos;
}

function streamEnd(bytes: Uint8Array, start: number, declared: PdfObject | undefined): number {
  if (typeof declared === 'number' && declared >= 0 && start + declared <= bytes.length) {
    const end = start + declared;
    let at = end;
    while (at < end + 4 && isWhite(bytes[at])) at++;
    if (matchesAt(bytes, at, 'endstream') || matchesAt(bytes, at, 'endobj')) return end;
  }
  for (let at = start; at < bytes.length; at++) {
    at = bytes.indexOf(0x65, at);
    if (at < 0) break;
    if (matchesAt(bytes, at, 'endstream')) return trimEnd(bytes, start, at);
  }
  return bytes.length;
}

/** The end of line before `endstream` is not data. */
function trimEnd(bytes: Uint8Array, start: number, at: number): number {
  let end = at;
  if (end > start && bytes[end - 1] === 0x0a) end--;
  if (end > start && bytes[end - 1] === 0x0d) end--;
  return end;
}
