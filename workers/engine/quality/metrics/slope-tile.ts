import type { Raster } from '../../base/raster.ts';
import { BLOCK_SIDE_PX, LEAST_SLOPE_LEVELS, TILE_SIDE_PX } from '../thresholds.ts';
import { isEvenBlock } from './area-shift.ts';
import { blockMeans, LUMA_SUMS, type BlockMeans } from './block-means.ts';
import type { Tile } from './ssimulacra2/sample-tiles.ts';
import { TileCells } from './worst-tile.ts';

/**
 * The tile with most slopes in what a cover leaves out, such as the soft shadow around a window: where bands would show.
 * @returns undefined where the cover leaves nothing out, or nothing slopes there
 */
export function slopeTile(reference: Raster, cover: readonly Tile[]): Tile | undefined {
  const covered = cover.reduce((sum, { width, height }) => sum + width * height, 0);
  if (cover.length === 0 || covered >= reference.width * reference.height) return undefined;
  const cells = new TileCells(reference);
  let slopes = 0;
  for (const blocks of blockMeans(reference, reference)) {
    const light = lightOfEven(blocks);
    for (let at = 0; at < light.length; at++) {
      const [column, row] = [at % blocks.columns, Math.floor(at / blocks.columns)];
      const isAcross = column > 0 && column < blocks.columns - 2 && isOnSlope(light, at, 1);
      if (!isAcross && !isOnSlope(light, at, blocks.columns)) continue;
      if (cover.some((tile) => isIn(tile, column, row))) continue;
      cells.add(column, row, 1);
      slopes++;
    }
  }
  return slopes === 0 ? undefined : cells.fullest(TILE_SIDE_PX);
}

/** Luma of each block, in levels; NaN where it has structure. */
function lightOfEven(blocks: BlockMeans): Float64Array {
  return Float64Array.from(blocks.light, (light, at) =>
    isEvenBlock(blocks, at) ? light / blocks.pixels[at]! / LUMA_SUMS : NaN,
  );
}

/** Whether four blocks in line, of which this is the second, rise or fall from each to the next: an edge does so over three. */
function isOnSlope(light: Float64Array, at: number, step: number): boolean {
  const rises = [0, 1, 2].map((n) => light[at + n * step]! - light[at + (n - 1) * step]!);
  return [1, -1].some((sign) => rises.every((rise) => sign * rise >= LEAST_SLOPE_LEVELS));
}

function isIn({ x, y, width, height }: Tile, column: number, row: number): boolean {
  const [left, top] = [column * BLOCK_SIDE_PX - x, row * BLOCK_SIDE_PX - y];
  return left >= 0 && left < width && top >= 0 && top < height;
}
