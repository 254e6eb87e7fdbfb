import { expect, test } from 'vitest';
import {
  isUnchangedForGood,
  unchangedReason,
  unchangedWords,
} from '~/compressor/results/unchanged-reason.ts';
import { reportWith } from '#tests/support/compressed-files.ts';

const original = { size: 1_000 };
const skip = (
  code: 'signed' | 'standard-kept' | 'not-smaller' | 'picture-already-small' | 'too-much-work',
) => ({
  code,
  detail: `${code}.`,
  count: 1,
});

test('says nothing about a file that became smaller', () => {
  const report = reportWith([skip('picture-already-small')]);
  expect(unchangedReason(original, { size: 999, report })).toBeNull();
});

test('gives the reason that concerns the whole file', () => {
  const report = reportWith([skip('picture-already-small'), skip('not-smaller'), skip('signed')]);
  expect(unchangedReason(original, { size: 1_000, report })).toBe('signed.');
});

test.each([
  ['png', 'too-much-work.'],
  ['pptx', 'not-smaller.'],
] as const)('takes what was not tried with a %s for the reason: "%s"', (kind, expected) => {
  const report = { ...reportWith([skip('not-smaller'), skip('too-much-work')])!, kind };
  expect(unchangedReason(original, { size: 1_000, report })).toBe(expected);
});

test.each([null, reportWith([]), reportWith([skip('picture-already-small')])])(
  'has a sentence when the report gives no such reason',
  (report) => {
    expect(unchangedReason(original, { size: 1_000, report })).toBe(
      'Nothing made this file smaller, so the original is returned.',
    );
  },
);

test.each([
  ['signed', 1_000, true],
  ['standard-kept', 1_000, true],
  ['not-smaller', 1_000, false],
  ['signed', 999, false],
] as const)('%s at %i of 1000 bytes is unchanged for good: %s', (code, size, expected) => {
  const report = { ...reportWith([skip(code)])!, kind: 'pdf' as const };
  expect(isUnchangedForGood(original, { size, report })).toBe(expected);
});

test.each([
  ['signed', 1_000, 'unchanged: digitally signed'],
  ['too-much-work', 1_000, 'unchanged'],
  ['signed', 999, null],
] as const)('says of %s at %i of 1000 bytes in a few words: %s', (code, size, expected) => {
  const report = { ...reportWith([skip(code)])!, kind: 'pdf' as const };
  expect(unchangedWords(original, { size, report })).toBe(expected);
});
