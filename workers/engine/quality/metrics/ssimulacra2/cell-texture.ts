import { CELL_PX } from '../../thresholds.ts';
import type { Arena } from './arena.ts';
import { strideOf } from './opsin.ts';
import type { RgbTile } from './rgb-tile.ts';

/**
 * How much the pixels of each cell differ from those to the right and below, summed up, in quarters of luma.
 * @param table address of the mixing table
 * @returns cells of 4 px row by row, as many as the tile has in part
 */
export function cellTexture(arena: Arena, { rgb, width, height }: RgbTile, table: number): Float32Array {
  const columns = Math.ceil(width / CELL_PX);
  const cells = new Float32Array(columns * Math.ceil(height / CELL_PX));
  arena.lentTo(() => {
    const source = arena.copyOf(rgb);
    const stride = strideOf(width);
    // The sample to the right of the last one is read as well.
    const lumas = [arena.take(stride + 4), arena.take(stride + 4)] as const;
    const sums = arena.takeZeros(stride);
    const readLuma = (y: number): number => {
      const to = lumas[y % 2 === 0 ? 0 : 1];
      arena.kernels.luma(source + y * width * 3, table, to, width);
      return to;
    };
    let row = readLuma(0);
    for (let y = 0; y + 1 < height; y++) {
      const below = readLuma(y + 1);
      arena.kernels.texture(row, below, sums, width - 1);
      row = below;
      if ((y + 1) % CELL_PX === 0 || y + 2 === height)
        moveSums(arena.floatsAt(sums, columns * CELL_PX), cells, Math.floor(y / CELL_PX) * columns);
    }
  });
  return cells;
}

/** Adds up the columns of each cell, and begins anew. */
function moveSums(sums: Float32Array, cells: Float32Array, first: number): void {
  for (let at = 0, cell = first; at < sums.length; at += CELL_PX, cell++)
    cells[cell] = sums[at]! + sums[at + 1]! + sums[at + 2]! + sums[at + 3]!;
  sums.fill(0);
}
