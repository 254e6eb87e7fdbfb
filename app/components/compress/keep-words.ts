import type { Keep } from '#engine/api/keep.ts';

/** What pictures may keep, in the words of the page. */
export const KEEP_WORDS: Readonly<Record<Keep, string>> = {
  date: 'Date',
  copyright: 'Copyright',
  location: 'Location',
  camera: 'Camera',
  all: 'Everything',
};
