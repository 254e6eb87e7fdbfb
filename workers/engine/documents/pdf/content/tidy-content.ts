import { latin1 } from '../../../base/bytes.ts';
import { isDelimiter, isWhite } from '../reading/characters.ts';
import { Keyword, Lexer } from '../reading/lexer.ts';
import { COLOUR_PLACES } from '../tuning.ts';
import { skipInlinePicture } from './content-lexer.ts';
import { rounded, shortest } from './content-numbers.ts';
import { RectangleLines } from './rectangle-lines.ts';

/** Operators that build paths, with the number of their operands (ISO 32000-1, table 59). */
const PATH_OPERANDS = new Map([
  ['m', 2],
  ['l', 2],
  ['c', 6],
  ['v', 4],
  ['y', 4],
  ['re', 4],
]);

/** Operators that set a colour, of as many numbers as its space has (ISO 32000-1, table 74). */
const COLOUR_OPERATORS = new Set(['g', 'G', 'rg', 'RG', 'k', 'K', 'sc', 'SC', 'scn', 'SCN']);

/** Rectangles by which MuPDF clips end at whole pixels, lines do not: they stay. */
const CLIP_OPERATORS = new Set(['W', 'W*']);

/**
 * A content stream in its shortest form: numbers without needless zeros, one space where tokens need one, no comments, rectangles
 * as such. Coordinates of paths and colours are rounded; other operands keep their value, as matrices and text positions add up.
 * @param decimals places that coordinates of paths keep; Infinity rounds none
 */
export function tidyContent(bytes: Uint8Array, decimals: number): Uint8Array {
  const lexer = new Lexer(bytes);
  const writer = new TokenWriter(bytes);
  const lines = new RectangleLines();
  let moveAt = 0;
  /** What the operator before closed. */
  let rectangle: readonly string[] | undefined;
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
    const operator = token instanceof Keyword ? token.text : '';
    if (operator === 'BI') skipInlinePicture(lexer);
    if (rectangle && !CLIP_OPERATORS.has(operator)) writer.replaceFrom(moveAt, `${rectangle.join(' ')} re`);
    if (operator === 'm') moveAt = writer.length;
    if (COLOUR_OPERATORS.has(operator)) writer.roundNumbers(COLOUR_PLACES);
    if (PATH_OPERANDS.get(operator) === writer.numbers.length) writer.roundNumbers(decimals);
    rectangle = lines.follow(operator, writer.numbers);
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
  /** Bytes written. */
  length = 0;
  /** Numbers since the last token that was none. */
  private pending: PendingNumber[] = [];

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.out = new Uint8Array(bytes.length);
  }

  addNumber(start: number, end: number, hasGap: boolean): void {
    this.pending.push({ text: shortest(latin1(this.bytes, start, end)), hasGap });
  }

  /** Those at hand. */
  get numbers(): readonly string[] {
    return this.pending.map(({ text }) => text);
  }

  /** Rounds the numbers at hand. */
  roundNumbers(decimals: number): void {
    if (decimals === Infinity) return;
    for (const number of this.pending) number.text = rounded(number.text, decimals);
  }

  /** Writes a text in the place of all that was written since some byte. */
  replaceFrom(at: number, text: string): void {
    this.length = at;
    this.write(text, true);
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
    for (const { text, hasGap } of this.pending) this.write(text, hasGap);
    if (this.pending.length > 0) this.pending = [];
  }

  private write(text: string, hasGap: boolean): void {
    this.separate(text.charCodeAt(0), hasGap);
    for (let i = 0; i < text.length; i++) this.out[this.length++] = text.charCodeAt(i);
  }

  private separate(next: number, hasGap: boolean): void {
    if (!hasGap || this.length === 0) return;
    if (isRegular(this.out[this.length - 1]!) && isRegular(next)) this.out[this.length++] = 32;
  }
}

function isRegular(code: number): boolean {
  return !isDelimiter(code) && !isWhite(code);
}
