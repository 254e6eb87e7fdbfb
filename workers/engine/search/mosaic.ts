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
 * The picture itself, or the spot tiles of a large one under each other. Tiles keep their place in the grid of blocks,
 * so that their blocks are coded as in the whole picture.
 * @param wholePixels pictures up to this size are taken whole [800 000]
 */
export function probeOf(raster: Raster, sampling: Sampling, wholePixels = MOSAIC_FROM_PIXELS): Probe {
  const spots = sampling.spots.map((index) => sampling.tiles[index]!);
  const isWhole = raster.width * raster.height <= wholePixels;
  if (isWhole) return { raster, sampling, isWhole };
  const { width, height } = spots[0]!;
  return {
    raster: stacked(raster, spots),
    sampling: {
      tiles: spots.map((_, index) => ({ x: 0, y: index * height, width, height })),
      spots: spots.map((_, index) => index),
    },
    isWhole,
  };
}

/** Tiles of one size, under each other. */
function stacked(raster: Raster, tiles: readonly Tile[]): Raster {
  const { width, height } = tiles[0]!;
  const rowBytes = width * raster.channels;
  const data = new Uint8Array(rowBytes * height * tiles.length);
  tiles.forEach((tile, index) => {
    for (let y = 0; y < height; y++) {
      const from = ((tile.y + y) * raster.width + tile.x) * raster.channels;
      data.set(raster.data.subarray(from, from + rowBytes), (index * height + y) * rowBytes);
    }
  });
  return { ...raster, width, height: height * tiles.length, data };
}
