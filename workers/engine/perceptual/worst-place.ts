import { hasAlpha, type Raster } from '../raster.ts';
import { bandPairs, type BandPair } from './band-pairs.ts';
import { TILE_SIDE, type Tile } from './sample-tiles.ts';

/** Side of the blocks that are compared by their means, px: dither and grain cancel out in them, bands do not. */
const BLOCK = 8;

/** Side of the cells that places are made of, px. */
const CELL = 64;
const CELLS = TILE_SIDE / CELL;

/**
 * The tile in which a candidate's colours have moved furthest from the reference's: where to look when the sampled tiles look
 * well. Takes 7 ms a megapixel, up to 50 where all of it is half transparent.
 * @param candidate same width and height
 */
export function worstPlace(reference: Raster, candidate: Raster): Tile {
  const { width, height } = reference;
  const backgrounds = hasAlpha(reference) || hasAlpha(candidate) ? ([255, 0] as const) : ([255] as const);
  const columns = Math.ceil(width / CELL);
  const moved = new Float64Array(columns * Math.ceil(height / CELL));
  for (const pair of bandPairs(reference, candidate, { rows: BLOCK }, backgrounds))
    addMoves(pair, moved.subarray(Math.floor(pair.band.y / CELL) * columns));
  return tileAround(moved, columns, reference);
}

/** Adds, for each block of a band, how far its mean has moved, to the cell that it lies in. */
function addMoves({ band: { width, height }, before, after, over }: BandPair, cells: Float64Array): void {
  for (let left = 0; left < width; left += BLOCK) {
    const right = Math.min(width, left + BLOCK);
    const sums = [0, 0, 0];
    for (let y = 0; y < height; y++) {
      for (let at = (y * width + left) * 3; at < (y * width + right) * 3; at += 3) {
        sums[0]! += after[at]! - before[at]!;
        sums[1]! += after[at + 1]! - before[at + 1]!;
        sums[2]! += after[at + 2]! - before[at + 2]!;
      }
    }
    const move = Math.abs(sums[0]!) + Math.abs(sums[1]!) + Math.abs(sums[2]!);
    cells[Math.floor(left / CELL)]! += over.length * move;
  }
}

/** The tile, within the picture, of the cells with the largest sum. */
function tileAround(moved: Float64Array, columns: number, { width, height }: Raster): Tile {
  const rows = moved.length / columns;
  const most = { sum: -1, column: 0, row: 0 };
  for (let row = 0; row <= Math.max(0, rows - CELLS); row++) {
    for (let column = 0; column <= Math.max(0, columns - CELLS); column++) {
      let sum = 0;
      for (let y = row; y < Math.min(rows, row + CELLS); y++)
        for (let x = column; x < Math.min(columns, column + CELLS); x++) sum += moved[y * columns + x]!;
      if (sum > most.sum) Object.assign(most, { sum, column, row });
    }
  }
  const size = { width: Math.min(TILE_SIDE, width), height: Math.min(TILE_SIDE, height) };
  return {
    x: Math.min(most.column * CELL, width - size.width),
    y: Math.min(most.row * CELL, height - size.height),
    ...size,
  };
}
