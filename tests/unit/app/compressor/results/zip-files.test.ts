import JSZip from 'jszip';
import { expect, test } from 'vitest';
import { finishedItem } from '#tests/support/compressed-files.ts';
import { zipFiles } from '~/compressor/results/zip-files.ts';

const file = (name: string, text: string, folder = '') => {
  const blob = new Blob([text]);
  return { ...finishedItem('a.png', { name, size: blob.size, blob }), folder };
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

test('keeps the folders that files came in', async () => {
  const zip = await zipFiles([
    file('a.txt', 'first', 'trip/day 1/'),
    file('a.txt', 'second', 'trip/day 2/'),
    file('a.txt', 'third', 'trip/day 2/'),
    file('plain', 'fourth', 'trip.old/'),
    file('plain', 'fifth', 'trip.old/'),
  ]);
  const read = await JSZip.loadAsync(await zip.arrayBuffer());
  expect(Object.values(read.files).flatMap(({ name, dir }) => (dir ? [] : [name]))).toEqual([
    ...['trip/day 1/a.txt', 'trip/day 2/a.txt', 'trip/day 2/a (2).txt'],
    ...['trip.old/plain', 'trip.old/plain (2)'],
  ]);
});
