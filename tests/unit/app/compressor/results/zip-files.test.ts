import JSZip from 'jszip';
import { expect, test } from 'vitest';
import { compressedFile } from '#tests/support/compressed-files.ts';
import { freeName, zipFiles } from '~/compressor/results/zip-files.ts';

test('gives equal names a number, whatever their case', () => {
  const taken = new Set<string>();
  expect(
    ['a.jpg', 'A.jpg', 'a.jpg', 'plain', 'plain', '.hidden'].map((name) => freeName(name, taken)),
  ).toEqual(['a.jpg', 'A (2).jpg', 'a (3).jpg', 'plain', 'plain (2)', '.hidden']);
});

const file = (name: string, text: string) => {
  const blob = new Blob([text]);
  return compressedFile({ name, size: blob.size, blob });
};

test('gives names in the zip that every system can unpack', async () => {
  const zip = await zipFiles([
    file('what: a "day"?.jpg', 'first'),
    file(`${'😀'.repeat(100)}.jpg`, 'second'),
  ]);
  const read = await JSZip.loadAsync(await zip.arrayBuffer());
  const [first = '', second = ''] = Object.keys(read.files);
  expect(first).toBe('what_ a _day__.jpg');
  expect(Buffer.byteLength(second)).toBeLessThan(256);
});

test('keeps every result in the zip as it is', async () => {
  const zip = await zipFiles([file('a.txt', 'first'), file('a.txt', 'second')]);
  const read = await JSZip.loadAsync(await zip.arrayBuffer());
  expect(await read.file('a.txt')?.async('string')).toBe('first');
  expect(await read.file('a (2).txt')?.async('string')).toBe('second');
});
