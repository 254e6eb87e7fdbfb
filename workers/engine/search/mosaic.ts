import type { Sampling, Tile } from '../perceptual/sample-tiles.ts';
import type { Raster } from '../raster.ts';

/** Pictures with more pixels than this are searched on a mosaic of their spot tiles. */
const MOSAIC_FROM_PIXELS = 800_000;

/** What a search encodes and measures instead of the whole picture. */
export interface Probe {
  readonly raster: Raster;
  /** Where the sample tiles lie in it. */
  readonly sampling: Sampling;
  /** Whether it is the whole picture, so that its encodes are final. */
  readonly isWhole: boolean;
}

/**
 * The picture itself, or the spot tiles of a large one under each other. Each comes with the rest of the blocks that it
 * cuts and keeps its place in their grid, so that its blocks are coded as in the whole picture.
 * @param wholePixels pictures up to this size are taken whole [800 000]
 */
export function probeOf(raster: Raster, sampling: Sampling, wholePixels = MOSAIC_FROM_PIXELS): Probe {
  const spots = sampling.spots.map((index) => sampling.tiles[index]!);
  const isWhole = raster.width * raster.height <= wholePixels;
  if (isWhole) return { raster, sampling, isWhole };
  const covers = spots.map((tile) => coverOf(tile, raster));
  const slot = Math.ceil(covers[0]!.height / BLOCK) * BLOCK;
  return {
    raster: stacked(raster, covers, slot),
    sampling: {
      tiles: spots.map((tile, index) => ({
        ...tile,
        x: tile.x - covers[index]!.x,
        y: index * slot + tile.y - covers[index]!.y,
      })),
      spots: spots.map((_, index) => index),
    },
    isWhole,
  };
}

/** The largest block of JPEG with halved chroma, and of WebP, px. */
const BLOCK = 16;

/** A tile with the rest of the blocks that it cuts; the same size for all tiles of a picture. */
function coverOf(tile: Tile, raster: Raster): Tile {
  const across = along(tile.x, tile.width, raster.width);
  const down = along(tile.y, tile.height, raster.height);
  return { x: across.start, y: down.start, width: across.length, height: down.length };
}

function along(start: number, side: number, size: number): { start: number; length: number } {
  const length = side + BLOCK;
  // Where a tile takes nearly all of a side, its cover takes all of it.
  if (size < length + 4 * BLOCK) return { start: 0, length: size };
  return { start: Math.floor(start / BLOCK) * BLOCK, length };
}

/** Tiles of one size, under each other; their last rows are repeated to fill the slots. */
function stacked(raster: Raster, tiles: readonly Tile[], slot: number): Raster {
  const { width, height } = tiles[0]!;
  const rowBytes = width * raster.channels;
  const data = new Uint8Array(rowBytes * slot * tiles.length);
  tiles.forEach((tile, index) => {
    for (let y = 0; y < slot; y++) {
      const from = ((tile.y + Math.min(y, height - 1)) * raster.width + tile.x) * raster.channels;
      data.set(raster.data.subarray(from, from + rowBytes), (index * slot + y) * rowBytes);
    }
  });
  return { ...raster, width, height: slot * tiles.length, data };
}
