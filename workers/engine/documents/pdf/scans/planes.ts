import type { Raster } from '../../../base/raster.ts';

/** One value a pixel, rows top to bottom. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Values on a grid of cells, for as many channels as a raster has. */
export interface Grid {
  readonly columns: number;
  readonly rows: number;
  /** Side of a cell, px. */
  readonly cell: number;
  readonly channels: number;
  /** Interleaved by cell. */
  readonly data: Float32Array | Uint8Array;
}

/** An empty grid over a raster. @param cell side of a cell, px */
export function gridOver({ width, height, channels }: Raster, cell: number): Grid {
  const columns = Math.ceil(width / cell);
  const rows = Math.ceil(height / cell);
  return { columns, rows, cell, channels, data: new Float32Array(columns * rows * channels) };
}

/**
 * A row of a grid, bilinear between the middles of its cells.
 * @param y row of the raster
 * @param out gets a value for each sample of the row, interleaved
 */
export function gridRow(grid: Grid, y: number, width: number, out: Float32Array): void {
  const { columns, rows, cell, channels, data } = grid;
  const row = clamp(y / cell - HALF, rows - 1);
  const top = Math.floor(row);
  const [above, below] = [top * columns, Math.min(rows - 1, top + 1) * columns];
  const down = row - top;
  for (let x = 0, at = 0; x < width; x++) {
    const column = clamp(x / cell - HALF, columns - 1);
    const left = Math.floor(column);
    const right = Math.min(columns - 1, left + 1);
    const along = column - left;
    for (let channel = 0; channel < channels; channel++, at++) {
      const upper = mix(
        data[(above + left) * channels + channel]!,
        data[(above + right) * channels + channel]!,
        along,
      );
      const lower = mix(
        data[(below + left) * channels + channel]!,
        data[(below + right) * channels + channel]!,
        along,
      );
      out[at] = mix(upper, lower, down);
    }
  }
}

/** Cells have their middle half a cell in. */
const HALF = 0.5;

const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value));
const mix = (from: number, to: number, share: number): number => from + (to - from) * share;

/** The middle value of a channel of a grid. */
export function middleOf({ data, channels }: Grid, channel: number): number {
  const values = data.filter((_, at) => at % channels === channel).sort();
  return values[values.length >> 1] ?? 0;
}

/** The level up to which so many values lie. @param counts of each level, 0 to 255 */
export function levelOf(counts: ArrayLike<number>, values: number): number {
  let rest = values;
  let level = 0;
  while (level < 255 && (rest -= counts[level]!) > 0) level++;
  return level;
}
