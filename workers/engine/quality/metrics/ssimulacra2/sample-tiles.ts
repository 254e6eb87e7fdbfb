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

/** Pictures up to this size are measured as a whole. */
const WHOLE_PIXELS = 300_000;

/** Sides of fewer pixels have no scale on which the published weights see anything; from the other on they have all six. */
const LEAST_SIDE = 8;
const FULL_SIDE = 128;

/** How many times each pixel is drawn along a side of a picture to be measured: more than once where that is thin. */
export function magnification(side: number): number {
  return side < LEAST_SIDE ? Math.ceil(FULL_SIDE / side) : 1;
}

/** Whether a picture is measured as a whole, so that its tiles miss nothing. */
export function isMeasuredWhole({ width, height }: Pick<Tile, 'width' | 'height'>): boolean {
  return width * magnification(width) * height * magnification(height) <= WHOLE_PIXELS;
}

/** Side of a tile, px. */
export const TILE_SIDE = 448;

/** Where tiles lie, as shares of the room across and down: the displayed diagonal (the spots), the other one, the centre. */
const PLACES = [
  [0.25, 0.25],
  [0.75, 0.75],
  [0.75, 0.25],
  [0.25, 0.75],
  [0.5, 0.5],
] as const;

/**
 * Chooses tiles: up to 0.3 MP the whole picture; above, the quarter points of the displayed diagonal (the spots), those
 * of the other diagonal and the centre. They lie in no grid of blocks: where the halvings of the meter fall together with
 * those of a codec's chroma, a picture scores up to two points better than it does a pixel further.
 * @param orientation EXIF orientation 1-8: places are those of the picture as displayed [1]
 */
export function sampleTiles(width: number, height: number, orientation = 1): Sampling {
  if (isMeasuredWhole({ width, height })) return { tiles: [{ x: 0, y: 0, width, height }], spots: [0] };
  const size = { width: Math.min(TILE_SIDE, width), height: Math.min(TILE_SIDE, height) };
  const room = { x: width - size.width, y: height - size.height };
  const tiles = PLACES.map(([across, down]) => ({ ...stored(room, across, down, orientation), ...size }));
  return { tiles, spots: [0, 1] };
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
