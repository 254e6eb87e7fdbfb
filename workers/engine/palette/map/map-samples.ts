import { BLOCK_SIDE_PX } from '../../quality/thresholds.ts';
import { LOCKED_LAMBDA, AREA_REACH_PX } from '../tuning.ts';
import { cheapestColour } from './cheapest-colour.ts';
import type { NearestColours } from './nearest-colours.ts';

export interface MapOptions {
  /** Share of a pixel's error that its neighbours make up for, 0 to 1. */
  readonly dither: number;
  /**
   * Rate-distortion multiplier: squared error, in levels, that a cheaper pixel may cost for each bit it saves; 0 always
   * takes the nearest colour.
   */
  readonly lambda: number;
  /** Where next to no error is taken for a saved bit [nowhere]. */
  readonly locked?: LockedBlocks | null | undefined;
}

/** How a picture was mapped to its palette. */
export interface Colouring extends MapOptions {
  /** RGBA. */
  readonly palette: Uint8Array;
}

/** Blocks of a picture, of BLOCK_SIDE_PX px, whose colour stays where it is. */
export interface LockedBlocks {
  readonly columns: number;
  /** 1 for each of them, row by row. */
  readonly marks: Uint8Array;
}

/** From a pixel's place to that of its block. */
const BLOCK_BITS = Math.log2(BLOCK_SIDE_PX);

/** The marks of the blocks that a row of pixels lies in; null where none is locked. */
function lockedRow(locked: LockedBlocks | null | undefined, y: number): Uint8Array | null {
  return locked ? locked.marks.subarray((y >> BLOCK_BITS) * locked.columns) : null;
}

/** The premultiplied samples of a picture or a frame, four a pixel, 0 to 255. */
export interface SampleRows {
  /** px */
  readonly width: number;
  readonly height: number;
  readonly readRow: (y: number, to: Float32Array) => void;
  /**
   * Whether opaque samples take no error of alpha from their neighbours. Frames do so, as holes would let the frame before
   * show through; in still pictures diffused alpha packs a little better.
   */
  readonly keepsOpaque: boolean;
}

/** The frame before one of an animation. */
export interface PreviousFrame {
  readonly indexes: Uint8Array;
  /** 1 where the pixel is as it was: its index stays, so that nothing flickers. */
  readonly unchanged: Uint8Array;
}

/**
 * Maps samples to a palette without diffusion, in serpentine rows.
 * @param nearest index of the nearest colour for each pixel
 * @param options lambda above 0
 * @returns one index a pixel, in an array of its own
 */
export function mapByCost(
  samples: SampleRows,
  colours: NearestColours,
  nearest: Uint8Array,
  { lambda, locked }: Pick<MapOptions, 'lambda' | 'locked'>,
  previous: PreviousFrame | null = null,
): Uint8Array {
  const { width, height } = samples;
  const indexes = new Uint8Array(width * height);
  let row = new Float32Array(width * 4);
  let above = new Float32Array(width * 4);
  const before = previous && previous.indexes;
  const unchanged = previous && previous.unchanged;
  for (let y = 0; y < height; y++) {
    [row, above] = [above, row];
    samples.readRow(y, row);
    const step = y % 2 === 0 ? 1 : -1;
    const choice = { colours, indexes, before, width, y, step, lambda };
    const isLocked = lockedRow(locked, y);
    const careful = isLocked ? { ...choice, lambda: Math.min(lambda, LOCKED_LAMBDA) } : choice;
    for (let i = 0, x = step > 0 ? 0 : width - 1; i < width; i++, x += step) {
      const at = y * width + x;
      if (unchanged !== null && unchanged[at] === 1) {
        indexes[at] = before![at]!;
        continue;
      }
      const known = nearest[at]!;
      // Nothing is nearer, and nothing takes fewer bits: most pixels of drawings and screens.
      if (i > 0 && indexes[at - step] === known) {
        indexes[at] = known;
        continue;
      }
      const p = x * 4;
      // Over transparent pixels a run that goes on would leave a patch of haze, which no meter of structure finds.
      if (row[p + 3] === 0) {
        indexes[at] = known;
        continue;
      }
      if (isInArea(row, above, p, step * 4) && hasColour(colours, known, row, p)) {
        indexes[at] = known;
        continue;
      }
      const pick = isLocked !== null && isLocked[x >> BLOCK_BITS] === 1 ? careful : choice;
      indexes[at] = cheapestColour(pick, known, i, x, row[p]!, row[p + 1]!, row[p + 2]!, row[p + 3]!);
    }
  }
  return indexes;
}

/**
 * Maps samples to a palette with error diffusion (Floyd and Steinberg, in serpentine rows).
 * @returns one index a pixel, in an array of its own
 */
