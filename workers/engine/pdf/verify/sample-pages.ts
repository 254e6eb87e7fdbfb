/** Up to this many pages all are looked at. */
const ALL_UP_TO = 20;
/** Of more, so many. */
const SPREAD = 12;

/** Page numbers from 0: all of a short document, else the first, the last and an even spread between them. */
export function samplePages(pageCount: number): number[] {
  const limit = SPREAD;
  if (pageCount <= ALL_UP_TO) return Array.from({ length: pageCount }, (_, index) => index);
  return Array.from({ length: limit }, (_, index) => Math.round((index * (pageCount - 1)) / (limit - 1)));
}
