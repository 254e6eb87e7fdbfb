import { MAX_DEPTH } from '../model/document.ts';
import { PdfDict, PdfName, PdfString, type PdfObject } from '../model/objects.ts';
import { isWhite } from '../reading/characters.ts';
import { Keyword, Lexer, type Token } from '../reading/lexer.ts';

/** What operators work on: as objects, but without references, which contents cannot hold. */
export type Operand = PdfObject;

/** Of operands before one operator the last so many are kept; none takes a tenth of them. */
const MAX_OPERANDS = 1024;
/** Items of an array that are kept. No line of text has so many; a renderer takes 40 bytes for each. */
export const MAX_ITEMS = 500_000;

/**
 * Calls back for every operator of a content stream with its operands. Inline pictures are passed over.
 * @param visit answers false to stop
 */
export function readContent(
  bytes: Uint8Array,
  visit: (operator: string, operands: Operand[]) => boolean,
): void {
  const lexer = new Lexer(bytes);
  let operands: Operand[] = [];
  for (let token = lexer.next(); token !== undefined; token = lexer.next()) {
    if (!(token instanceof Keyword)) {
      const operand = operandOf(lexer, token, 0);
      if (operand !== undefined) operands.push(operand);
      if (operands.length >= 2 * MAX_OPERANDS) operands.splice(0, MAX_OPERANDS);
      continue;
    }
    const constant = CONSTANTS.get(token.text);
    if (constant !== undefined) {
      operands.push(constant);
      continue;
    }
    if (token.text === 'BI') skipInlinePicture(lexer);
    else if (!visit(token.text, operands)) return;
    if (operands.length > 0) operands = [];
  }
}

const CONSTANTS = new Map<string, boolean>([
  ['true', true],
  ['false', false],
]);

function operandOf(lexer: Lexer, token: Token, depth: number): Operand | undefined {
  if (typeof token === 'number' || token instanceof PdfName || token instanceof PdfString) return token;
  if (depth > MAX_DEPTH) return undefined;
  if (token === '[') {
    const items: Operand[] = [];
    for (let next = lexer.next(); next !== ']' && next !== undefined; next = lexer.next()) {
      const item = operandOf(lexer, next, depth + 1);
      if (item !== undefined && items.length < MAX_ITEMS) items.push(item);
    }
    return items;
  }
  if (token !== '<<') return undefined;
  const dict = new PdfDict();
  for (let key = lexer.next(); key !== '>>' && key !== undefined; key = lexer.next()) {
    const value = operandOf(lexer, lexer.next(), depth + 1);
    if (key instanceof PdfName && value !== undefined) dict.set(key.value, value);
  }
  return dict;
}

/** Goes to the first `EI` that stands alone and is followed by something that looks like content. */
export function skipInlinePicture(lexer: Lexer): void {
  for (let token = lexer.next(); token !== undefined; token = lexer.next()) {
    if (token instanceof Keyword && token.text === 'ID') break;
  }
  const { bytes } = lexer;
  for (let at = lexer.pos + 1; at < bytes.length; at++) {
    at = bytes.indexOf(0x45, at);
    if (at < 0) break;
    if (bytes[at + 1] !== 0x49 || !isWhite(bytes[at - 1])) continue;
    if (at + 2 < bytes.length && !isWhite(bytes[at + 2])) continue;
    if (!looksLikeContent(bytes, at + 2)) continue;
    lexer.pos = at + 2;
    return;
  }
  lexer.pos = bytes.length;
}

/** Binary data after a chance "EI" shows within a few bytes. */
function looksLikeContent(bytes: Uint8Array, from: number): boolean {
  const end = Math.min(bytes.length, from + 12);
  for (let at = from; at < end; at++) {
    const code = bytes[at]!;
    if (code > 0x7e || (code < 0x20 && !isWhite(code))) return false;
  }
  return true;
}
