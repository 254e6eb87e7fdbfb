import type { Region } from './pixels.ts';

/** The least rectangle around what differs. */
export interface ChangedRegion extends Region {
  /** Pixels that differ. */
  readonly count: number;
}

/**
 * Compares two canvases of the same size.
 * @param width of both, px
 * @returns one pixel at the top left, with a count of 0, where they are equal
 */
export function changedRegion(before: Uint32Array, after: Uint32Array, width: number): ChangedRegion {
  const height = after.length / width;
  let [left, right, top, bottom, count] = [width, -1, height, -1, 0];
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      if (before[at] === after[at]) continue;
      count++;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  if (count === 0) return { x: 0, y: 0, width: 1, height: 1, count };
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1, count };
}

/** The part of a canvas inside a region, in an array of its own. */
export function cutRegion(
  canvas: Uint32Array,
  canvasWidth: number,
  { x, y, width, height }: Region,
): Uint32Array {
  const part = new Uint32Array(width * height);
  for (let row = 0; row < height; row++) {
    const from = (y + row) * canvasWidth + x;
    part.set(canvas.subarray(from, from + width), row * width);
  }
  return part;
}

/**
 * What has to be drawn over a region so that it shows something else: only what changes, the rest left empty.
 * @param target what is to show, as codes (pixels, or places in a palette)
 * @param under  what shows before
 * @param empty  the code that draws nothing
 * @returns null where something transparent would be drawn: some programs compose it wrongly even over an empty place
 */
export function changesOver(
  target: Uint32Array,
  under: Uint32Array,
  empty: number,
  isOpaque: (code: number) => boolean,
): Uint32Array | null {
  const over = new Uint32Array(target.length);
  for (let i = 0; i < target.length; i++) {
    const code = target[i]!;
    if (code === under[i]) over[i] = empty;
    else if (isOpaque(code)) over[i] = code;
    else return null;
  }
  return over;
}

/** Fills a region of a canvas with one value. */
export function fillRegion(
  canvas: Uint32Array,
  canvasWidth: number,
  { x, y, width, height }: Region,
  value: number,
): void {
  for (let row = y; row < y + height; row++)
    canvas.fill(value, row * canvasWidth + x, row * canvasWidth + x + width);
}
