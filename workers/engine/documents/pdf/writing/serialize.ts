import { latin1 } from '../../../base/bytes.ts';
import {
  PdfDict,
  PdfName,
  PdfStream,
  PdfString,
  RawNumber,
  type PdfObject,
  type PdfRef,
} from '../model/objects.ts';
import { MAX_DEPTH } from '../model/document.ts';
import { isDelimiter } from '../reading/characters.ts';

/** Gives the number that an object has in the file being written; 0 for one that is not there. */
export type Renumber = (num: number) => number;

/**
 * Writes an object in the fewest bytes, as text of one character a byte. Of a stream, its dictionary.
 * A reference to nothing becomes null, as ISO 32000-1, 7.3.10 reads it.
 */
export function serialize(object: PdfObject, renumber: Renumber = (num) => num): string {
  return textOf(object, { renumber, isSorted: false });
}

/** A text that equal objects share, whatever the order of their keys. Of a stream, its dictionary. */
export function sortedText(object: PdfObject): string {
  return textOf(object, { renumber: (num) => num, isSorted: true });
}

interface Manner {
  readonly renumber: Renumber;
  /** Whether keys stand in the order of their letters. */
  readonly isSorted: boolean;
}

function textOf(object: PdfObject, manner: Manner): string {
  const row = new TokenRow();
  write(row, object, manner, 0);
  return row.text;
}

function write(row: TokenRow, object: PdfObject, manner: Manner, depth: number): void {
  if (depth > MAX_DEPTH) row.add('null');
  else if (Array.isArray(object)) {
    row.add('[');
    for (const item of object) write(row, item, manner, depth + 1);
    row.add(']');
  } else if (object instanceof PdfStream) writeDict(row, object.dict, manner, depth);
  else if (object instanceof PdfDict) writeDict(row, object, manner, depth);
  else row.add(tokenOf(object, manner.renumber));
}

function writeDict(row: TokenRow, dict: PdfDict, manner: Manner, depth: number): void {
  row.add('<<');
  for (const [key, value] of manner.isSorted ? [...dict.map].sort(byKey) : dict.map) {
    if (value === null) continue;
    row.add(formatName(key));
    write(row, value, manner, depth + 1);
  }
  row.add('>>');
}

function byKey([a]: readonly [string, PdfObject], [b]: readonly [string, PdfObject]): number {
  return a < b ? -1 : 1;
}

function tokenOf(
  object: null | boolean | number | RawNumber | PdfName | PdfString | PdfRef,
  renumber: Renumber,
): string {
  if (object === null) return 'null';
  if (typeof object === 'number') return formatNumber(object);
  if (object instanceof RawNumber) return object.text;
  if (typeof object === 'boolean') return object ? 'true' : 'false';
  if (object instanceof PdfName) return formatName(object.value);
  if (object instanceof PdfString) return formatString(object.bytes);
  const num = renumber(object.num);
  return num === 0 ? 'null' : `${num} 0 R`;
}

/**
 * Tokens in a row: two need a blank only where both are made of regular characters. The last character is kept beside the
 * text, as looking at the end of a growing text copies all of it.
 */
class TokenRow {
  text = '';
  private last = BLANK;

  add(token: string): void {
    const isApart = this.last === BLANK || isDelimiter(this.last) || isDelimiter(token.charCodeAt(0));
    this.text += isApart ? token : ` ${token}`;
    // The empty name is a slash alone, and would take what follows for itself.
    this.last = token === '/' ? NAME : token.charCodeAt(token.length - 1);
  }
}

const BLANK = 0x20;
/** Any regular character. */
const NAME = 0x61;

/**
 * Decimal digits without exponent, leading or trailing zeros. What does not fit into 32 bits is written as a real number:
 * readers that count integers so take it for 0 or for another number.
 */
function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '0';
  if (Number.isInteger(value)) return value === (value | 0) ? String(value) : `${BigInt(value)}.`;
  let text = String(value);
  if (text.includes('e')) text = value.toFixed(MAX_PLACES).replace(/\.?0+$/, '');
  return /^-?0$/.test(text) ? '0' : text.replace(/^(-?)0\./, '$1.');
}

/** Smaller numbers than these places show make no difference to any page. */
export const MAX_PLACES = 20;

const NAME_CACHE = new Map<string, string>();

function formatName(value: string): string {
  let text = NAME_CACHE.get(value);
  if (text !== undefined) return text;
  text = '/';
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i) & 255;
    if (code <= 0x20 || code >= 0x7f || code === 0x23 || isDelimiter(code)) {
      text += `#${code.toString(16).padStart(2, '0')}`;
    } else text += value[i];
  }
  if (NAME_CACHE.size < 20_000) NAME_CACHE.set(value, text);
  return text;
}

/**
 * A literal string, which is never longer than a hexadecimal one. Line ends are escaped: a carriage return alone would be read
 * as a line feed, Ghostscript 10.0 makes one of several line feeds, and PDFBox ends a string at a parenthesis before one.
 */
function formatString(bytes: Uint8Array): string {
  return `(${latin1(bytes).replace(/[()\\\r\n]/g, (char) => ESCAPES.get(char) ?? `\\${char}`)})`;
}

const ESCAPES = new Map([
  ['\r', '\\r'],
  ['\n', '\\n'],
]);
