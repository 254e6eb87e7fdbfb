import { expect, test } from 'vitest';
import { fileNameFrom } from '~/compressor/results/content-disposition.ts';

test.each([
  [null, null],
  ['attachment', null],
  ['attachment; filename="featherpress_a.pdf"', 'featherpress_a.pdf'],
  ['attachment; filename=plain.png', 'plain.png'],
  ['attachment; filename="a \\"quoted\\" name.pdf"', 'a "quoted" name.pdf'],
  [
    `attachment; filename="featherpress_Gr__e.pdf"; filename*=UTF-8''featherpress_Gr%C3%BC%C3%9Fe.pdf`,
    'featherpress_Grüße.pdf',
  ],
  [`attachment; filename="fallback.pdf"; filename*=UTF-8''%E0%A4%A`, 'fallback.pdf'],
  [`attachment; filename="fallback.pdf"; filename*=ISO-8859-1''%E9.pdf`, 'é.pdf'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
])('reads %s as %s', (header, name) => {
  expect(fileNameFrom(header)).toBe(name);
});
