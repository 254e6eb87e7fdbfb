import { expect, it } from 'vitest';
import type { Loss } from '~/compressor/device/worker-slot.ts';
import { lossWords } from '~/compressor/device/loss-words.ts';

const WORDS: readonly (readonly [Loss, boolean, RegExp])[] = [
  ['not-loaded', true, /could not be loaded in this browser\. Reload the page/],
  [
    'not-loaded',
    false,
    /^Compressing PDF files offline is not set up on this device yet\. Go online once, or choose “Make available offline”/,
  ],
  ['not-whole', true, /arrived damaged twice/],
  ['not-started', true, /did not start on this device\. Try again/],
  ['stalled', true, /stopped responding/],
  ['crashed', true, /crashed twice on this device/],
  ['crashed', false, /may be missing on this device/],
];

it.each(WORDS)('says of an engine that is %s, with the site in reach: %s', (loss, isInReach, words) => {
  expect(lossWords(loss, 'pdf', isInReach)).toMatch(words);
});
