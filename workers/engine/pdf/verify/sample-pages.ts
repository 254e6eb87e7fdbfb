/** Up to this many pages all are looked at; of more, a spread of as many. */
export const MAX_SAMPLED_PAGES = 20;

/** Page numbers from 0: all of a short document, else the first, the last and an even spread between them. */
export function samplePages(pageCount: number, limit = MAX_SAMPLED_PAGES): number[] {
  if (pageCount <= limit) return Array.from({ length: pageCount }, (_, index) => index);
  return Array.from({ length: limit }, (_, index) => Math.round((index * (pageCount - 1)) / (limit - 1)));
}
