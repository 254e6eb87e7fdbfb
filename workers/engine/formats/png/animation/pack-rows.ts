import type { DeflateCodec } from '../../../codecs/ports/deflate-codec.ts';
import { paeth } from '../../../containers/png/paeth.ts';
import type { Rows } from './pixel-format.ts';

/** Row filters by their number, and the choice of the one whose bytes are nearest to zero, row by row. */
const FILTERS = [0, 1, 2, 3, 4, 'least'] as const;
type Filter = (typeof FILTERS)[number];

const QUICK_FILTERS: readonly Filter[] = [0, 'least'];
const QUICK_LEVEL = 6;

/** How long rows will be once packed, estimated from quick packing: for comparing. */
export async function estimateRows(rows: Rows, deflate: DeflateCodec): Promise<number> {
  const sizes: number[] = [];
  for (const filter of rows.reach > 0 ? QUICK_FILTERS : QUICK_FILTERS.slice(0, 1))
    sizes.push(
      (await deflate.deflate(filtered(rows, filter), { format: 'zlib', level: QUICK_LEVEL })).length,
    );
  return Math.min(...sizes);
}

/** Rows as the data of a frame, a zlib stream. @param level of deflate, 1-12 */
export async function packRows(rows: Rows, deflate: DeflateCodec, level: number): Promise<Uint8Array> {
  const filters = rows.reach > 0 ? FILTERS : FILTERS.slice(0, 1);
  let [best, least] = [filters[0]!, Infinity];
  for (const filter of filters.length > 1 ? filters : []) {
    const { length } = await deflate.deflate(filtered(rows, filter), { format: 'zlib', level: QUICK_LEVEL });
    if (length < least) [best, least] = [filter, length];
  }
  return deflate.deflate(filtered(rows, best), { format: 'zlib', level });
}

/** Rows with their filter bytes. Source: PNG specification, third edition, clause 9. */
function filtered({ data, stride, reach }: Rows, filter: Filter): Uint8Array {
  const height = data.length / stride;
  const result = new Uint8Array((stride + 1) * height);
  const above = new Uint8Array(stride);
  const trial = new Uint8Array(stride);
  for (let y = 0; y < height; y++) {
    const row = data.subarray(y * stride, (y + 1) * stride);
    const up = y > 0 ? data.subarray((y - 1) * stride, y * stride) : above;
    const to = result.subarray(y * (stride + 1), (y + 1) * (stride + 1));
    if (filter !== 'least') {
      to[0] = filter;
      filterRow(row, up, reach, filter, to.subarray(1));
      continue;
    }
    let least = Infinity;
    for (let kind = 0; kind < 5; kind++) {
      filterRow(row, up, reach, kind, trial);
      const sum = distance(trial);
      if (sum >= least) continue;
      least = sum;
      to[0] = kind;
      to.set(trial, 1);
    }
  }
  return result;
}

function filterRow(row: Uint8Array, up: Uint8Array, reach: number, kind: number, to: Uint8Array): void {
  for (let i = 0; i < row.length; i++) {
    const left = i < reach ? 0 : row[i - reach]!;
    const above = up[i]!;
    const guess =
      kind === 0
        ? 0
        : kind === 1
          ? left
          : kind === 2
            ? above
            : kind === 3
              ? (left + above) >> 1
              : paeth(left, above, i < reach ? 0 : up[i - reach]!);
    to[i] = row[i]! - guess;
  }
}

function distance(row: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < row.length; at++) sum += row[at]! < 128 ? row[at]! : 256 - row[at]!;
  return sum;
}
