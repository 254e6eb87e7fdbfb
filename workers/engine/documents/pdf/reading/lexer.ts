import { latin1 } from '../../../base/bytes.ts';
import { PdfName, PdfString } from '../model/objects.ts';
import { CHARACTER_CLASS as CLASS, DELIMITER, hexValue, NUMERIC, WHITE } from './characters.ts';

/** An operator of a content stream, or a word of the file's structure such as `obj` or `R`. */
export class Keyword {
  private static readonly pool = new Map<string, Keyword>();
  readonly text: string;

  private constructor(text: string) {
    this.text = text;
  }

  static of(text: string): Keyword {
    let keyword = Keyword.pool.get(text);
    if (!keyword) {
      keyword = new Keyword(text);
      if (Keyword.pool.size < 1000) Keyword.pool.set(text, keyword);
    }
    return keyword;
  }
}

/** A bracket, a double bracket, or a brace. */
type Delimiter = '[' | ']' | '<<' | '>>' | '{' | '}';
/** `undefined` means the end of the bytes. */
export type Token = number | PdfName | PdfString | Keyword | Delimiter | undefined;

/** Reads tokens as in ISO 32000-1, 7.2; never throws, whatever the bytes. */
export class Lexer {
  readonly bytes: Uint8Array;
  pos: number;
  /** Where the token that was read last begins. */
  start = 0;
  private readonly end: number;

  constructor(bytes: Uint8Array, pos = 0, end = bytes.length) {
    this.bytes = bytes;
    this.pos = pos;
    this.end = Math.min(end, bytes.length);
  }

  skipWhite(): void {
    const { bytes, end } = this;
    for (;;) {
      const code = this.pos < end ? bytes[this.pos]! : -1;
      if (code < 0) return;
      if (CLASS[code] === WHITE) this.pos++;
      else if (code === 0x25) this.skipLine();
      else return;
    }
  }

  next(): Token {
    this.skipWhite();
    this.start = this.pos;
    if (this.pos >= this.end) return undefined;
    const code = this.bytes[this.pos]!;
    if (CLASS[code] === NUMERIC) return this.number();
    if (CLASS[code] !== DELIMITER) return this.keyword();
    switch (code) {
      case 0x2f:
        return this.name();
      case 0x28:
        return this.literalString();
      case 0x3c:
        if (this.bytes[this.pos + 1] === 0x3c) return this.delimiter('<<');
        return this.hexString();
      case 0x3e:
        if (this.bytes[this.pos + 1] === 0x3e) return this.delimiter('>>');
        this.pos++; // A stray ">" says nothing.
        return this.next();
      case 0x29:
        this.pos++;
        return this.next();
      default:
        return this.delimiter(String.fromCharCode(code) as Delimiter);
    }
  }

  private delimiter(text: Delimiter): Delimiter {
    this.pos += text.length;
    return text;
  }

  private skipLine(): void {
    while (this.pos < this.end && this.bytes[this.pos] !== 10 && this.bytes[this.pos] !== 13) this.pos++;
  }

  /**
   * Numbers as readers take them: "--5" is -5, "1.2.3" is 1.2, "-" alone is 0, "4-5" is 4. PDF has no exponents, but
   * Ghostscript and pdf.js read them.
   */
  private number(): number | Keyword {
    const { bytes, end } = this;
    const start = this.pos;
    const sign = this.sign();
    let whole = 0;
    let scale = 0;
    let digits = 0;
    for (; this.pos < end; this.pos++) {
      const code = bytes[this.pos]!;
      if (code >= 0x30 && code <= 0x39) {
        if (++digits > 15) return this.longNumber(start);
        whole = whole * 10 + code - 48;
        if (scale > 0) scale *= 10;
      } else if (code === 0x2e && scale === 0) scale = 1;
      else break;
    }
    this.skipNumeric();
    if (this.pos < end && CLASS[bytes[this.pos]!] === 0) {
      if (digits === 0) return this.keyword(start);
      if (this.exponentEnd() > this.pos) return this.longNumber(start);
    }
    return signed(scale > 1 ? whole / scale : whole, sign);
  }

  private sign(): number {
    let sign = 1;
    for (; this.pos < this.end; this.pos++) {
      const code = this.bytes[this.pos];
      if (code === 0x2d) sign = -1;
      else if (code !== 0x2b) break;
    }
    return sign;
  }

  private skipNumeric(): void {
    while (this.pos < this.end && CLASS[this.bytes[this.pos]!] === NUMERIC) this.pos++;
  }

