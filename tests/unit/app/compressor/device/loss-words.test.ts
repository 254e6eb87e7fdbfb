import { expect, it } from 'vitest';
import type { Loss } from '~/compressor/device/worker-slot.ts';
import { lossWords } from '~/compressor/device/loss-words.ts';

const WORDS: readonly (readonly [Loss, boolean, RegExp])[] = [
  ['not-loaded', true, /may be older than the site: reload it/],
  [
    'not-loaded',
    false,
    /^What PDF files need of the engine is not on this device yet\. Connect once, or choose “Make available offline”/,
  ],
  ['not-whole', true, /did not arrive whole/],
  ['not-started', true, /came but did not start on this device\. Try again/],
  ['stalled', true, /stopped answering/],
  ['crashed', true, /broke down on this device, twice/],
  ['crashed', false, /may not be on this device yet/],
];

it.each(WORDS)('says of an engine that is %s, with the site in reach: %s', (loss, isInReach, words) => {
  expect(lossWords(loss, 'pdf', isInReach)).toMatch(words);
});
