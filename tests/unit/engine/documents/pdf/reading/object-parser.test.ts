import { describe, expect, it } from 'vitest';
import type { PdfRef } from '#engine/documents/pdf/model/objects.ts';
import { numberOf, PdfDict, PdfName, PdfStream } from '#engine/documents/pdf/model/objects.ts';
import { readIndirectObject } from '#engine/documents/pdf/reading/indirect-object.ts';
import { Lexer } from '#engine/documents/pdf/reading/lexer.ts';
import { parseObject } from '#engine/documents/pdf/reading/object-parser.ts';
import { serialize } from '#engine/documents/pdf/writing/serialize.ts';
import { toBytes, toText } from '#tests/fixtures/pdf/pdf-builder.ts';

const parse = (text: string) => parseObject(new Lexer(toBytes(text)));

describe('parseObject', () => {
  it.each([
    ['12 0 R', '12 0 R'],
    ['[1 2 0 R 3 0 obj]', '[1 2 0 R 3 0]'],
    ['<</A 1/B null/C[true false null]>>', '<</A 1/C[true false null]>>'],
    ['<</A 1 junk/B 2>>', '<</A 1/B 2>>'],
    ['<</A>>', '<<>>'],
    ['<</A 1', '<</A 1>>'],
    ['<</A 1 endobj', '<</A 1>>'],
    ['<</A endobj', '<<>>'],
    ['[1 2 endobj', '[1 2]'],
    ['12 70000 R', '12'],
    ['12 0 X', '12'],
    ['[00012 +.50 -3. 2147483647 00000000005]', '[12 .5 -3 2147483647 5]'],
    ['[5endobj', '[5]'],
  ])('reads %s as %s', (text, expected) => {
    expect(serialize(parse(text) ?? null)).toBe(expected);
  });

  it('keeps numbers as they stand that readers take for different ones', () => {
    const numbers = ['2e2', '-.5E-1', '--5', '1.2.3', '4-5', '-', '0x20', '7pt', '4294967296', '-2147483649'];
    const object = parse(`[${numbers.join(' ')}]`);
    expect(serialize(object ?? null)).toBe(`[${numbers.join(' ')}]`);
    const [first, second, third] = numbers.map((text) => numberOf(parse(text)));
    expect([first, second, third]).toEqual([200, -0.05, -5]);
  });

  it('reads the least integer of 32 bits as a number', () => {
    expect(parse('-2147483648')).toBe(-2_147_483_648);
  });

  it('has no object at a closing bracket, a word or the end', () => {
    expect([']', 'endobj', ''].map(parse)).toEqual([undefined, undefined, undefined]);
  });

  it('reads null past 500 levels of nesting', () => {
    expect(serialize(parse('['.repeat(600)) ?? null)).toContain('null');
    expect(serialize(parse('<</A'.repeat(600)) ?? null).length).toBeLessThan(600 * 8);
  });
});

describe('readIndirectObject', () => {
  const read = (text: string, lengthOf?: (ref: PdfRef) => number | undefined) =>
    readIndirectObject(toBytes(text), 0, lengthOf);
  const dataOf = (text: string, lengthOf?: (ref: PdfRef) => number | undefined) => {
    const value = read(text, lengthOf)?.value;
    return value instanceof PdfStream ? toText(value.data) : undefined;
  };

  it('reads number and value', () => {
    expect(read('7 0 obj/Name endobj')).toMatchObject({ num: 7, value: PdfName.of('Name') });
    expect(read('7 0 obj123 endobj')?.value).toBe(123);
    expect(read('7 0 obj<</A 1>>endobj')?.value).toBeInstanceOf(PdfDict);
  });

  it.each(['x 0 obj 1', '0 0 obj 1', '1 x obj 1', '1 0 word 1', '1.5 0 obj 1'])('refuses %s', (text) => {
    expect(read(text)).toBeUndefined();
  });

  it.each([
    ['the declared length', '1 0 obj<</Length 3>>stream\nabc\nendstream'],
    ['a length that is too long', '1 0 obj<</Length 9>>stream\r\nabc\r\nendstream'],
    ['a length that is too short', '1 0 obj<</Length 1>>stream\nabc\nendstream'],
    ['no length', '1 0 obj<<>>stream\nabc\nendstream'],
    ['no end', '1 0 obj<<>>stream\nabc'],
  ])('finds the end of a stream by %s', (_, text) => {
    expect(dataOf(text)).toBe('abc');
  });

  it('asks for a length that is a reference', () => {
    const text = '1 0 obj<</Length 5 0 R>>stream\na endstream b\nendstream';
    expect(dataOf(text, ({ num }) => (num === 5 ? 13 : undefined))).toBe('a endstream b');
    expect(dataOf(text)).toBe('a ');
  });
});
