import type { Raster } from '../../base/raster.ts';
import { BLOCK_SIDE_PX } from '../../quality/thresholds.ts';
import {
  AXES,
  hueDistance,
  coordinatesOf,
  sampleDistance,
  straight,
  writeCoordinates,
} from '../colour-metric.ts';
import type { IndexedPicture } from '../map/indexed-picture.ts';
import {
  LEAST_MISSED_PIXELS,
  MISSED_ERROR,
  MISSED_GROUPS,
  MISSED_HUE_ERROR,
  MISSED_IN_BLOCK_ERROR,
  MOVED_LEVELS,
  SHADES_APART,
} from '../tuning.ts';

/**
 * The colours of pixels that a palette shows wrong. Three kinds count: large errors with three neighbours as wrong (edges of letters
 * are no areas), notable errors in blocks whose mean has moved, and tints, also on edges: green ends of a grey line show.
 * @returns RGBA, the most error first
 */
export function missedColours(raster: Raster, picture: IndexedPicture): number[][] {
  const groups = missedGroups(raster, picture).sort(byError).slice(0, MISSED_GROUPS);
  const large = joined(groups).filter(({ pixels }) => pixels >= LEAST_MISSED_PIXELS);
  const missed: Placed[] = [];
  for (const group of large.sort(byError).map(placed))
    if (!missed.some((other) => isShade(other, group))) missed.push(group);
  return missed.map(meanOf);
}

/** Pixels of about one colour, their samples summed up as far as they are opaque. */
interface Group {
  readonly sums: number[];
  pixels: number;
  error: number;
}

interface Placed extends Group {
  readonly coordinates: Float64Array;
}

function byError(a: Group, b: Group): number {
  return b.error - a.error;
}

function placed(group: Group): Placed {
  return { ...group, coordinates: coordinatesOf(Uint8Array.from(meanOf(group)), 0) };
}

function isShade(a: Placed, b: Placed): boolean {
  return sampleDistance(a.coordinates, 0, b.coordinates, 0) <= SHADES_APART;
}

/** Groups with those too small to count joined to the first that is about their colour: shades of an icon have few pixels each. */
function joined(groups: readonly Group[]): Group[] {
  const large: Placed[] = [];
  for (const group of groups.map(placed)) {
    const shades =
      group.pixels < LEAST_MISSED_PIXELS ? large.find((other) => isShade(other, group)) : undefined;
    if (!shades) {
      large.push({ ...group, sums: [...group.sums] });
      continue;
    }
    group.sums.forEach((sum, c) => (shades.sums[c]! += sum));
    shades.pixels += group.pixels;
    shades.error += group.error;
  }
  return large;
}

function meanOf({ sums, pixels }: Group): number[] {
  return straight(sums.map((sum) => sum / pixels));
}

function missedGroups(raster: Raster, picture: IndexedPicture): Group[] {
  const { width, height } = raster;
  const { palette, indexes } = picture;
  const groups = new Map<number, Group>();
  const coordinates = coordinatesOf(palette, 1);
  const ofPixel = new Float64Array(AXES);
  const [columns, rows] = [blocksAlong(width), blocksAlong(height)];
  const isMoved = movedBlocks(raster, picture, columns, rows);
  let above = new Uint8Array(width + 1);
  let here = new Uint8Array(width + 1);
  const pixel = [0, 0, 0, 255];
  let error = 0;
  let isOfHue = true;
  const measure = (at: number): void => {
    readPremultiplied(raster, at, pixel);
    writeCoordinates(pixel, 1, ofPixel);
    const colour = indexes[at]! * AXES;
    error = sampleDistance(ofPixel, 0, coordinates, colour);
    isOfHue = error <= MISSED_HUE_ERROR || !isTinted(ofPixel, coordinates, colour);
  };
  const isMissed = (x: number, y: number): boolean =>
    !isOfHue ||
    (error > MISSED_IN_BLOCK_ERROR && isMoved[rows.of[y]! * columns.count + columns.of[x]!] === 1);
  // A square of four large errors counts once, a quarter for each pixel, so that turning it changes nothing.
  const noteSquare = (x: number, y: number): void => {
    for (const [left, top] of [
      [x - 1, y - 1],
      [x, y - 1],
      [x - 1, y],
      [x, y],
    ] as const) {
      measure(top * width + left);
      if (!isMissed(left, top)) note(groups, pixel, error, 1 / 4);
    }
  };
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      if (!isAsBefore(raster, indexes, at)) measure(at);
      if (isMissed(x, y)) note(groups, pixel, error, 1);
      here[x + 1] = error > MISSED_ERROR ? 1 : 0;
      if (above[x]! + above[x + 1]! + here[x]! + here[x + 1]! === 4) noteSquare(x, y);
    }
    [above, here] = [here, above];
  }
  return [...groups.values()];
}

