import { paeth } from './paeth.ts';

/** Source: PNG specification, third edition, clause 9.2. */
export const FILTER = { none: 0, sub: 1, up: 2, average: 3, paeth: 4 } as const;

/** A row before filtering, and the one above it. */
export interface PlainRow {
  readonly data: Uint8Array;
  readonly at: number;
  /** Zeros where nothing is above. */
  readonly above: Uint8Array;
  readonly aboveAt: number;
  readonly rowBytes: number;
  readonly step: number;
}

/** Writes the number of the filter and the filtered row to `output`, from `to` on. */
export function filterRow(filter: number, row: PlainRow, output: Uint8Array, to: number): void {
  const { data, at, above, aboveAt, rowBytes, step } = row;
  const out = to + 1;
  const first = Math.min(step, rowBytes);
  output[to] = filter;
  if (filter === FILTER.none) {
    output.set(data.subarray(at, at + rowBytes), out);
  } else if (filter === FILTER.sub) {
    for (let i = 0; i < first; i++) output[out + i] = data[at + i]!;
    for (let i = first; i < rowBytes; i++) output[out + i] = data[at + i]! - data[at + i - step]!;
  } else if (filter === FILTER.up) {
    for (let i = 0; i < rowBytes; i++) output[out + i] = data[at + i]! - above[aboveAt + i]!;
  } else if (filter === FILTER.average) {
    for (let i = 0; i < first; i++) output[out + i] = data[at + i]! - (above[aboveAt + i]! >> 1);
    for (let i = first; i < rowBytes; i++)
      output[out + i] = data[at + i]! - ((data[at + i - step]! + above[aboveAt + i]!) >> 1);
  } else {
    for (let i = 0; i < first; i++) output[out + i] = data[at + i]! - above[aboveAt + i]!;
    for (let i = first; i < rowBytes; i++)
      output[out + i] =
        data[at + i]! - paeth(data[at + i - step]!, above[aboveAt + i]!, above[aboveAt + i - step]!);
  }
}
