import type { PngImage } from './png-image.ts';
import { FILTER, filterRow } from '../../containers/png/row-filters.ts';
import { forEachRow } from './row-filters.ts';
import { countRows, type RowBand } from './sample-rows.ts';

/** Measures a filtered row: the less, the better it packs. @returns a number of at least `limit` once it is reached */
type RowMeasure = (line: Uint8Array, limit: number) => number;

/** Ways to guess the filters of rows, each by what it measures. */
const MEASURES = {
  /** The number of different pairs of neighbouring bytes. Source: pngwolf (B. Höhrmann). */
  pairs: (): RowMeasure => {
    const counter = new PairCounter();
    return (line, limit) => counter.count(line, limit);
  },
  /** The sum of the bytes, taken as signed. Source: PNG specification, third edition, clause 12.7. */
  sums: (): RowMeasure => sumOf,
};
export type GuessKind = keyof typeof MEASURES;

/** Whether a strategy is a guess. */
export function isGuessKind(strategy: string): strategy is GuessKind {
  return strategy in MEASURES;
}

/** The filter of each row of the bands that leaves least to pack; of equal ones the first. */
export function guessFilters(image: PngImage, bands: readonly RowBand[], kind: GuessKind): Uint8Array {
  const filters = new Uint8Array(countRows(bands));
  const measure = MEASURES[kind]();
  let line = new Uint8Array(0);
  forEachRow(image, bands, (row, index) => {
    if (line.length === 0) line = new Uint8Array(row.rowBytes + 1);
    let least = Infinity;
    for (let filter: number = FILTER.none; filter <= FILTER.paeth; filter++) {
      filterRow(filter, row, line, 0);
      const measured = measure(line, least);
      if (measured >= least) continue;
      least = measured;
      filters[index] = filter;
    }
  });
  return filters;
}

function sumOf(line: Uint8Array, limit: number): number {
  const signed = new Int8Array(line.buffer, line.byteOffset, line.length);
  let sum = 0;
  for (let i = 1; i < signed.length;) {
    const end = Math.min(signed.length, i + 256);
    for (; i < end; i++) sum += Math.abs(signed[i]!);
    if (sum >= limit) return sum;
  }
  return sum;
}

class PairCounter {
  /** The count in which a pair was seen last. */
  private readonly seenIn = new Uint32Array(1 << 16);
  private counts = 0;

  /** How many different pairs there are, the number of the filter among them; `limit` where there are as many or more. */
  count(line: Uint8Array, limit: number): number {
    const { seenIn } = this;
    const now = ++this.counts;
    let pairs = 0;
    let before = line[0]!;
    for (let i = 1; i < line.length; i++) {
      const byte = line[i]!;
      const pair = (before << 8) | byte;
      before = byte;
      if (seenIn[pair] === now) continue;
      if (++pairs >= limit) return limit;
      seenIn[pair] = now;
    }
    return pairs;
  }
}
