import type { NearestColours } from './nearest-colours.ts';

/** Bits that a pixel costs when it goes on with a run, with the row above or with a neighbour, and otherwise. */
const RUN = 1;
const ABOVE = 1.5;
const DIAGONAL = 3;
const LITERAL = 6;

/** A row that is being mapped, with all that decides about its pixels. */
export interface RowChoice {
  readonly colours: NearestColours;
  readonly indexes: Uint8Array;
  /** Indexes of the frame before, whose pixels need not be drawn again; null for still pictures. */
  readonly before: Uint8Array | null;
  readonly width: number;
  readonly y: number;
  /** 1 from left to right, -1 back. */
  readonly step: number;
  /** Squared error, in levels, that one bit is worth. */
  readonly lambda: number;
}

/**
 * The colour of least cost (error + lambda × bits): the nearest or one of the five that pack better. The innermost loop of
 * all.
 * @param i pixels of the row that are done
 * @param x place in the row
 */
export function cheapestColour(
  { colours, indexes, before, width, y, step, lambda }: RowChoice,
  nearest: number,
  i: number,
  x: number,
  r: number,
  g: number,
  b: number,
  a: number,
): number {
  const at = y * width + x;
  // Nothing is nearer, and nothing takes fewer bits.
  if (i > 0 && indexes[at - step] === nearest) return nearest;
  let chosen = nearest;
  const least = colours.distance(nearest, r, g, b, a);
  let cost = least + lambda * LITERAL;
  if (i > 0) {
    const run = indexes[at - step]!;
    const total = lambda * RUN + colours.distance(run, r, g, b, a);
    if (total < cost) [cost, chosen] = [total, run];
  }
  if (before) {
    const same = before[at]!;
    const goesOn = i > 0 && indexes[at - step] === before[at - step];
    const total = lambda * (goesOn ? RUN : DIAGONAL) + colours.distance(same, r, g, b, a);
    if (total < cost) [cost, chosen] = [total, same];
  }
  if (y === 0) return chosen;
  const up = at - width;
  const above = indexes[up]!;
  if (above !== chosen) {
    const total = lambda * ABOVE + (above === nearest ? least : colours.distance(above, r, g, b, a));
    if (total < cost) [cost, chosen] = [total, above];
  }
  if (cost <= lambda * DIAGONAL) return chosen;
  const ahead = i < width - 1 ? indexes[up + step]! : chosen;
  if (ahead !== chosen) {
    const total = lambda * DIAGONAL + colours.distance(ahead, r, g, b, a);
    if (total < cost) [cost, chosen] = [total, ahead];
  }
  const behind = i > 0 ? indexes[up - step]! : chosen;
  if (behind !== chosen && lambda * DIAGONAL + colours.distance(behind, r, g, b, a) < cost) return behind;
  return chosen;
}
