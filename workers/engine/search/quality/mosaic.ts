import type { Sampling, Tile } from '../../quality/metrics/ssimulacra2/sample-tiles.ts';
import { stackedParts } from '../../quality/metrics/stacked-parts.ts';
import type { Raster } from '../../base/raster.ts';
import { MOSAIC_FROM_PIXELS } from '../tuning.ts';

/** What a search encodes and measures instead of the whole picture. */
export interface Probe {
  readonly raster: Raster;
  /** Where the sample tiles lie in it. */
  readonly sampling: Sampling;
  /** Whether it is the whole picture, so that its encodes are final. */
  readonly isWhole: boolean;
}

/**
 * The picture itself, or the surroundings of the spot tiles of a large one under each other. Those keep their place in the
 * grid of blocks, so that blocks are coded as in the whole picture.
 * @param wholePixels pictures up to this size are taken whole [800 000]
 */
export function probeOf(raster: Raster, sampling: Sampling, wholePixels = MOSAIC_FROM_PIXELS): Probe {
  const isWhole = raster.width * raster.height <= wholePixels;
  if (isWhole) return { raster, sampling, isWhole };
  const { spots } = sampling;
  const pieces = spots.map((spot) => inWholeBlocks(spot, raster));
  const { height } = pieces[0]!;
  return {
    raster: stackedParts(raster, pieces),
    sampling: {
      spots: spots.map((spot, index) => {
        const piece = pieces[index]!;
        const [x, y] = [spot.x - piece.x, spot.y - piece.y];
        return {
          x,
          y: y + index * height,
          width: Math.min(spot.width, piece.width - x),
          height: Math.min(spot.height, piece.height - y),
        };
      }),
      cover: [],
    },
    isWhole,
  };
}

/** The largest block: of JPEG with halved chroma, and of WebP. Pieces under each other are whole rows of them. */
const BLOCK = 16;

/** The part of a picture in which a tile lies, from the edge of a block on. Tiles of one size lie in parts of one size. */
function inWholeBlocks(tile: Tile, picture: Raster): Tile {
  const [x, width] = span(tile.x, tile.width, picture.width);
  const [y, height] = span(tile.y, tile.height, picture.height);
  return { x, y, width, height };
}

function span(start: number, length: number, whole: number): [start: number, length: number] {
  const most = Math.ceil(length / BLOCK) * BLOCK + BLOCK;
  // On a side hardly longer than a tile it might reach past the end: then all whole blocks are taken.
  return whole < most + 3 * BLOCK ? [0, whole - (whole % BLOCK)] : [start - (start % BLOCK), most];
}
