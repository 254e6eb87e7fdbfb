import { clamp } from '../../../base/bytes.ts';
import {
  CELL_PX,
  COVER_SIDE_PX,
  FULL_SIDE_PX,
  LEAST_SIDE_PX,
  MOST_COVER_TILES,
  SPOT_PLACES,
  TILE_SIDE_PX,
  WHOLE_PIXELS,
} from '../../thresholds.ts';

/** A part of a picture, in px. */
export interface Tile {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

type Size = Pick<Tile, 'width' | 'height'>;

/** Where a picture is measured. Places stay what they are when the picture is mirrored or turned. */
export interface Sampling {
  /** What trials are measured on: all of the picture, or its quarter points, two on each diagonal after the other. */
  readonly spots: readonly Tile[];
  /** What results are measured on as well: all of the picture, or tiles spread evenly over it; none where the spot is all of it. */
  readonly cover: readonly Tile[];
  /** Where bands alone are looked for, in the gaps of the cover [nowhere]. */
  readonly slope?: Tile | undefined;
}

/** How many times each pixel is drawn along a side of a picture to be measured: more than once where that is thin. */
export function magnification(side: number): number {
  return side < LEAST_SIDE_PX ? Math.ceil(FULL_SIDE_PX / side) : 1;
}

/**
 * Chooses tiles: up to 0.3 MP the whole picture, above the quarter points, and a cover. Quarter points lie in no grid of blocks:
 * where the halvings of the meter fall together with those of a codec's chroma, a picture scores up to two points better than it
 * does a pixel further.
 */
export function sampleTiles(width: number, height: number): Sampling {
  const pixels = width * magnification(width) * height * magnification(height);
  if (pixels <= WHOLE_PIXELS) return wholeSampling({ width, height });
  const size = { width: Math.min(TILE_SIDE_PX, width), height: Math.min(TILE_SIDE_PX, height) };
  const spots = SPOT_PLACES.map(([across, down]) => ({
    x: placeIn(width - size.width, across),
    y: placeIn(height - size.height, down),
    ...size,
  }));
  return { spots, cover: coverOf({ width, height }) };
}

/** Measures all of a picture, in trials too. */
export function wholeSampling({ width, height }: Size): Sampling {
  return { spots: [{ x: 0, y: 0, width, height }], cover: [] };
}

/** Whether trials measure all of a picture, so that they miss nothing. */
export function isWholeSampled({ spots }: Sampling, size: Size): boolean {
  return spots.some(({ width, height }) => width === size.width && height === size.height);
}

/** Tiles of one size in even columns and rows: beside each other, or with gaps where they would be too many. */
function coverOf({ width, height }: Size): Tile[] {
  const columns = Math.ceil(width / COVER_SIDE_PX);
  const rows = Math.ceil(height / COVER_SIDE_PX);
  const thinning = Math.max(1, Math.sqrt((columns * rows) / MOST_COVER_TILES));
  const kept = (tiles: number): number => clamp(Math.round(tiles / thinning), 1, MOST_COVER_TILES);
  const [across, down] = [spread(width, kept(columns)), spread(height, kept(rows))];
  return down.starts.flatMap((y) =>
    across.starts.map((x) => ({ x, y, width: across.length, height: down.length })),
  );
}

/** A share of the room along a side, from the nearer end: it is as far from there when the picture is turned. */
function placeIn(room: number, share: number): number {
  return share > 0.5 ? room - Math.round(room * (1 - share)) : Math.round(room * share);
}

/**
 * The middle of each of `count` equal parts of a side; all of the part where it is short enough. Tiles are whole cells, and those beside
 * each other an even number on an odd side: a cell has the same pixels from either end.
 */
function spread(
  side: number,
  count: number,
): { readonly starts: readonly number[]; readonly length: number } {
  if (side < FULL_SIDE_PX) return { starts: [0], length: side };
  const isBeside = side <= count * COVER_SIDE_PX;
  const parts = isBeside && side % 2 === 1 && count % 2 === 1 ? count + 1 : count;
  const length = Math.min(
    COVER_SIDE_PX,
    CELL_PX * Math.ceil(side / parts / CELL_PX),
    CELL_PX * Math.floor(side / CELL_PX),
  );
  const room = side - length;
  const starts = Array.from({ length: parts }, (_, i) => {
    const nearer = Math.min(i, parts - 1 - i);
    const start = Math.round(clamp(((nearer + 0.5) * side) / parts - length / 2, 0, room));
    return nearer === i ? start : room - start;
  });
  return { starts, length };
}
