import { FULL_SIDE_PX, LEAST_SIDE_PX, TILE_PLACES, TILE_SIDE_PX, WHOLE_PIXELS } from '../../thresholds.ts';
import { storedPlace } from './stored-place.ts';

/** A part of a picture, in px. */
export interface Tile {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where a picture is measured: the spot tiles decide, the others guard the rest. */
export interface Sampling {
  readonly tiles: readonly Tile[];
  /** Indexes of the spot tiles. */
  readonly spots: readonly number[];
}

/** How many times each pixel is drawn along a side of a picture to be measured: more than once where that is thin. */
export function magnification(side: number): number {
  return side < LEAST_SIDE_PX ? Math.ceil(FULL_SIDE_PX / side) : 1;
}

/**
 * Chooses tiles: up to 0.3 MP the whole picture; above, the quarter points of the displayed diagonal (the spots), those
 * of the other diagonal and the centre. They lie in no grid of blocks: where the halvings of the meter fall together with
 * those of a codec's chroma, a picture scores up to two points better than it does a pixel further.
 * @param orientation EXIF orientation 1-8: places are those of the picture as displayed [1]
 */
export function sampleTiles(width: number, height: number, orientation = 1): Sampling {
  const pixels = width * magnification(width) * height * magnification(height);
  if (pixels <= WHOLE_PIXELS) return wholeSampling({ width, height });
  const size = { width: Math.min(TILE_SIDE_PX, width), height: Math.min(TILE_SIDE_PX, height) };
  const room = { x: width - size.width, y: height - size.height };
  const tiles = TILE_PLACES.map(([across, down]) => ({
    ...storedPlace(room, across, down, orientation),
    ...size,
  }));
  return { tiles, spots: [0, 1] };
}

/** Measures all of a picture. */
export function wholeSampling({ width, height }: Pick<Tile, 'width' | 'height'>): Sampling {
  return { tiles: [{ x: 0, y: 0, width, height }], spots: [0] };
}

/** Whether all of a picture is measured, so that its tiles miss nothing. */
export function isWholeSampled({ tiles }: Sampling, size: Pick<Tile, 'width' | 'height'>): boolean {
  return tiles.some(({ width, height }) => width === size.width && height === size.height);
}
