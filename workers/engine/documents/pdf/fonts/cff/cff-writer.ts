import { concatBytes, latin1Bytes } from '../../../../base/bytes.ts';
import { standardStringNumber, STANDARD_STRINGS } from './cff-strings.ts';

/** A glyph of a font whose glyphs have names. */
export interface NamedGlyph {
  readonly name: string;
  /** Type 2 charstring. */
  readonly code: Uint8Array;
}

/** A font to be written. Its glyphs are found by name, or by code through its own encoding. */
interface NamedCff {
  /** PostScript name. */
  readonly name: string;
  /** Without .notdef, whose charstring stands apart. */
  readonly glyphs: readonly NamedGlyph[];
  readonly notdef: Uint8Array;
  /** "standard", or names by code; names that are no glyph are passed over. */
  readonly encoding: 'standard' | ReadonlyMap<number, string>;
  /** Bytes of top dictionary entries that hold no offsets and no strings, such as FontBBox. */
  readonly topEntries: Uint8Array;
  /** Bytes of private dictionary entries, less Subrs. */
  readonly privateEntries: Uint8Array;
  readonly globalSubrs: readonly Uint8Array[];
  readonly localSubrs: readonly Uint8Array[];
}

const OFFSET_BYTES = 5;

/** Writes a CFF font that is not CID-keyed (Adobe Technical Note 5176), in the fewest bytes that need no thought. */
export function writeNamedCff(font: NamedCff): Uint8Array {
  const { glyphs, codes, extraCodes } = inCodeOrder(font);
  const strings = new StringTable();
  const charset = writeCharset(glyphs.map(({ name }) => strings.number(name)));
  const encoding = font.encoding === 'standard' ? EMPTY : writeEncoding(codes, extraCodes, strings);
  const names = writeIndex([latin1Bytes(font.name.slice(0, 127) || 'F')]);
  const globals = writeIndex(font.globalSubrs);
  const charstrings = writeIndex([font.notdef, ...glyphs.map(({ code }) => code)]);
  const locals = font.localSubrs.length > 0 ? writeIndex(font.localSubrs) : EMPTY;
  const ownPrivate = locals.length > 0 ? subrsEntry(font.privateEntries) : font.privateEntries;
  const stringIndex = writeIndex(strings.added.map(latin1Bytes));
  // Offsets take five bytes whatever they are, so that the length is known before they are.
  const topLength =
    font.topEntries.length + (OFFSET_BYTES + 1) * (encoding.length > 0 ? 4 : 3) + OFFSET_BYTES;
  const topIndexLength = 2 + 1 + 2 * (topLength > 254 ? 2 : 1) + topLength;
  let at = 4 + names.length + topIndexLength + stringIndex.length + globals.length;
  const place = (part: Uint8Array): number => (at += part.length) - part.length;
  const top = [
    ...font.topEntries,
    ...offsetOperand(place(charset)),
    15,
    ...(encoding.length > 0 ? [...offsetOperand(place(encoding)), 16] : []),
    ...offsetOperand(place(charstrings)),
    17,
    ...offsetOperand(ownPrivate.length),
    ...offsetOperand(place(ownPrivate)),
    18,
  ];
  const head = [Uint8Array.of(1, 0, 4, 4), names, writeIndex([Uint8Array.from(top)]), stringIndex, globals];
  return concatBytes([...head, charset, encoding, charstrings, ownPrivate, locals]);
}

const EMPTY = new Uint8Array(0);

/** An entry for a dictionary: operands, then the operator (12 x is 1200 + x). */
export function dictEntry(operator: number, operands: readonly number[]): number[] {
  const code = operator >= 1200 ? [12, operator - 1200] : [operator];
  return [...operands.flatMap(dictNumber), ...code];
}

function dictNumber(value: number): number[] {
  if (!Number.isInteger(value)) return realNumber(value);
  if (value >= -107 && value <= 107) return [value + 139];
  if (value >= 108 && value <= 1131) return [247 + ((value - 108) >> 8), (value - 108) & 255];
  if (value <= -108 && value >= -1131) return [251 + ((-value - 108) >> 8), (-value - 108) & 255];
  return value >= -32768 && value <= 32767 ? [28, (value >> 8) & 255, value & 255] : offsetOperand(value);
}