/** The blocks along a side, the same from both ends: what is left over is shared by the first and the last. */
interface Blocks {
  readonly count: number;
  /** The block of each pixel. */
  readonly of: Uint16Array;
}

function blocksAlong(side: number): Blocks {
  const count = Math.ceil(side / BLOCK_SIDE_PX);
  const before = (count * BLOCK_SIDE_PX - side) / 2;
  return { count, of: Uint16Array.from({ length: side }, (_, at) => (before + at + 1 / 2) / BLOCK_SIDE_PX) };
}

/** For each block whether its mean has moved, in which an icon or a sign is seen. All rows count: signs are thin. */
function movedBlocks(
  raster: Raster,
  { palette, indexes }: IndexedPicture,
  columns: Blocks,
  rows: Blocks,
): Uint8Array {
  const { width, height } = raster;
  const sums = new Float64Array(columns.count * rows.count * 4);
  const colours = Float64Array.from({ length: palette.length }, (_, i) =>
    i % 4 === 3 ? palette[i]! : (palette[i]! * palette[i | 3]!) / 255,
  );
  const pixel = [0, 0, 0, 255];
  const moves = [0, 0, 0, 0];
  for (let y = 0, at = 0; y < height; y++) {
    const row = rows.of[y]! * columns.count;
    for (let x = 0; x < width; x++, at++) {
      if (!isAsBefore(raster, indexes, at)) {
        readPremultiplied(raster, at, pixel);
        for (let c = 0; c < 4; c++) moves[c] = pixel[c]! - colours[indexes[at]! * 4 + c]!;
      }
      const block = (row + columns.of[x]!) * 4;
      for (let c = 0; c < 4; c++) sums[block + c]! += moves[c]!;
    }
  }
  const most = MOVED_LEVELS * BLOCK_SIDE_PX * BLOCK_SIDE_PX;
  return Uint8Array.from({ length: sums.length / 4 }, (_, block) =>
    sums.subarray(block * 4, block * 4 + 4).some((sum) => Math.abs(sum) > most) ? 1 : 0,
  );
}

/** Runs of one colour are common, and cheaper to see than to measure. */
function isAsBefore({ data, channels }: Raster, indexes: Uint8Array, at: number): boolean {
  if (at === 0 || indexes[at] !== indexes[at - 1]) return false;
  const from = at * channels;
  for (let c = from; c < from + channels; c++) if (data[c] !== data[c - channels]) return false;
  return true;
}

function readPremultiplied({ data, channels }: Raster, at: number, to: number[]): void {
  const from = at * channels;
  const isGrey = channels < 3;
  const alpha = channels % 2 === 0 ? data[from + channels - 1]! : 255;
  const share = alpha / 255;
  to[0] = data[from]! * share;
  to[1] = data[isGrey ? from : from + 1]! * share;
  to[2] = data[isGrey ? from : from + 2]! * share;
  to[3] = alpha;
}

/** Whether a colour has another hue than a pixel, and is no duller: fringes of letters may become grey. */
function isTinted(ofPixel: Float64Array, coordinates: Float64Array, colour: number): boolean {
  if (hueDistance(ofPixel, 0, coordinates, colour) <= MISSED_HUE_ERROR) return false;
  return coordinates[colour + 4]! ** 2 + coordinates[colour + 5]! ** 2 > ofPixel[4]! ** 2 + ofPixel[5]! ** 2;
}

/** @param share of the pixel that counts, 0 to 1 */
function note(groups: Map<number, Group>, pixel: readonly number[], error: number, share: number): void {
  const key = pixel.reduce((bits, sample) => (bits << 4) | (sample >> 4), 0);
  const group = groups.get(key) ?? { sums: [0, 0, 0, 0], pixels: 0, error: 0 };
  pixel.forEach((sample, c) => (group.sums[c]! += share * sample));
  group.pixels += share;
  group.error += share * error;
  groups.set(key, group);
}
