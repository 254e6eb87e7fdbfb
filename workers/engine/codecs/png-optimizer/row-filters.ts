import { paeth } from '../../containers/png/paeth.ts';
import { FILTER, filterRow, type PlainRow } from '../../containers/png/row-filters.ts';
import { pixelBytes, rowBytesOf, rowGroups, type PngImage, type PngLayout } from './png-image.ts';
import { countRows, type RowBand } from './sample-rows.ts';

/** How rows are filtered: one filter (0 to 4) for all of them, or one for each. */
export type RowFilters = number | Uint8Array;

/** Bytes of a picture's rows with their filters. */
export function filteredSize(layout: PngLayout): number {
  return rowGroups(layout).reduce((sum, { rowBytes, rows }) => sum + rows * (1 + rowBytes), 0);
}

/** Rows without their filters, and which these were. */
export interface Unfiltered {
  readonly data: Uint8Array;
  readonly filters: Uint8Array;
}

/**
 * Undoes the filters of rows.
 * @param filtered each row behind the number of its filter
 * @returns null when a filter has no meaning
 */
export function unfilter(layout: PngLayout, filtered: Uint8Array): Unfiltered | null {
  const groups = rowGroups(layout);
  const count = groups.reduce((sum, { rows }) => sum + rows, 0);
  const data = new Uint8Array(filtered.length - count);
  const filters = new Uint8Array(count);
  const step = pixelBytes(layout);
  let [from, to, index] = [0, 0, 0];
  for (const { rowBytes, rows } of groups) {
    for (let row = 0; row < rows; row++) {
      const filter = filtered[from++]!;
      if (filter > FILTER.paeth) return null;
      filters[index++] = filter;
      data.set(filtered.subarray(from, from + rowBytes), to);
      undo(filter, { data, at: to, rowBytes, step, isFirst: row === 0 });
      from += rowBytes;
      to += rowBytes;
    }
  }
  return { data, filters };
}

interface StoredRow {
  readonly data: Uint8Array;
  readonly at: number;
  readonly rowBytes: number;
  readonly step: number;
  /** Nothing is above it. */
  readonly isFirst: boolean;
}

function undo(filter: number, { data, at, rowBytes, step, isFirst }: StoredRow): void {
  const start = Math.min(at + step, at + rowBytes);
  const end = at + rowBytes;
  if (filter === FILTER.sub || (filter === FILTER.paeth && isFirst)) {
    for (let i = start; i < end; i++) data[i] = data[i]! + data[i - step]!;
  } else if (filter === FILTER.up) {
    if (!isFirst) for (let i = at; i < end; i++) data[i] = data[i]! + data[i - rowBytes]!;
  } else if (filter === FILTER.average) {
    const up = (i: number): number => (isFirst ? 0 : data[i - rowBytes]!);
    for (let i = at; i < start; i++) data[i] = data[i]! + (up(i) >> 1);
    for (let i = start; i < end; i++) data[i] = data[i]! + ((data[i - step]! + up(i)) >> 1);
  } else if (filter === FILTER.paeth) {
    for (let i = at; i < start; i++) data[i] = data[i]! + data[i - rowBytes]!;
    for (let i = start; i < end; i++)
      data[i] = data[i]! + paeth(data[i - step]!, data[i - rowBytes]!, data[i - rowBytes - step]!);
  }
}

/**
 * Rows filtered, each behind the number of its filter.
 * @param image whose rows are stored from top to bottom
 * @param filters of the rows of the bands
 */
export function applyFilters(image: PngImage, filters: RowFilters, bands: readonly RowBand[]): Uint8Array {
  const output = new Uint8Array(countRows(bands) * (1 + rowBytesOf(image, image.width)));
  let to = 0;
  forEachRow(image, bands, (row, index) => {
    filterRow(typeof filters === 'number' ? filters : filters[index]!, row, output, to);
    to += 1 + row.rowBytes;
  });
  return output;
}

/** @param use gets each row of the bands with its number among them, from 0 */
export function forEachRow(
  image: PngImage,
  bands: readonly RowBand[],
  use: (row: PlainRow, index: number) => void,
): void {
  const { data } = image;
  const step = pixelBytes(image);
  const rowBytes = rowBytesOf(image, image.width);
  const zeros = new Uint8Array(rowBytes);
  let index = 0;
  for (const { start, end } of bands) {
    for (let y = start; y < end; y++) {
      const at = y * rowBytes;
      const isFirst = y === 0;
      use(
        { data, at, above: isFirst ? zeros : data, aboveAt: isFirst ? 0 : at - rowBytes, rowBytes, step },
        index++,
      );
    }
  }
}
