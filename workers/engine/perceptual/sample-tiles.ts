/** A part of a picture, in px. */
export interface Tile {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where a picture is looked at: the spot tiles decide, the others watch over the rest. */
export interface Sampling {
  readonly tiles: readonly Tile[];
  /** Indexes of the spot tiles. */
  readonly spots: readonly number[];
}

/** Pictures up to this size are looked at as a whole. */
const WHOLE_PIXELS = 300_000;

/** Side of a tile, px. */
export const TILE_SIDE = 448;

/**
 * Chooses tiles: up to 0.3 MP the whole picture; above, the quarter points of the displayed diagonal (the spots), those
 * of the other diagonal and the centre.
 * @param orientation EXIF orientation 1-8: the diagonal is that of the picture as displayed [1]
 */
export function sampleTiles(width: number, height: number, orientation = 1): Sampling {
  if (width * height <= WHOLE_PIXELS) return { tiles: [{ x: 0, y: 0, width, height }], spots: [0] };
  const at = (across: number, down: number): Tile => ({
    ...along('x', width, across),
    ...along('y', height, down),
  });
  const main = [at(0.25, 0.25), at(0.75, 0.75)];
  const other = [at(0.75, 0.25), at(0.25, 0.75)];
  // Mirrored or turned by a quarter, the other stored diagonal is the one that runs from top left.
  const swapped = orientation % 2 === 0;
  return { tiles: [...(swapped ? other : main), ...(swapped ? main : other), at(0.5, 0.5)], spots: [0, 1] };
}

function along<Axis extends 'x' | 'y'>(axis: Axis, size: number, share: number) {
  const side = Math.min(TILE_SIDE, size);
  // Not rounded to blocks of codecs: tiles that begin with a block flatter JPEG by up to 4 points, as the meter halves
  // the picture along the very borders of its blocks.
  const from = Math.round((size - side) * share);
  return { [axis]: from, [axis === 'x' ? 'width' : 'height']: side } as Record<Axis, number> &
    Record<Axis extends 'x' ? 'width' : 'height', number>;
}
