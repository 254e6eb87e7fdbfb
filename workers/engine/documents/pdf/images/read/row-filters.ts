import { paeth } from '../../../../containers/png/paeth.ts';
import { filterRow } from '../../../../containers/png/row-filters.ts';

/**
 * PNG filtering: for each row, of the five filters, the one with the smallest sum of absolute differences
 * (PNG specification, 9.2 and 12.8). All five are summed up in one pass and only the best is written.
 * @param unit bytes of a pixel, at least 1
 * @returns rows of rowBytes, each behind the number of its filter
 */
export function filterRows(data: Uint8Array, rowBytes: number, unit: number): Uint8Array {
  const rows = Math.floor(data.length / rowBytes);
  const out = new Uint8Array(rows * (rowBytes + 1));
  // A pixel of zeros stands to the left of each row.
  let above = new Uint8Array(unit + rowBytes);
  let row = new Uint8Array(unit + rowBytes);
  for (let y = 0; y < rows; y++) {
    row.set(data.subarray(y * rowBytes, (y + 1) * rowBytes), unit);
    const plain = { data: row, at: unit, above, aboveAt: unit, rowBytes, step: unit };
    filterRow(bestFilter(row, above, unit), plain, out, y * (rowBytes + 1));
    [above, row] = [row, above];
  }
  return out;
}

/** How far from 0 a byte is as a signed number. */
const SIZE = Uint8Array.from({ length: 256 }, (_, byte) => Math.min(byte, 256 - byte));

function bestFilter(row: Uint8Array, above: Uint8Array, unit: number): number {
  let [none, sub, up, average, both] = [0, 0, 0, 0, 0];
  for (let i = unit, before = 0; i < row.length; i++, before++) {
    const value = row[i]!;
    const left = row[before]!;
    const top = above[i]!;
    none += SIZE[value]!;
    sub += SIZE[(value - left) & 255]!;
    up += SIZE[(value - top) & 255]!;
    average += SIZE[(value - ((left + top) >> 1)) & 255]!;
    both += SIZE[(value - paeth(left, top, above[before]!)) & 255]!;
  }
  const sums = [none, sub, up, average, both];
  return sums.indexOf(Math.min(...sums));
}
