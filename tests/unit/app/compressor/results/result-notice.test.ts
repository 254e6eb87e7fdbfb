import { expect, test } from 'vitest';
import { compressedFile, reportWith } from '#tests/support/compressed-files.ts';
import { resultNotice } from '~/compressor/results/result-notice.ts';

const signed = reportWith([{ code: 'signed', detail: 'The document is signed.', count: 1 }]);

test.each([
  ['a result that met its limit', { size: 500, limitBytes: 500 }, null],
  ['a result without a limit', { size: 999, limitBytes: null }, null],
  [
    'a missed limit',
    { size: 600, limitBytes: 500 },
    'Couldn’t reach 500 Bytes at acceptable quality. Smallest result: 600 Bytes.',
  ],
  [
    'a missed limit of what was to lose nothing',
    { size: 600, limitBytes: 500, options: { preset: 'lossless' as const } },
    'Couldn’t reach 500 Bytes without loss of quality. Smallest result: 600 Bytes.',
  ],
  [
    'a missed limit of a document',
    { kind: 'pptx' as const, size: 600, limitBytes: 500 },
    'Couldn’t reach 500 Bytes at acceptable quality. Smallest result: 600 Bytes. Split the document, or share a link instead.',
  ],
  [
    'a set of which each file has the limit for itself, and meets it',
    { type: 'application/zip', size: 900, limitBytes: 500 },
    null,
  ],
  [
    'a set of which a file missed its limit',
    {
      type: 'application/zip',
      size: 900,
      limitBytes: 500,
      report: { ...reportWith([]), target: { bytes: 500, met: false, smallestBytes: 600 } },
    },
    'Couldn’t reach 500 Bytes at acceptable quality. Smallest result: 600 Bytes.',
  ],
  ['a file as it was', { size: 1_000, report: signed }, 'The document is signed.'],
  [
    'a file as it was, above its limit',
    { size: 1_000, report: signed, limitBytes: 500 },
    'The document is signed. It is above your limit of 500 Bytes.',
  ],
])('tells of %s what is true of it', (_what, facts, notice) => {
  expect(resultNotice({ size: 1_000 }, compressedFile(facts))).toBe(notice);
});
