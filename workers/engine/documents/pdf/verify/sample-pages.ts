import { spreadEvenly } from '../../../base/spread-evenly.ts';
import { MAX_PAGES_OF_SHORT, PAGES_OF_LONG } from '../tuning.ts';

/** Page numbers from 0: all of a short document, else the first, the last and an even spread between them. */
export function samplePages(pageCount: number): number[] {
  return spreadEvenly(pageCount, pageCount <= MAX_PAGES_OF_SHORT ? MAX_PAGES_OF_SHORT : PAGES_OF_LONG);
}

/**
 * Of the pages that can be compared those that must be: each that something touched. Of the others, whose contents unpack
 * to the same bytes as before, three stand for all.
 */
export function pagesToCheck(pages: readonly number[], touched: ReadonlySet<number>): Set<number> {
  const untouched = pages.filter((page) => !touched.has(page));
  const spots = spreadEvenly(untouched.length, 3).map((index) => untouched[index]!);
  return new Set([...pages.filter((page) => touched.has(page)), ...spots]);
}
