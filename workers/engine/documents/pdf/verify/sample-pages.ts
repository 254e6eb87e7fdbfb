import { spreadEvenly } from '../../../base/spread-evenly.ts';

/** Up to this many pages all are compared. */
const ALL_UP_TO = 20;
/** Of more, so many. */
const SPREAD = 12;

/** Page numbers from 0: all of a short document, else the first, the last and an even spread between them. */
export function samplePages(pageCount: number): number[] {
  return spreadEvenly(pageCount, pageCount <= ALL_UP_TO ? ALL_UP_TO : SPREAD);
}

/** Pages compared although nothing on them changed. */
const SPOT_CHECKS = 3;

/**
 * Of the pages that can be compared those that must be: each that something touched. Of the others, whose contents unpack
 * to the same bytes as before, three stand for all.
 */
export function pagesToCheck(pages: readonly number[], touched: ReadonlySet<number>): Set<number> {
  const untouched = pages.filter((page) => !touched.has(page));
  const spots =
    untouched.length <= SPOT_CHECKS
      ? untouched
      : [untouched[0]!, untouched[untouched.length >> 1]!, untouched.at(-1)!];
  return new Set([...pages.filter((page) => touched.has(page)), ...spots]);
}
