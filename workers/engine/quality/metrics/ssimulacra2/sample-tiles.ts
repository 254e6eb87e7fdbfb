import { FULL_SIDE_PX, LEAST_SIDE_PX, TILE_PLACES, TILE_SIDE_PX, WHOLE_PIXELS } from '../../thresholds.ts';

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
    ...stored(room, across, down, orientation),
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

/** Where a displayed place lies in the stored picture; from orientation 5 on rows are displayed as columns. */
function stored(
  room: { readonly x: number; readonly y: number },
  across: number,
  down: number,
  orientation: number,
): { x: number; y: number } {
  const isTransposed = orientation > 4;
  const x = Math.round(room.x * (isTransposed ? down : across));
  const y = Math.round(room.y * (isTransposed ? across : down));
  return {
    x: FROM_RIGHT.has(orientation) ? room.x - x : x,
    y: FROM_BOTTOM.has(orientation) ? room.y - y : y,
  };
}

/** Orientations whose stored columns (rows) run against the displayed direction that they become. */
const FROM_RIGHT = new Set([2, 3, 7, 8]);
const FROM_BOTTOM = new Set([3, 4, 6, 7]);
