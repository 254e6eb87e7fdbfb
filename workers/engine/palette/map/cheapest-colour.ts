import { ABOVE_BITS, DIAGONAL_BITS, LITERAL_BITS, RUN_BITS } from '../tuning.ts';
import type { NearestColours } from './nearest-colours.ts';

/** A row that is being mapped. */
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
  let cost = least + lambda * LITERAL_BITS;
  if (i > 0) {
    const run = indexes[at - step]!;
    const total = lambda * RUN_BITS + colours.distance(run, r, g, b, a);
    if (total < cost) [cost, chosen] = [total, run];
  }
  if (before) {
    const same = before[at]!;
    const goesOn = i > 0 && indexes[at - step] === before[at - step];
    const total = lambda * (goesOn ? RUN_BITS : DIAGONAL_BITS) + colours.distance(same, r, g, b, a);
    if (total < cost) [cost, chosen] = [total, same];
  }
  if (y === 0) return chosen;
  const up = at - width;
  const above = indexes[up]!;
  if (above !== chosen) {
    const total = lambda * ABOVE_BITS + (above === nearest ? least : colours.distance(above, r, g, b, a));
    if (total < cost) [cost, chosen] = [total, above];
  }
  if (cost <= lambda * DIAGONAL_BITS) return chosen;
  const ahead = i < width - 1 ? indexes[up + step]! : chosen;
  if (ahead !== chosen) {
    const total = lambda * DIAGONAL_BITS + colours.distance(ahead, r, g, b, a);
    if (total < cost) [cost, chosen] = [total, ahead];
  }
  const behind = i > 0 ? indexes[up - step]! : chosen;
  if (behind !== chosen && lambda * DIAGONAL_BITS + colours.distance(behind, r, g, b, a) < cost)
    return behind;
  return chosen;
}
