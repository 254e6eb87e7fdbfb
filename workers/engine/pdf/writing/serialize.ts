import { latin1 } from '../../bytes.ts';
import type { PdfDict } from '../model/objects.ts';
import { PdfName, PdfRef, PdfStream, PdfString, type PdfObject } from '../model/objects.ts';
import { isDelimiter } from '../reading/characters.ts';

/** Gives the number that an object has in the file being written; 0 for one that is not there. */
export type Renumber = (num: number) => number;

const MAX_DEPTH = 500;

/**
 * Writes an object in the fewest bytes, as text of one character a byte. Of a stream, its dictionary.
 * A reference to nothing becomes null, as ISO 32000-1, 7.3.10 reads it.
 */
export function serialize(object: PdfObject, renumber: Renumber = (num) => num, depth = 0): string {
  if (object === null || depth > MAX_DEPTH) return 'null';
  if (typeof object === 'number') return formatNumber(object);
  if (typeof object === 'boolean') return object ? 'true' : 'false';
  if (object instanceof PdfName) return formatName(object.value);
  if (object instanceof PdfString) return formatString(object.bytes);
  if (object instanceof PdfRef) {
    const num = renumber(object.num);
    return num === 0 ? 'null' : `${num} 0 R`;
  }
  if (Array.isArray(object)) {
    let text = '[';
    for (const item of object) text = join(text, serialize(item, renumber, depth + 1));
    return `${text}]`;
  }
  return serializeDict(object instanceof PdfStream ? object.dict : object, renumber, depth);
}

function serializeDict(dict: PdfDict, renumber: Renumber, depth: number): string {
  let text = '<<';
  for (const [key, value] of dict.map) {
    if (value === null) continue;
    text = join(text + formatName(key), serialize(value, renumber, depth + 1));
  }
  return `${text}>>`;
}

/** Two tokens need a blank only where both are made of regular characters. */
function join(before: string, after: string): string {
  const last = before.charCodeAt(before.length - 1);
  const first = after.charCodeAt(0);
  // The empty name is a slash alone, and would take what follows for itself.
  return (isDelimiter(last) && last !== 0x2f) || isDelimiter(first) ? before + after : `${before} ${after}`;
}

/** Decimal digits without exponent, leading or trailing zeros. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '0';
  if (Number.isInteger(value)) return Math.abs(value) < 1e21 ? String(value) : '0';
  let text = String(value);
  if (text.includes('e')) text = value.toFixed(20).replace(/0+$/, '').replace(/\.$/, '');
  if (text.startsWith('0.')) return text.slice(1);
  return text.startsWith('-0.') ? `-${text.slice(2)}` : text;
}

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

function formatString(bytes: Uint8Array): string {
  const raw = latin1(bytes);
  if (!/[()\\\r]/.test(raw)) return `(${raw})`;
  return `(${raw.replace(/[()\\]/g, '\\$&').replace(/\r/g, '\\r')})`;
}
