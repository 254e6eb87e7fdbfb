import type { DeflateCodec } from '../../../codecs/ports/deflate-codec.ts';
import { filterRow, type PlainRow } from '../../../containers/png/row-filters.ts';
import { ESTIMATE_LEVEL } from '../tuning.ts';
import type { Rows } from './pixel-format.ts';

/** Row filters by their number, and the choice of the one whose bytes are nearest to zero, row by row. */
const FILTERS = [0, 1, 2, 3, 4, 'least'] as const;
type Filter = (typeof FILTERS)[number];

const QUICK_FILTERS: readonly Filter[] = [0, 'least'];

/** How long rows will be once packed, estimated from quick packing: for comparing. */
export async function estimateRows(rows: Rows, deflate: DeflateCodec): Promise<number> {
  const sizes: number[] = [];
  for (const filter of rows.reach > 0 ? QUICK_FILTERS : QUICK_FILTERS.slice(0, 1))
    sizes.push(await estimateFiltered(rows, filter, deflate));
  return Math.min(...sizes);
}

/** Rows as the data of a frame, a zlib stream. @param level of deflate, 1-12 */
export async function packRows(rows: Rows, deflate: DeflateCodec, level: number): Promise<Uint8Array> {
  let [best, least] = [FILTERS[0] as Filter, Infinity];
  for (const filter of rows.reach > 0 ? FILTERS : []) {
    const length = await estimateFiltered(rows, filter, deflate);
    if (length < least) [best, least] = [filter, length];
  }
  return deflate.deflate(filtered(rows, best), { format: 'zlib', level });
}

async function estimateFiltered(rows: Rows, filter: Filter, deflate: DeflateCodec): Promise<number> {
  return (await deflate.deflate(filtered(rows, filter), { format: 'zlib', level: ESTIMATE_LEVEL })).length;
}

/** Rows with their filter bytes. Source: PNG specification, third edition, clause 9. */
function filtered({ data, stride, reach }: Rows, filter: Filter): Uint8Array {
  const height = data.length / stride;
  const result = new Uint8Array((stride + 1) * height);
  const zeros = new Uint8Array(stride);
  const trial = new Uint8Array(stride + 1);
  for (let y = 0; y < height; y++) {
    const at = y * stride;
    const to = y * (stride + 1);
    const above = y > 0 ? data : zeros;
    const row = { data, at, above, aboveAt: y > 0 ? at - stride : 0, rowBytes: stride, step: reach };
    if (filter === 'least') writeLeast(row, trial, result, to);
    else filterRow(filter, row, result, to);
  }
  return result;
}

/** Writes a row with the filter whose bytes are nearest to zero. @param trial room for a filtered row */
function writeLeast(row: PlainRow, trial: Uint8Array, output: Uint8Array, to: number): void {
  let least = Infinity;
  for (let kind = 0; kind < 5; kind++) {
    filterRow(kind, row, trial, 0);
    const sum = distance(trial.subarray(1));
    if (sum >= least) continue;
    least = sum;
    output.set(trial, to);
  }
}

function distance(row: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < row.length; at++) sum += row[at]! < 128 ? row[at]! : 256 - row[at]!;
  return sum;
}
