import { latin1 } from '../../../base/bytes.ts';
import { isDelimiter, isWhite } from '../reading/characters.ts';
import { Keyword, Lexer } from '../reading/lexer.ts';
import { skipInlinePicture } from './content-lexer.ts';

/** Operators that build paths, with the number of their operands (ISO 32000-1, table 59). */
const PATH_OPERANDS = new Map([
  ['m', 2],
  ['l', 2],
  ['c', 6],
  ['v', 4],
  ['y', 4],
  ['re', 4],
]);

/**
 * A content stream in its shortest form: numbers without needless zeros, one space where tokens need one, no comments.
 * Coordinates of paths are rounded; other operands keep their value, as matrices and text positions add up.
 * @param decimals places that coordinates of paths keep; Infinity rounds nothing
 */
export function tidyContent(bytes: Uint8Array, decimals: number): Uint8Array {
  const lexer = new Lexer(bytes);
  const writer = new TokenWriter(bytes);
  for (;;) {
    const before = lexer.pos;
    lexer.skipWhite();
    const start = lexer.pos;
    const token = lexer.next();
    if (token === undefined) return writer.finish();
    const hasGap = start > before;
    if (typeof token === 'number') {
      writer.addNumber(start, lexer.pos, hasGap);
      continue;
    }
    if (token instanceof Keyword) {
      if (token.text === 'BI') skipInlinePicture(lexer);
      const operands = PATH_OPERANDS.get(token.text);
      if (operands !== undefined) writer.roundNumbers(operands, decimals);
    }
    writer.add(start, lexer.pos, hasGap);
  }
}

interface PendingNumber {
  text: string;
  readonly hasGap: boolean;
}

/** Writes tokens one after another. Where the source has nothing between two, nothing comes between them. */
class TokenWriter {
  private readonly bytes: Uint8Array;
  /** No token gets longer. */
  private readonly out: Uint8Array;
  private length = 0;
  /** Numbers since the last token that was none. */
  private pending: PendingNumber[] = [];

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.out = new Uint8Array(bytes.length);
  }

  addNumber(start: number, end: number, hasGap: boolean): void {
    this.pending.push({ text: shortest(latin1(this.bytes, start, end)), hasGap });
  }

  /** Rounds the numbers at hand when there are exactly so many. */
  roundNumbers(count: number, decimals: number): void {
    if (this.pending.length !== count || decimals === Infinity) return;
    for (const number of this.pending) number.text = rounded(number.text, decimals);
  }

  add(start: number, end: number, hasGap: boolean): void {
    this.flush();
    this.separate(this.bytes[start]!, hasGap);
    this.out.set(this.bytes.subarray(start, end), this.length);
    this.length += end - start;
  }

  finish(): Uint8Array {
    this.flush();
    return this.out.slice(0, this.length);
  }

  private flush(): void {
    for (const { text, hasGap } of this.pending) {
      this.separate(text.charCodeAt(0), hasGap);
      for (let i = 0; i < text.length; i++) this.out[this.length++] = text.charCodeAt(i);
    }
    if (this.pending.length > 0) this.pending = [];
  }

  private separate(next: number, hasGap: boolean): void {
    if (!hasGap || this.length === 0) return;
    if (isRegular(this.out[this.length - 1]!) && isRegular(next)) this.out[this.length++] = 32;
  }
}

function isRegular(code: number): boolean {
  return !isDelimiter(code) && !isWhite(code);
}

const NUMBER = /^([+-]?)0*(\d*?)(?:\.(\d*?)0*)?$/;

/** A number in fewer characters; what is not written as the standard says stays. */
function shortest(text: string): string {
  const parts = NUMBER.exec(text);
  if (!parts || !/\d/.test(text)) return text;
  const [, sign, whole, fraction] = parts;
  if (!whole && !fraction) return '0';
  // Readers lose integers of more than 32 bits, and not real numbers.
  const isLarge = text.includes('.') && whole!.length > 9;
  return `${sign === '-' ? '-' : ''}${whole}${fraction || isLarge ? `.${fraction}` : ''}`;
}

/** Never to zero: a line of no width is another thing than a thin one. */
function rounded(text: string, decimals: number): string {
  const value = NUMBER.test(text) ? Number(text) : NaN;
  if (!Number.isFinite(value)) return text;
  const result = shortest(`${value.toFixed(decimals)}${decimals === 0 ? '.' : ''}`);
  return result.length < text.length && result !== '0' ? result : text;
}
