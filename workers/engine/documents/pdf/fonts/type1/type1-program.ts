import { MAX_GLYPHS } from '../cff/named-cff.ts';
import { latin1 } from '../../../../base/bytes.ts';
import { STANDARD_ENCODING } from '../cff/cff-strings.ts';
import { decrypt, type1Parts } from './type1-decrypt.ts';

/** A Type 1 font program taken apart (Adobe Type 1 Font Format, version 1.1). */
export interface Type1Program {
  /** PostScript name. */
  readonly name: string;
  /** Decrypted charstrings by glyph name, in file order. */
  readonly glyphs: ReadonlyMap<string, Uint8Array>;
  /** Decrypted subroutines by number. */
  readonly subrs: ReadonlyMap<number, Uint8Array>;
  /** Built-in encoding: names by code. */
  readonly encoding: ReadonlyMap<number, string>;
  readonly isStandardEncoding: boolean;
  readonly fontMatrix: readonly number[];
  readonly fontBBox: readonly number[];
  /** Hinting values of the private dictionary: numbers, arrays and booleans by key. */
  readonly privates: ReadonlyMap<string, readonly number[]>;
}

/** What stands in a program that this reader would get wrong: several masters, stroked outlines, synthetic fonts. */
const ODD = ['/WeightVector', '/BlendDesign', '/Blend ', '/hires', '/FontType 3', '/CIDFontName'];

/**
 * Reads a Type 1 program, with or without the wrapping of a PFB file.
 * @returns undefined when it is damaged, or of a kind that is better left alone
 */
export function readType1(bytes: Uint8Array): Type1Program | undefined {
  const parts = type1Parts(bytes);
  if (!parts) return undefined;
  const clear = latin1(parts.clear);
  if (ODD.some((word) => clear.includes(word)) || !/\/FontType\s+1\b/.test(clear)) return undefined;
  if (/\/PaintType\s+[1-9]/.test(clear)) return undefined;
  const encoding = readEncoding(clear);
  const fontMatrix = numbersAfter(clear, 'FontMatrix') ?? [0.001, 0, 0, 0.001, 0, 0];
  const body = new PrivateReader(parts.hidden).read();
  if (!encoding || !body || fontMatrix.length !== 6) return undefined;
  const fontBBox = numbersAfter(clear, 'FontBBox') ?? [];
  const name = /\/FontName\s*\/([^\s()<>[\]{}/%]+)/.exec(clear)?.[1] ?? 'Font';
  return {
    name,
    ...body,
    ...encoding,
    fontMatrix,
    fontBBox: fontBBox.length === 4 ? fontBBox : [0, 0, 0, 0],
  };
}

function numbersAfter(text: string, key: string): number[] | undefined {
  const match = new RegExp(`/${key}\\s*[[{]([^\\]}]{0,400})[\\]}]`).exec(text);
  const numbers = match?.[1]!.trim().split(/\s+/).map(Number);
  return numbers?.every(Number.isFinite) ? numbers : undefined;
}

