import type { Raster } from '../../base/raster.ts';
import { BLOCK_SIDE_PX } from '../../quality/thresholds.ts';
import {
  ALPHA_WEIGHT,
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
  SAMPLE_WEIGHTS,
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
  const groups = new Map<number, Group>();
  const errors = new PixelErrors(raster, picture);
  const [columns, rows] = [blocksAlong(width), blocksAlong(height)];
  const isMoved = new Uint8Array(columns.count * rows.count);
  const faults = new Uint8Array(width * BLOCK_SIDE_PX);
  let above = new Uint8Array(width + 1);
  let here = new Uint8Array(width + 1);
  const isMissed = (found: number, x: number, y: number): boolean =>
    (found & TINTED) !== 0 ||
    ((found & NOTABLE) !== 0 && isMoved[rows.of[y]! * columns.count + columns.of[x]!] === 1);
  const noteMeasured = (share: number): void => note(groups, errors.pixel, errors.error, share);
  // A square of four large errors counts once, a quarter for each pixel, so that turning it changes nothing.
  const noteSquare = (x: number, y: number): void => {
    for (const [left, top] of [
      [x - 1, y - 1],
      [x, y - 1],
      [x - 1, y],
      [x, y],
    ] as const) {
      if (!isMissed(errors.measure(top * width + left), left, top)) noteMeasured(1 / 4);
    }
  };
  for (let top = 0, block = 0; top < height; block++) {
    let end = top;
    while (end < height && rows.of[end] === block) end++;
    const moved = isMoved.subarray(block * columns.count, (block + 1) * columns.count);
    errors.readRows({ top, end, columns }, faults, moved);
    for (let y = top, place = 0; y < end; y++) {
      for (let x = 0; x < width; x++, place++) {
        const found = faults[place]!;
        if (found !== 0 && isMissed(found, x, y)) {
          errors.measure(y * width + x);
          noteMeasured(1);
        }
        here[x + 1] = found & LARGE;
        if (above[x]! + above[x + 1]! + here[x]! + here[x + 1]! === 4) noteSquare(x, y);
      }
      [above, here] = [here, above];
    }
    top = end;
  }
  return [...groups.values()];
}

/** What a pixel may be missed for, a bit each: an error that shows anywhere, in a block whose mean has moved, or as a tint. */
const LARGE = 1;
const NOTABLE = 2;
const TINTED = 4;

/** A row of blocks: its first row of pixels, the one behind its last, and its blocks. */
interface BlockRow {
  readonly top: number;
  readonly end: number;
  readonly columns: Blocks;
}

/** How far the pixels of a mapped picture are from their colours. */
class PixelErrors {
  /** The pixel that was measured last, as far as it is opaque, and its squared error. */
  readonly pixel = [0, 0, 0, 255];
  error = 0;
  private readonly raster: Raster;
  private readonly indexes: Uint8Array;
  private readonly colours: Float64Array;
  private readonly coordinates: Float64Array;
  private readonly ofPixel = new Float64Array(AXES);

  constructor(raster: Raster, { palette, indexes }: IndexedPicture) {
    this.raster = raster;
    this.indexes = indexes;
    this.coordinates = coordinatesOf(palette, 1);
    this.colours = Float64Array.from(palette, (sample, i) =>
      i % 4 === 3 ? sample : (sample * palette[i | 3]!) / 255,
    );
  }

  /** @returns bits of its faults */
  measure(at: number): number {
    const { coordinates, ofPixel, pixel } = this;
    readPremultiplied(this.raster, at, pixel);
    writeCoordinates(pixel, 1, ofPixel);
    const colour = this.indexes[at]! * AXES;
    this.error = sampleDistance(ofPixel, 0, coordinates, colour);
    if (this.error <= MISSED_IN_BLOCK_ERROR) return 0;
    const isOfHue = this.error <= MISSED_HUE_ERROR || !isTinted(ofPixel, coordinates, colour);
    return NOTABLE | (this.error > MISSED_ERROR ? LARGE : 0) | (isOfHue ? 0 : TINTED);
  }

  /**
   * Measures a row of blocks.
   * @param faults  gets those of its pixels, row by row
   * @param isMoved gets 1 for each block whose mean has moved, in which an icon or a sign is seen; all rows count: signs are thin
   */
  readRows({ top, end, columns }: BlockRow, faults: Uint8Array, isMoved: Uint8Array): void {
    const { colours, indexes, pixel, raster } = this;
    const sums = new Float64Array(columns.count * 4);
    const first = top * raster.width;
    let [red, green, blue, alpha, found] = [0, 0, 0, 0, 0];
    for (let at = first, x = 0; at < end * raster.width; at++, x = x + 1 < raster.width ? x + 1 : 0) {
      if (at === first || !isAsBefore(raster, indexes, at)) {
        readPremultiplied(raster, at, pixel);
        const colour = indexes[at]! * 4;
        red = pixel[0]! - colours[colour]!;
        green = pixel[1]! - colours[colour + 1]!;
        blue = pixel[2]! - colours[colour + 2]!;
        alpha = pixel[3]! - colours[colour + 3]!;
        // Most pixels are near their colour, which is seen without their hue.
        found = squaredError(red, green, blue, alpha) < MISSED_IN_BLOCK_ERROR - 1 ? 0 : this.measure(at);
      }
      faults[at - first] = found;
      const block = columns.of[x]! * 4;
      sums[block]! += red;
      sums[block + 1]! += green;
      sums[block + 2]! += blue;
      sums[block + 3]! += alpha;
    }
    const most = MOVED_LEVELS * BLOCK_SIDE_PX * BLOCK_SIDE_PX;
    for (let block = 0; block < columns.count; block++)
      isMoved[block] = sums.subarray(block * 4, block * 4 + 4).some((sum) => Math.abs(sum) > most) ? 1 : 0;
  }
}

/** {@link sampleDistance} by differences of colours as far as they are opaque, but for the last digits. */
function squaredError(red: number, green: number, blue: number, alpha: number): number {
  const grey = alpha / 2;
  return (
    SAMPLE_WEIGHTS[0] * (red - grey) ** 2 +
    SAMPLE_WEIGHTS[1] * (green - grey) ** 2 +
    SAMPLE_WEIGHTS[2] * (blue - grey) ** 2 +
    ALPHA_WEIGHT * alpha * alpha
  );
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
