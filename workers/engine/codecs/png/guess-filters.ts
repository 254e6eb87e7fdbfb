import type { PngImage } from './png-image.ts';
import { FILTER, filterRow, forEachRow } from './row-filters.ts';
import { countRows, type RowBand } from './sample-rows.ts';

/** Filters of rows, guessed in two ways. */
export interface GuessedFilters {
  /** With the fewest different pairs of neighbouring bytes. Source: pngwolf (B. Höhrmann). */
  readonly pairs: Uint8Array;
  /** With the least sum of the bytes, taken as signed. Source: PNG specification, third edition, clause 12.7. */
  readonly sums: Uint8Array;
}

/** The filter of each row of the bands that leaves least to pack; of equal ones the first. */
export function guessFilters(image: PngImage, bands: readonly RowBand[]): GuessedFilters {
  const pairs = new Uint8Array(countRows(bands));
  const sums = new Uint8Array(pairs.length);
  const counter = new PairCounter();
  let line = new Uint8Array(0);
  forEachRow(image, bands, (row, index) => {
    if (line.length === 0) line = new Uint8Array(row.rowBytes + 1);
    let [fewest, least] = [Infinity, Infinity];
    for (let filter: number = FILTER.none; filter <= FILTER.paeth; filter++) {
      filterRow(filter, row, line, 0);
      const count = counter.count(line, fewest);
      if (count < fewest) {
        fewest = count;
        pairs[index] = filter;
      }
      const sum = sumOf(line, least);
      if (sum < least) {
        least = sum;
        sums[index] = filter;
      }
    }
  });
  return { pairs, sums };
}

/** @returns a number of at least `limit` once it is reached */
function sumOf(line: Uint8Array, limit: number): number {
  let sum = 0;
  for (let i = 1; i < line.length;) {
    const end = Math.min(line.length, i + 256);
    for (; i < end; i++) {
      const byte = line[i]!;
      sum += byte < 128 ? byte : 256 - byte;
    }
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