function readEncoding(text: string): Pick<Type1Program, 'encoding' | 'isStandardEncoding'> | undefined {
  const start = text.indexOf('/Encoding');
  if (start < 0) return undefined;
  const rest = text.slice(start + 9);
  if (/^\s*StandardEncoding\b/.test(rest)) return { encoding: STANDARD_ENCODING, isStandardEncoding: true };
  if (!/^\s*256\s+array\b/.test(rest)) return undefined;
  const end = /\b(?:readonly\s+)?def\b/.exec(rest);
  const encoding = new Map<number, string>();
  for (const [, radix, digits, name] of rest
    .slice(0, end?.index ?? 0)
    .matchAll(/\bdup\s+(?:(\d+)#)?(\w+)\s*\/([^\s()<>[\]{}/%]+)\s+put\b/g)) {
    const code = Number.parseInt(digits!, radix ? Number(radix) : 10);
    if (code >= 0 && code < 256 && name !== '.notdef') encoding.set(code, name!);
  }
  return { encoding, isStandardEncoding: false };
}

/** Reads the decrypted part: tokens, and binary charstrings after their lengths. */
class PrivateReader {
  private readonly bytes: Uint8Array;
  private readonly privates = new Map<string, readonly number[]>();
  private readonly subrs = new Map<number, Uint8Array>();
  private readonly glyphs = new Map<string, Uint8Array>();
  private at = 0;
  private lenIV = 4;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  read(): Pick<Type1Program, 'glyphs' | 'subrs' | 'privates'> | undefined {
    for (let token = this.token(); token !== undefined; token = this.token()) {
      if (token === '/Subrs') {
        if (this.subrs.size > 0 || !this.readSubrs()) return undefined;
      } else if (token === '/CharStrings') {
        if (!this.readGlyphs()) return undefined;
        break;
      } else if (token.startsWith('/')) this.readValue(token.slice(1));
    }
    // Fonts with a second set of charstrings for other devices are rare, and which set counts is the viewer's choice.
    const hasSecond = latin1(this.bytes.subarray(this.at)).includes('/CharStrings');
    if (hasSecond || this.glyphs.size === 0) return undefined;
    return { glyphs: this.glyphs, subrs: this.subrs, privates: this.privates };
  }

  private readValue(key: string): void {
    const start = this.at;
    const first = this.token();
    if (first === undefined) return;
    if (first === '[' || first === '{') {
      const values: number[] = [];
      for (let next = this.token(); next !== undefined && !']}'.includes(next); next = this.token()) {
        values.push(Number(next));
        if (values.length > 64) break;
      }
      if (values.every(Number.isFinite)) this.privates.set(key, values);
    } else if (first === 'true' || first === 'false') this.privates.set(key, [first === 'true' ? 1 : 0]);
    else if (Number.isFinite(Number(first))) this.privates.set(key, [Number(first)]);
    else this.at = start;
    if (key === 'lenIV') this.lenIV = this.privates.get(key)?.[0] ?? 4;
  }

  private readSubrs(): boolean {
    const count = Number(this.token());
    if (!(count >= 0 && count <= MAX_GLYPHS)) return true; // An empty array, written as [].
    this.token(); // array
    for (let before = this.at, token = this.token(); token !== undefined; token = this.token()) {
      if (ENDS_OF_SUBRS.has(token) || token.startsWith('/')) {
        this.at = before;
        return true;
      }
      before = this.at;
      if (token !== 'dup') continue; // NP or whatever else stores a subroutine.
      const index = Number(this.token());
      const data = this.charstring();
      if (!data || !(index >= 0 && index < count)) return false;
      this.subrs.set(index, data);
      before = this.at;
    }
    return false;
  }

  private readGlyphs(): boolean {
    for (let token = this.token(); token !== undefined; token = this.token()) {
      if (token === 'end') return true;
      if (!token.startsWith('/')) continue;
      const data = this.charstring();
      if (!data || this.glyphs.size >= MAX_GLYPHS) return false;
      // The first of two equal names counts in some viewers, the last in others.
      if (this.glyphs.has(token.slice(1))) return false;
      this.glyphs.set(token.slice(1), data);
    }
    return false;
  }

  /** A length, a word such as RD, one blank, and as many bytes. */
  private charstring(): Uint8Array | undefined {
    const length = Number(this.token());
    const word = this.token();
    if (!Number.isInteger(length) || length < 0 || word === undefined) return undefined;
    const start = this.at + 1;
    if (start + length > this.bytes.length) return undefined;
    this.at = start + length;
    const data = this.bytes.subarray(start, start + length);
    return this.lenIV < 0 ? data : decrypt(data, 4330, this.lenIV);
  }

  private token(): string | undefined {
    const { bytes } = this;
    while (this.at < bytes.length && isBlank(bytes[this.at]!)) this.at++;
    if (this.at >= bytes.length) return undefined;
    const start = this.at++;
    if (!BRACKETS.has(bytes[start]!))
      while (
        this.at < bytes.length &&
        !isBlank(bytes[this.at]!) &&
        !BRACKETS.has(bytes[this.at]!) &&
        bytes[this.at] !== SLASH
      )
        this.at++;
    return latin1(bytes.subarray(start, this.at));
  }
}

const ENDS_OF_SUBRS = new Set(['ND', '|-', 'def', 'end']);

const SLASH = 0x2f;
const BRACKETS = new Set([...'[]{}'].map((char) => char.charCodeAt(0)));

function isBlank(byte: number): boolean {
  return byte === 32 || byte === 10 || byte === 13 || byte === 9 || byte === 0 || byte === 12;
}
