import type { Raster } from '../../base/raster.ts';
import { BLOCK_SIDE_PX, TILE_CELL_BLOCKS } from '../thresholds.ts';
import type { BlockMeans } from './block-means.ts';
import type { Tile } from './ssimulacra2/sample-tiles.ts';

/** Side of the cells that a tile is made of, px. */
const CELL = TILE_CELL_BLOCKS * BLOCK_SIDE_PX;

/**
 * The tile in which the means of blocks, of even rows and of odd ones, have moved furthest from the reference's: where to look when
 * the sampled tiles look well. Dither and grain cancel out in these means; lost colours, lines and contrast do not.
 * @param means of a reference and a candidate, over each background
 * @param size  of the picture
 * @param side  of the tile, px: whole cells
 */
export function worstTile(
  means: readonly BlockMeans[],
  { width, height }: Pick<Raster, 'width' | 'height'>,
  side: number,
): Tile {
  const cells = new TileCells({ width, height });
  for (const blocks of means) addMoves(blocks, cells);
  return cells.fullest(side);
}

/** Sums over the cells of a picture that a tile is made of. */
export class TileCells {
  private readonly size: Pick<Raster, 'width' | 'height'>;
  private readonly columns: number;
  private readonly sums: Float64Array;

  constructor(size: Pick<Raster, 'width' | 'height'>) {
    this.size = size;
    this.columns = Math.ceil(size.width / CELL);
    this.sums = new Float64Array(this.columns * Math.ceil(size.height / CELL));
  }

  /** Adds an amount to the cell that a block lies in. */
  add(column: number, row: number, amount: number): void {
    const first = Math.floor(row / TILE_CELL_BLOCKS) * this.columns;
    this.sums[first + Math.floor(column / TILE_CELL_BLOCKS)]! += amount;
  }

  /** The tile with the largest sum. @param side of the tile, px: whole cells */
  fullest(side: number): Tile {
    const { width, height } = this.size;
    const most = this.most(side / CELL);
    const size = { width: Math.min(side, width), height: Math.min(side, height) };
    return {
      x: Math.min(most.column * CELL, width - size.width),
      y: Math.min(most.row * CELL, height - size.height),
      ...size,
    };
  }

  /** The first cell of the tile with the largest sum. @param across cells on a side of a tile */
  private most(across: number): { column: number; row: number } {
    const { sums: cells, columns } = this;
    const rows = cells.length / columns;
    const most = { sum: -1, column: 0, row: 0 };
    for (let row = 0; row <= Math.max(0, rows - across); row++) {
      for (let column = 0; column <= Math.max(0, columns - across); column++) {
        let sum = 0;
        for (let y = row; y < Math.min(rows, row + across); y++)
          for (let x = column; x < Math.min(columns, column + across); x++) sum += cells[y * columns + x]!;
        if (sum > most.sum) Object.assign(most, { sum, column, row });
      }
    }
    return most;
  }
}

/** Adds how far the mean of each block has moved to the cell that it lies in. */
function addMoves({ columns, rows, before, after, apart }: BlockMeans, cells: TileCells): void {
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++)
      for (let channel = 0; channel < 3; channel++, at++) {
        // Of a sum and a difference the larger is the moves of both, added up.
        cells.add(column, row, Math.max(Math.abs(before[at]! - after[at]!), Math.abs(apart[at]!)));
      }
  }
}
