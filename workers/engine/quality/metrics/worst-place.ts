import type { Raster } from '../../base/raster.ts';
import { BLOCK, type BlockColours } from './block-colours.ts';
import { TILE_SIDE, type Tile } from './ssimulacra2/sample-tiles.ts';

/** Side of the cells that places are made of, in blocks and in px. */
const CELL_BLOCKS = 4;
const CELL = CELL_BLOCKS * BLOCK;
/** Cells on a side of a place. */
const CELLS = TILE_SIDE / CELL;

/**
 * The tile in which the means of blocks have moved furthest from the reference's: where to look when the sampled tiles look
 * well. Dither and grain cancel out in these means; what has lost its bands, its thin colours or its contrast does not.
 * @param seen the blocks of a reference and a candidate, over each background
 * @param size of the picture
 */
export function worstPlace(
  seen: readonly BlockColours[],
  { width, height }: Pick<Raster, 'width' | 'height'>,
): Tile {
  const columns = Math.ceil(width / CELL);
  const moved = new Float64Array(columns * Math.ceil(height / CELL));
  for (const blocks of seen) addMoves(blocks, moved, columns);
  const most = mostMoved(moved, columns);
  const size = { width: Math.min(TILE_SIDE, width), height: Math.min(TILE_SIDE, height) };
  return {
    x: Math.min(most.column * CELL, width - size.width),
    y: Math.min(most.row * CELL, height - size.height),
    ...size,
  };
}

/** Adds how far the mean of each block has moved to the cell that it lies in. */
function addMoves({ columns, rows, before, after }: BlockColours, cells: Float64Array, across: number): void {
  for (let row = 0, at = 0; row < rows; row++) {
    const first = Math.floor(row / CELL_BLOCKS) * across;
    for (let column = 0; column < columns; column++)
      for (let channel = 0; channel < 3; channel++, at++)
        cells[first + Math.floor(column / CELL_BLOCKS)]! += Math.abs(before[at]! - after[at]!);
  }
}

/** The first cell of the place with the largest sum. */
function mostMoved(cells: Float64Array, columns: number): { column: number; row: number } {
  const rows = cells.length / columns;
  const most = { sum: -1, column: 0, row: 0 };
  for (let row = 0; row <= Math.max(0, rows - CELLS); row++) {
    for (let column = 0; column <= Math.max(0, columns - CELLS); column++) {
      let sum = 0;
      for (let y = row; y < Math.min(rows, row + CELLS); y++)
        for (let x = column; x < Math.min(columns, column + CELLS); x++) sum += cells[y * columns + x]!;
      if (sum > most.sum) Object.assign(most, { sum, column, row });
    }
  }
  return most;
}