/** Decimal digits in half bytes. */
function realNumber(value: number): number[] {
  const text = String(value).replace(/^(-?)0\./, '$1.');
  const nibbles = [...text.replace('e-', 'c').replace(/e\+?/, 'b')].map((char) => NIBBLES.indexOf(char));
  nibbles.push(15);
  if (nibbles.length % 2 === 1) nibbles.push(15);
  return [30, ...nibbles.flatMap((nibble, i) => (i % 2 === 0 ? [nibble * 16 + nibbles[i + 1]!] : []))];
}

/** By the value of the half byte; "b" is the exponent's E, "c" E-. */
const NIBBLES = '0123456789.bc?-';

function offsetOperand(value: number): number[] {
  return [29, (value >> 24) & 255, (value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Local subroutines follow their private dictionary at once. */
function subrsEntry(entries: Uint8Array): Uint8Array {
  const length = entries.length + OFFSET_BYTES + 1;
  return Uint8Array.from([...entries, ...offsetOperand(length), 19]);
}

interface Ordered {
  readonly glyphs: readonly NamedGlyph[];
  /** Codes of the first glyphs, in their order. */
  readonly codes: readonly number[];
  /** Further codes of glyphs that have one already. */
  readonly extraCodes: readonly (readonly [code: number, name: string])[];
}

/** The encoding of a CFF font speaks of its first glyphs: those with codes come first. */
function inCodeOrder({ glyphs, encoding }: NamedCff): Ordered {
  if (encoding === 'standard') return { glyphs, codes: [], extraCodes: [] };
  const byName = new Map(glyphs.map((glyph) => [glyph.name, glyph] as const));
  const codeOf = new Map<string, number>();
  const extraCodes: [number, string][] = [];
  for (const [code, name] of encoding) {
    if (!byName.has(name)) continue;
    if (codeOf.has(name)) extraCodes.push([code, name]);
    else codeOf.set(name, code);
  }
  const encoded = [...codeOf.keys()].map((name) => byName.get(name)!);
  const others = glyphs.filter(({ name }) => !codeOf.has(name));
  return { glyphs: [...encoded, ...others], codes: [...codeOf.values()], extraCodes };
}

class StringTable {
  readonly added: string[] = [];
  private readonly numbers = new Map<string, number>();

  number(text: string): number {
    const known = standardStringNumber(text) ?? this.numbers.get(text);
    if (known !== undefined) return known;
    const number = STANDARD_STRINGS.length + this.added.length;
    this.added.push(text);
    this.numbers.set(text, number);
    return number;
  }
}

function writeCharset(sids: readonly number[]): Uint8Array {
  return Uint8Array.from([0, ...sids.flatMap((sid) => [sid >> 8, sid & 255])]);
}

function writeEncoding(
  codes: readonly number[],
  extra: Ordered['extraCodes'],
  strings: StringTable,
): Uint8Array {
  const supplement = extra.flatMap(([code, name]) => {
    const sid = strings.number(name);
    return [code, sid >> 8, sid & 255];
  });
  return Uint8Array.from([
    extra.length > 0 ? 0x80 : 0,
    codes.length,
    ...codes,
    ...(extra.length > 0 ? [extra.length, ...supplement] : []),
  ]);
}

/** An INDEX: count, size of offsets, offsets, data. */
function writeIndex(items: readonly Uint8Array[]): Uint8Array {
  if (items.length === 0) return Uint8Array.of(0, 0);
  const total = items.reduce((sum, { length }) => sum + length, 1);
  const size = total < 1 << 8 ? 1 : total < 1 << 16 ? 2 : total < 1 << 24 ? 3 : 4;
  const result = new Uint8Array(3 + (items.length + 1) * size + total - 1);
  result.set([items.length >> 8, items.length & 255, size]);
  let offset = 1;
  let at = 3 + (items.length + 1) * size;
  for (let i = 0; i <= items.length; i++) {
    for (let b = 0; b < size; b++)
      result[3 + i * size + b] = Math.floor(offset / 256 ** (size - 1 - b)) & 255;
    const item = items[i];
    if (!item) break;
    result.set(item, at);
    at += item.length;
    offset += item.length;
  }
  return result;
}
