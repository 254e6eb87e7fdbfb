import { MAX_DEPTH } from '../model/document.ts';
import { PdfDict, PdfName, PdfRef, PdfString, RawNumber, type PdfObject } from '../model/objects.ts';
import type { Lexer } from './lexer.ts';
import { Keyword, type Token } from './lexer.ts';

/**
 * Reads one object at the lexer's position: what a file's structure may hold, references included.
 * Broken syntax gives the best reading of it, never an exception.
 * @returns undefined when there is no object, e.g. at `endobj`, a closing bracket or the end; the word is consumed
 */
export function parseObject(lexer: Lexer, depth = 0): PdfObject | undefined {
  return fromToken(lexer, lexer.next(), depth);
}

function fromToken(lexer: Lexer, token: Token, depth: number): PdfObject | undefined {
  if (typeof token === 'number') return numberOrReference(lexer, token);
  if (token instanceof PdfName || token instanceof PdfString) return token;
  if (token instanceof Keyword) return KEYWORDS.get(token.text);
  if (token === '<<') return depth > MAX_DEPTH ? null : parseDict(lexer, depth + 1);
  if (token === '[') return depth > MAX_DEPTH ? null : parseArray(lexer, depth + 1);
  return undefined;
}

const KEYWORDS = new Map<string, PdfObject>([
  ['null', null],
  ['true', true],
  ['false', false],
]);

function numberOrReference(lexer: Lexer, value: number): PdfObject {
  const { start } = lexer;
  const ref = reference(lexer, value);
  if (ref) return ref;
  const text = lexer.rawNumber(start);
  return text === undefined ? value : new RawNumber(text, value);
}

function reference(lexer: Lexer, num: number): PdfRef | undefined {
  if (!Number.isInteger(num) || num < 0) return undefined;
  const { pos } = lexer;
  const first = lexer.bytes[skipBlank(lexer, pos)];
  if (first !== undefined && first >= 0x30 && first <= 0x39) {
    const generation = lexer.next();
    if (typeof generation === 'number' && Number.isInteger(generation) && generation < 65536) {
      const at = skipBlank(lexer, lexer.pos);
      if (lexer.bytes[at] === 0x52) {
        const word = lexer.next();
        if (word instanceof Keyword && word.text === 'R') return new PdfRef(num);
      }
    }
  }
  lexer.pos = pos;
  return undefined;
}

function skipBlank(lexer: Lexer, pos: number): number {
  let at = pos;
  while (lexer.bytes[at] === 32 || lexer.bytes[at] === 10 || lexer.bytes[at] === 13 || lexer.bytes[at] === 9)
    at++;
  return at;
}

function parseArray(lexer: Lexer, depth: number): PdfObject[] {
  const items: PdfObject[] = [];
  for (;;) {
    const before = lexer.pos;
    const token = lexer.next();
    if (token === ']' || token === undefined) return items;
    if (closes(token)) {
      lexer.pos = before;
      return items;
    }
    const item = fromToken(lexer, token, depth);
    if (item !== undefined) items.push(item);
  }
}

/** Reads a dictionary whose `<<` was consumed. */
export function parseDict(lexer: Lexer, depth = 0): PdfDict {
  const dict = new PdfDict();
  for (;;) {
    let before = lexer.pos;
    const key = lexer.next();
    if (key === '>>' || key === undefined) return dict;
    if (closes(key)) {
      lexer.pos = before;
      return dict;
    }
    if (!(key instanceof PdfName)) continue;
    before = lexer.pos;
    const token = lexer.next();
    if (token === '>>' || token === undefined) return dict;
    if (closes(token)) {
      lexer.pos = before;
      return dict;
    }
    const value = fromToken(lexer, token, depth);
    if (value !== undefined && value !== null) dict.set(key.value, value);
  }
}

/** Words that end an object even where its closing bracket is missing. */
function closes(token: Token): boolean {
  return (
    token instanceof Keyword && (token.text === 'endobj' || token.text === 'stream' || token.text === 'obj')
  );
}
