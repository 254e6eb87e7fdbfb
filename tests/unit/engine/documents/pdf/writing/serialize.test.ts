import { expect, it } from 'vitest';
import { PdfName, PdfString } from '#engine/documents/pdf/model/objects.ts';
import { serialize } from '#engine/documents/pdf/writing/serialize.ts';
import { toBytes } from '#tests/fixtures/pdf/pdf-builder.ts';

it.each([
  ['a line', '(a line)'],
  ['\n\n', '(\\n\\n)'],
  ['\r\n', '(\\r\\n)'],
  [')\n/T(', '(\\)\\n/T\\()'],
  ['\\', '(\\\\)'],
  ['\0\t\f\b\xff', '(\0\t\f\b\xff)'],
])('writes the string %j so that no reader folds or ends it', (text, written) => {
  expect(serialize(new PdfString(toBytes(text)))).toBe(written);
});

it.each([
  [0.5, '.5'],
  [-0.25, '-.25'],
  [-0, '0'],
  [100, '100'],
  [1.5e-7, '.00000015'],
  [-1e-30, '0'],
  [NaN, '0'],
  [2_147_483_647, '2147483647'],
  [-2_147_483_648, '-2147483648'],
  [2_147_483_648, '2147483648.'],
  [-4_294_967_296, '-4294967296.'],
  [3.4028234663852886e38, '340282346638528859811704183484516925440.'],
])('writes the number %d without exponent, and as a real one past 32 bits', (value, written) => {
  expect(serialize(value)).toBe(written);
});

it.each([
  ['Name', '/Name'],
  ['', '/'],
  ['a b', '/a#20b'],
  ['50%#(', '/50#25#23#28'],
  ['\0\xe9~', '/#00#e9~'],
])('writes the name %j', (value, written) => {
  expect(serialize(PdfName.of(value))).toBe(written);
});
