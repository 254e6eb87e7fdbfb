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
  readonly data: Float32Array;
}

/** An empty grid over a raster. @param cell side of a cell, px */
export function gridOver({ width, height, channels }: Omit<Raster, 'space'>, cell: number): Grid {
  const columns = Math.ceil(width / cell);
  const rows = Math.ceil(height / cell);
  return { columns, rows, cell, channels, data: new Float32Array(columns * rows * channels) };
}

/** The rows of a grid, bilinear between the middles of its cells. */
export class GridRows {
  private readonly grid: Grid;
  private readonly columns: Float32Array;
  /** For each pixel of a row the cell before it, and how far it is from its middle to that of the next. */
  private readonly before: Uint16Array;
  private readonly along: Float32Array;
  private readonly row: Float32Array;

  /** @param width of a row, px */
  constructor(grid: Grid, width: number) {
    const { columns, cell, channels } = grid;
    this.grid = grid;
    // A column more, so that the last has one beside it.
    this.columns = new Float32Array((columns + 1) * channels);
    this.before = new Uint16Array(width);
    this.along = new Float32Array(width);
    this.row = new Float32Array(width * channels);
    for (let x = 0; x < width; x++) {
      const column = clamp(x / cell - HALF, columns - 1);
      this.before[x] = column;
      this.along[x] = column - Math.floor(column);
    }
  }

  /** A value for each sample of a row, interleaved, until the next is asked for. @param y row of the raster */
  at(y: number): Float32Array {
    const { columns, before, along, row } = this;
    const { channels } = this.grid;
    this.mixColumns(y);
    for (let x = 0, at = 0; x < along.length; x++) {
      const share = along[x]!;
      let from = before[x]! * channels;
      for (let channel = 0; channel < channels; channel++, from++, at++) {
        const value = columns[from]!;
        row[at] = value + (columns[from + channels]! - value) * share;
      }
    }
    return row;
  }

  private mixColumns(y: number): void {
    const { rows, cell, channels, data } = this.grid;
    const length = this.grid.columns * channels;
    const row = clamp(y / cell - HALF, rows - 1);
    const above = Math.floor(row) * length;
    const below = Math.min(rows - 1, Math.floor(row) + 1) * length;
    const down = row - Math.floor(row);
    for (let i = 0; i < length; i++)
      this.columns[i] = data[above + i]! + (data[below + i]! - data[above + i]!) * down;
    for (let i = length; i < length + channels; i++) this.columns[i] = this.columns[i - channels]!;
  }
}

/** Cells have their middle half a cell in. */
const HALF = 0.5;

const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value));

/** The middle value of a channel of a grid. */
export function middleOf({ data, channels }: Grid, channel: number): number {
  const values = data.filter((_, at) => at % channels === channel).sort();
  return values[values.length >> 1] ?? 0;
}

/** The level that so many values exceed. @param counts of each level, 0 to 255 */
export function levelOf(counts: ArrayLike<number>, values: number): number {
  let rest = values;
  let level = 255;
  while (level > 0 && (rest -= counts[level]!) > 0) level--;
  return level;
}