  /**
   * The number that begins there as it stands, where readers take it for different ones; letters that are glued to it belong
   * to it. Integers of more than 32 bits are among them.
   * @returns undefined for a plain number, and where a word of the file's structure is glued to one
   */
  rawNumber(start: number): string | undefined {
    let end = start;
    let hasOthers = false;
    for (; end < this.end; end++) {
      const code = this.bytes[end]!;
      if ((CLASS[code]! & (WHITE | DELIMITER)) !== 0) break;
      if (code < 0x30 || code > 0x39) hasOthers = true;
    }
    if (!hasOthers && end - start < 10) return undefined; // Nearly all.
    const text = latin1(this.bytes, start, end);
    if (PLAIN_NUMBER.test(text) || GLUED_WORD.test(text)) return undefined;
    if (/^[+-]?\d+$/.test(text) && Number(text) === (Number(text) | 0)) return undefined;
    this.pos = end;
    return text;
  }

  private longNumber(start: number): number {
    this.skipNumeric();
    this.pos = this.exponentEnd();
    const text = String.fromCharCode(...this.bytes.subarray(start, Math.min(this.pos, start + 400)));
    const value = Number.parseFloat(text.replace(/^[+-]*/, (signs) => (signs.includes('-') ? '-' : '')));
    return Number.isFinite(value) ? value : 0;
  }

  /** Where an exponent that stands here ends; here where none does. */
  private exponentEnd(): number {
    const { bytes, end, pos } = this;
    if ((bytes[pos]! | 0x20) !== 0x65) return pos;
    const isSigned = bytes[pos + 1] === 0x2b || bytes[pos + 1] === 0x2d;
    const first = pos + (isSigned ? 2 : 1);
    let at = first;
    while (at < end && bytes[at]! >= 0x30 && bytes[at]! <= 0x39) at++;
    return at > first ? at : pos;
  }

  private keyword(start = this.pos): Keyword {
    if (this.pos === start) this.pos++;
    while (this.pos < this.end && (CLASS[this.bytes[this.pos]!]! & (WHITE | DELIMITER)) === 0) this.pos++;
    const stop = Math.min(this.pos, start + 128);
    let text = '';
    for (let i = start; i < stop; i++) text += String.fromCharCode(this.bytes[i]!);
    return Keyword.of(text);
  }

  private name(): PdfName {
    this.pos++;
    let text = '';
    while (this.pos < this.end) {
      let code = this.bytes[this.pos]!;
      if ((CLASS[code]! & (WHITE | DELIMITER)) !== 0) break;
      if (code === 0x23) {
        const high = hexValue(this.bytes[this.pos + 1]);
        const low = hexValue(this.bytes[this.pos + 2]);
        if (high >= 0 && low >= 0) {
          code = high * 16 + low;
          this.pos += 2;
        }
      }
      text += String.fromCharCode(code);
      this.pos++;
    }
    return PdfName.of(text);
  }

  private literalString(): PdfString {
    const { bytes, end } = this;
    const out: number[] = [];
    let depth = 1;
    this.pos++;
    while (this.pos < end) {
      const code = bytes[this.pos++]!;
      if (code === 0x28) depth++;
      else if (code === 0x29 && --depth === 0) break;
      if (code === 0x5c) this.escape(out);
      else if (code === 0x0d) {
        // An end of line inside a string counts as one line feed.
        if (bytes[this.pos] === 0x0a) this.pos++;
        out.push(0x0a);
      } else out.push(code);
    }
    return new PdfString(Uint8Array.from(out));
  }

  private escape(out: number[]): void {
    const code = this.bytes[this.pos++];
    if (code === undefined) return;
    const plain = ESCAPES.get(code);
    if (plain !== undefined) out.push(plain);
    else if (code >= 0x30 && code <= 0x37) {
      let value = code - 48;
      for (let i = 0; i < 2; i++) {
        const digit = this.bytes[this.pos];
        if (digit === undefined || digit < 0x30 || digit > 0x37) break;
        value = value * 8 + digit - 48;
        this.pos++;
      }
      out.push(value & 255);
    } else if (code === 0x0d) {
      if (this.bytes[this.pos] === 0x0a) this.pos++;
    } else if (code !== 0x0a) out.push(code);
  }

  private hexString(): PdfString {
    this.pos++;
    const out: number[] = [];
    let high = -1;
    while (this.pos < this.end) {
      const code = this.bytes[this.pos++]!;
      if (code === 0x3e) break;
      const digit = hexValue(code);
      if (digit < 0) continue;
      if (high < 0) high = digit;
      else {
        out.push(high * 16 + digit);
        high = -1;
      }
    }
    if (high >= 0) out.push(high * 16);
    return new PdfString(Uint8Array.from(out));
  }
}

/** As ISO 32000-1, 7.3.3 has it; integers only as long as they certainly fit into 32 bits. */
const PLAIN_NUMBER = /^[+-]?(?:\d{1,9}|\d+\.\d*|\.\d+)$/;
const GLUED_WORD = /[\d.](?:R|null|true|false|obj|endobj|stream|endstream)/;

const ESCAPES = new Map([
  [0x6e, 10],
  [0x72, 13],
  [0x74, 9],
  [0x62, 8],
  [0x66, 12],
]);

/** Never -0. */
function signed(value: number, sign: number): number {
  return sign < 0 && value !== 0 ? -value : value;
}
