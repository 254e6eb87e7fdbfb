import { describe, expect, it } from 'vitest';
import { PdfName, PdfString } from '#engine/documents/pdf/model/objects.ts';
import { Keyword, Lexer, type Token } from '#engine/documents/pdf/reading/lexer.ts';
import { toBytes, toText } from '#tests/fixtures/pdf/pdf-builder.ts';

function tokensOf(text: string): Token[] {
  const lexer = new Lexer(toBytes(text));
  const tokens: Token[] = [];
  for (let token = lexer.next(); token !== undefined; token = lexer.next()) tokens.push(token);
  return tokens;
}

const stringOf = (token: Token) => (token instanceof PdfString ? toText(token.bytes) : undefined);

describe('numbers', () => {
  it.each([
    ['17', 17],
    ['+17', 17],
    ['-.5', -0.5],
    ['4.', 4],
    ['--5', -5],
    ['1.2.3', 1.2],
    ['4-5', 4],
    ['-', 0],
    ['123456789012345678', 123456789012345680],
    ['+0.00000000000000000001', 1e-20],
    ['--1.2345678901234567', -1.2345678901234567],
    ['1e5', 100_000],
    ['-1.5E-3', -0.0015],
    ['.2e+3', 200],
  ])('reads %s as %d', (text, value) => {
    expect(tokensOf(text)).toEqual([value]);
  });

  it('reads a sign glued to letters as a word', () => {
    expect(tokensOf('-abc')).toEqual([Keyword.of('-abc')]);
  });

  it('takes no operator that is glued to a number for an exponent', () => {
    expect(tokensOf('0EMC 1e')).toEqual([0, Keyword.of('EMC'), 1, Keyword.of('e')]);
  });
});

describe('names', () => {
  it.each([
    ['/Name', 'Name'],
    ['/A#42C', 'ABC'],
    ['/A#4', 'A#4'],
    ['/A#XY', 'A#XY'],
    ['/', ''],
  ])('reads %s', (text, value) => {
    expect(tokensOf(text)).toEqual([PdfName.of(value)]);
  });
});

describe('strings', () => {
  it.each([
    ['(a(b)c)', 'a(b)c'],
    ['(\\n\\r\\t\\b\\f\\(\\\\)', '\n\r\t\b\f(\\'],
    ['(\\101\\7x\\400)', 'A\x07x\x00'],
    ['(a\\\nb\\\r\nc)', 'abc'],
    ['(a\r\nb\rc)', 'a\nb\nc'],
    ['(open', 'open'],
    ['(open\\', 'open'],
    ['<4142 43>', 'ABC'],
    ['<414>', 'A@'],
    ['<4x1', 'A'],
  ])('reads %j', (text, value) => {
    expect(tokensOf(text).map(stringOf)).toEqual([value]);
  });
});

it('passes over comments, white space and stray closing brackets', () => {
  expect(tokensOf('% first\n1\0\f)2 > 3%last')).toEqual([1, 2, 3]);
});

it('tells brackets and words apart without white space', () => {
  expect(tokensOf('<</K[1]>>{add}')).toEqual([
    '<<',
    PdfName.of('K'),
    '[',
    1,
    ']',
    '>>',
    '{',
    Keyword.of('add'),
    '}',
  ]);
});

it('ends where it is told to', () => {
  expect(new Lexer(toBytes('12345'), 0, 2).next()).toBe(12);
});