export function mapDiffused(
  samples: SampleRows,
  colours: NearestColours,
  { dither, lambda, locked }: MapOptions,
  previous: PreviousFrame | null = null,
): Uint8Array {
  const { width, height, keepsOpaque } = samples;
  const { weighted } = colours;
  const indexes = new Uint8Array(width * height);
  let row = new Float32Array(width * 4);
  let above = new Float32Array(width * 4);
  const before = previous && previous.indexes;
  const unchanged = previous && previous.unchanged;
  // Error of the row and of the one below, with a pixel to spare at both ends.
  let here = new Float32Array((width + 2) * 4);
  let below = new Float32Array((width + 2) * 4);
  for (let y = 0; y < height; y++) {
    [row, above] = [above, row];
    samples.readRow(y, row);
    const step = y % 2 === 0 ? 1 : -1;
    const choice = { colours, indexes, before, width, y, step, lambda };
    const isLocked = lockedRow(locked, y);
    const careful = isLocked ? { ...choice, lambda: Math.min(lambda, LOCKED_LAMBDA) } : choice;
    for (let i = 0, x = step > 0 ? 0 : width - 1; i < width; i++, x += step) {
      const pixel = y * width + x;
      if (unchanged !== null && unchanged[pixel] === 1) {
        indexes[pixel] = before![pixel]!;
        continue;
      }
      const p = x * 4;
      const at = p + 4;
      // No error makes up for one beyond white or black: areas of them would keep the shade that leads to them.
      if (isExtreme(row, p) && isInArea(row, above, p, step * 4)) {
        const known = colours.find(row[p]!, row[p + 1]!, row[p + 2]!, row[p + 3]!);
        if (hasColour(colours, known, row, p)) {
          indexes[pixel] = known;
          continue;
        }
      }
      const r = clampSample(row[p]! + here[at]!);
      const g = clampSample(row[p + 1]! + here[at + 1]!);
      const b = clampSample(row[p + 2]! + here[at + 2]!);
      const a = keepsOpaque && row[p + 3] === 255 ? 255 : clampSample(row[p + 3]! + here[at + 3]!);
      const nearest = colours.find(r, g, b, a);
      const pick = isLocked !== null && isLocked[x >> BLOCK_BITS] === 1 ? careful : choice;
      const chosen = lambda > 0 ? cheapestColour(pick, nearest, i, x, r, g, b, a) : nearest;
      indexes[pixel] = chosen;
      const colour = chosen * 4;
      spread(here, below, at, step * 4, (r - weighted[colour]!) * dither);
      spread(here, below, at + 1, step * 4, (g - weighted[colour + 1]!) * dither);
      spread(here, below, at + 2, step * 4, (b - weighted[colour + 2]!) * dither);
      spread(here, below, at + 3, step * 4, (a - weighted[colour + 3]!) * dither);
    }
    [here, below] = [below, here];
    below.fill(0);
  }
  return indexes;
}

/** Shares of an error that go to neighbours, in sixteenths 7, 3, 5 and 1. Source: Floyd and Steinberg, 1976. */
const AHEAD = 0.4375;
const BELOW_BEHIND = 0.1875;
const BELOW = 0.3125;
const BELOW_AHEAD = 0.0625;

/** Hands the error of a sample on. */
function spread(here: Float32Array, below: Float32Array, at: number, ahead: number, error: number): void {
  here[at + ahead]! += error * AHEAD;
  below[at - ahead]! += error * BELOW_BEHIND;
  below[at]! += error * BELOW;
  below[at + ahead]! += error * BELOW_AHEAD;
}

function clampSample(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : value;
}

/**
 * Whether a pixel is part of an area: it has the colour of its neighbours in the row and of the pixel above. An area whose colour the
 * palette has begins where it begins: else the shade that leads to it would go on through all of it.
 * @param ahead from the sample of the pixel before to the same one of this pixel
 */
function isInArea(row: Float32Array, above: Float32Array, at: number, ahead: number): boolean {
  for (let c = at; c < at + 4; c++) {
    if (row[c] !== above[c]) return false;
    for (let away = 1; away <= AREA_REACH_PX; away++)
      if (row[c] !== row[c - away * ahead] || row[c] !== row[c + away * ahead]) return false;
  }
  return true;
}

/** Whether a colour of the palette is exactly that of a pixel. */
function hasColour(colours: NearestColours, index: number, row: Float32Array, at: number): boolean {
  return colours.distance(index, row[at]!, row[at + 1]!, row[at + 2]!, row[at + 3]!) === 0;
}

/** Whether a pixel is white or black. */
function isExtreme(row: Float32Array, at: number): boolean {
  const sample = row[at]!;
  return (sample === 0 || sample === 255) && row[at + 1] === sample && row[at + 2] === sample;
}
