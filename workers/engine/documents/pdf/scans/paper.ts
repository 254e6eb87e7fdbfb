import type { Raster } from '../../../base/raster.ts';
import { levelOf, gridOver, type Grid, type Plane } from './planes.ts';
import { CLOSED_CELLS, PAPER_SHARE } from './tuning.ts';

/** Samples of a page, or one value for each of its pixels. */
type Samples = Omit<Raster, 'space'>;

/** The colour of the paper from place to place, with what strokes cover filled in: shadows of the spine and yellowing are in it. */
export function findPaper(raster: Raster, cell: number): Grid {
  return closed(levelsOfCells(raster, cell, 1 - PAPER_SHARE));
}

/**
 * The contrast of the grain of the paper from place to place: what half of the samples have more of where ink is least.
 * @param contrast of a page with its paper
 */
export function findNoise(contrast: Plane, cell: number): Grid {
  const grain = levelsOfCells({ ...contrast, channels: 1 }, cell, 1 / 2);
  spread(grain, 0, Math.min);
  spread(grain, 0, Math.max);
  return grain;
}

/** The level that a share of the samples of each cell exceeds. */
function levelsOfCells(samples: Samples, cell: number, share: number): Grid {
  const grid = gridOver(samples, cell);
  const { columns, rows, channels } = grid;
  const counts = new Uint16Array(256);
  for (let row = 0, to = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      for (let channel = 0; channel < channels; channel++, to++) {
        counts.fill(0);
        const counted = countLevels(samples, counts, { channel, left: column * cell, top: row * cell, cell });
        grid.data[to] = levelOf(counts, counted * share);
      }
  return grid;
}

/** A grid whose dark places are filled in where they are narrow. What falls off towards its edge stays: the shadow of a spine. */
function closed(grid: Grid): Grid {
  const around = shifted(grid, CLOSED_CELLS);
  for (let channel = 0; channel < grid.channels; channel++) {
    spread(around, channel, Math.max);
    spread(around, channel, Math.min);
  }
  return shifted(around, -CLOSED_CELLS);
}

/** A grid with more cells on each side, which are black, or with less, below 0. */
function shifted({ columns, rows, channels, data, ...grid }: Grid, more: number): Grid {
  const [wide, high] = [columns + 2 * more, rows + 2 * more];
  const out = new Float32Array(wide * high * channels);
  const [cut, length] = [Math.max(0, -more), Math.min(columns, wide) * channels];
  for (let row = cut; row < rows - cut; row++) {
    const from = (row * columns + cut) * channels;
    const to = ((row + more) * wide + Math.max(0, more)) * channels;
    out.set(data.subarray(from, from + length), to);
  }
  return { ...grid, columns: wide, rows: high, channels, data: out };
}

interface Cell {
  readonly channel: number;
  readonly left: number;
  readonly top: number;
  readonly cell: number;
}

/** Counts the levels of every other row of a cell. @returns how many samples that are */
function countLevels(
  { width, height, channels, data }: Samples,
  counts: Uint16Array,
  { channel, left, top, cell }: Cell,
): number {
  const [right, bottom] = [Math.min(width, left + cell), Math.min(height, top + cell)];
  for (let y = top; y < bottom; y += 2) {
    const end = (y * width + right) * channels;
    for (let at = (y * width + left) * channels + channel; at < end; at += channels) counts[data[at]!]!++;
  }
  return (right - left) * Math.ceil((bottom - top) / 2);
}

/** Each cell gets the greatest, or the least, of its neighbours: first of its row, then of its column. */
function spread(grid: Grid, channel: number, choose: (a: number, b: number) => number): void {
  const { columns, rows, channels } = grid;
  spreadLines(
    grid.data,
    { lines: rows, length: columns, line: columns * channels, step: channels, channel },
    choose,
  );
  spreadLines(
    grid.data,
    { lines: columns, length: rows, line: channels, step: columns * channels, channel },
    choose,
  );
}

interface Lines {
  readonly lines: number;
  readonly length: number;
  /** From a line to the next, and from a value of it to the next. */
  readonly line: number;
  readonly step: number;
  readonly channel: number;
}

function spreadLines(
  data: Grid['data'],
  { lines, length, line, step, channel }: Lines,
  choose: (a: number, b: number) => number,
): void {
  const old = new Float32Array(length);
  for (let number = 0; number < lines; number++) {
    const start = number * line + channel;
    for (let i = 0; i < length; i++) old[i] = data[start + i * step]!;
    for (let i = 0; i < length; i++) {
      let value = old[i]!;
      const end = Math.min(length - 1, i + CLOSED_CELLS);
      for (let near = Math.max(0, i - CLOSED_CELLS); near <= end; near++) value = choose(value, old[near]!);
      data[start + i * step] = value;
    }
  }
}
