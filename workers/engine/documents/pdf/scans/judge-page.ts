import type { Raster } from '../../../base/raster.ts';
import type { Area } from './kept-areas.ts';
import {
  JUDGED_MM,
  GAP_MM,
  MOST_BAD_MM2,
  MOST_SHIFT,
  MOST_HUE,
  EDGE_PIXELS,
  NEAR_MM,
  KEPT_CONTRAST,
  JUDGED_CONTRAST,
} from './tuning.ts';

/**
 * Judges a page in layers against its scan, by other means than those that took it apart: contrast of each pixel with the paper
 * around it. Each stroke must be found again in its place with a third of its contrast, none may be new, and the colours of ink and
 * paper must be those of the scan.
 * @param shownRows the rows of the page in layers from the first number up to the second
 * @param px pixels of a length in millimetres
 * @returns the places that fail
 */
export function judgePage(
  scan: Raster,
  shownRows: (top: number, bottom: number) => Raster,
  px: (millimetres: number) => number,
): Area[] {
  const [cell, reach, gap] = [px(JUDGED_MM), px(NEAR_MM), Math.max(2, px(GAP_MM))];
  const mostBad = Math.max(2, MOST_BAD_MM2 * px(1) ** 2);
  const failed: Area[] = [];
  for (let top = 0; top < scan.height; top += cell * BAND_CELLS) {
    const bottom = Math.min(scan.height, top + cell * BAND_CELLS);
    const first = Math.max(0, top - reach - 2);
    const end = Math.min(scan.height, bottom + reach + 2);
    const [before, after] = [rowsOf(scan, first, end), shownRows(first, end)];
    const [lumaThere, lumaHere] = [smoothLuma(before), smoothLuma(after)];
    const band = {
      before,
      after,
      lumaThere,
      lumaHere,
      there: localContrast(before, lumaThere, reach),
      here: localContrast(after, lumaHere, reach),
    };
    for (const area of cellsBetween(top, bottom, scan.width, cell)) {
      const place = { ...area, top: area.top - first, bottom: area.bottom - first };
      if (fails(band, place, { mostBad, gap })) failed.push(area);
    }
  }
  return failed;
}

/** Rows of cells that are judged at a time: few enough for the cache, many beside the rows that two bands need. */
const BAND_CELLS = 16;

/** The rows of a raster from `top` up to `bottom`, which share its samples. */
export function rowsOf({ width, channels, data, ...raster }: Raster, top: number, bottom: number): Raster {
  const rows = data.subarray(top * width * channels, bottom * width * channels);
  return { ...raster, width, channels, height: bottom - top, data: rows };
}

function* cellsBetween(top: number, bottom: number, width: number, cell: number): Generator<Area> {
  for (let y = top; y < bottom; y += cell)
    for (let left = 0; left < width; left += cell)
      yield { left, top: y, right: Math.min(width, left + cell), bottom: Math.min(bottom, y + cell) };
}

/** Rows of a page and of its layers, with the luma and the contrast of both. */
interface Band {
  readonly before: Raster;
  readonly after: Raster;
  readonly lumaThere: Uint8Array;
  readonly lumaHere: Uint8Array;
  readonly there: Int8Array;
  readonly here: Int8Array;
}

/** Pixels that an area may miss, and pixels beside a gap in which a stroke is looked for. */
interface Limits {
  readonly mostBad: number;
  readonly gap: number;
}

function fails(band: Band, area: Area, { mostBad, gap }: Limits): boolean {
  const { before, after, there, here } = band;
  return (
    countMissing(there, here, before, area) > mostBad ||
    countMissing(here, there, before, area) > mostBad ||
    countFilled(band, area, gap) > mostBad ||
    hasOtherColours(before, after, there, area) ||
    hasOtherHue(before, after, there, { area, mostBad })
  );
}

/** How much darker each pixel is than the paper around it, or lighter below 0: levels of luma, at most 127. */
function localContrast({ width, height }: Raster, luma: Uint8Array, reach: number): Int8Array {
  const size = { width, height, reach };
  const means = meansAround(luma, new Uint8Array(luma.length).fill(1), luma, size);
  // Paper is what is no darker than the mean: strokes nearby make that darker, by more than a hairline between them is.
  const isLight = luma.map((level, at) => (level >= means[at]! ? 1 : 0));
  const papers = meansAround(luma, isLight, means, size);
  const out = new Int8Array(luma.length);
  for (let at = 0; at < out.length; at++) out[at] = Math.max(-127, Math.min(127, papers[at]! - luma[at]!));
  return out;
}

/** The mean of those pixels that count in the square that reaches so far around each, or what stands instead where none does. */
function meansAround(
  values: Uint8Array,
  counts: Uint8Array,
  instead: Uint8Array,
  size: { readonly width: number; readonly height: number; readonly reach: number },
): Uint8Array {
  const sums = sumsAround(
    values.map((value, at) => value * counts[at]!),
    size,
  );
  const pixels = sumsAround(counts, size);
  return instead.map((value, at) => (pixels[at] === 0 ? value : sums[at]! / pixels[at]!));
}

/** The sum of the square that reaches so far around each pixel, within the picture. */
function sumsAround(
  values: Uint8Array,
  { width, height, reach }: { readonly width: number; readonly height: number; readonly reach: number },
): Uint32Array {
  const out = new Uint32Array(values.length);
  const columns = new Int32Array(width);
  const addRow = (y: number, sign: number): void => {
    if (y < 0 || y >= height) return;
    for (let x = 0, at = y * width; x < width; x++, at++) columns[x]! += sign * values[at]!;
  };
  for (let y = 0; y < reach; y++) addRow(y, 1);
  for (let y = 0, at = 0; y < height; y++) {
    addRow(y + reach, 1);
    addRow(y - reach - 1, -1);
    let sum = 0;
    for (let x = 0; x < Math.min(reach, width); x++) sum += columns[x]!;
    for (let x = 0; x < width; x++, at++) {
      if (x + reach < width) sum += columns[x + reach]!;
      if (x - reach - 1 >= 0) sum -= columns[x - reach - 1]!;
      out[at] = sum;
    }
  }
  return out;
}

const smoothLuma = (raster: Raster): Uint8Array => smoothed(lumaOf(raster), raster.width, raster.height);

function lumaOf({ width, height, channels, data }: Raster): Uint8Array {
  if (channels === 1) return data;
  const luma = new Uint8Array(width * height);
  for (let i = 0, at = 0; i < luma.length; i++, at += channels)
    luma[i] = (data[at]! * 77 + data[at + 1]! * 150 + data[at + 2]! * 29) >> 8;
  return luma;
}

/** The mean of nine pixels: a scanner smears its edges, layers have hard ones, and a reader sees no difference. */
function smoothed(luma: Uint8Array, width: number, height: number): Uint8Array {
  const along = new Uint16Array(luma.length);
  for (let y = 0; y < height; y++)
    for (let x = 0, at = y * width; x < width; x++, at++)
      along[at] = luma[x === 0 ? at : at - 1]! + luma[at]! + luma[x === width - 1 ? at : at + 1]!;
  const out = new Uint8Array(luma.length);
  for (let y = 0; y < height; y++) {
    const above = y === 0 ? 0 : -width;
    const below = y === height - 1 ? 0 : width;
    for (let at = y * width, end = at + width; at < end; at++)
      out[at] = (along[at + above]! + along[at]! + along[at + below]!) / 9;
  }
  return out;
}

/** Pixels of strokes in an area, dark or light ones, of which the other picture has nothing within a pixel of them. */
function countMissing(there: Int8Array, here: Int8Array, { width, height }: Raster, area: Area): number {
  let missing = 0;
  for (let y = area.top; y < area.bottom; y++)
    for (let x = area.left, at = y * width + area.left; x < area.right; x++, at++) {
      const contrast = there[at]!;
      if (Math.abs(contrast) < JUDGED_CONTRAST) continue;
      const sign = Math.sign(contrast);
      const needed = Math.abs(contrast) * KEPT_CONTRAST;
      if (here[at]! * sign >= needed) continue;
      if (!isNear(here, { x, y, width, height }, (value) => value * sign >= needed)) missing++;
    }
  return missing;
}

/**
 * Pixels between two strokes of an area, lighter than both, of which the other picture has nothing within a pixel of them: filled
 * eyes of letters.
 */
function countFilled({ before, lumaThere, lumaHere }: Band, area: Area, reach: number): number {
  const { width, height } = before;
  const rim = reach + 2;
  const [left, top] = [Math.max(rim, area.left), Math.max(rim, area.top)];
  const [right, bottom] = [Math.min(area.right, width - rim), Math.min(area.bottom, height - rim)];
  let filled = 0;
  for (let y = top; y < bottom; y++)
    for (let x = left, at = y * width + x; x < right; x++, at++) {
      const depth = depthOf(lumaThere, at, width, reach);
      if (depth < JUDGED_CONTRAST) continue;
      const needed = depth * KEPT_CONTRAST;
      const isThere = [at - width, at, at + width].some((row) =>
        [row - 1, row, row + 1].some((near) => depthOf(lumaHere, near, width, reach + 1) >= needed),
      );
      if (!isThere) filled++;
    }
  return filled;
}

/** How much lighter a pixel is than the darkest within so many pixels on both of two sides of it, below 0 where none is darker. */
function depthOf(luma: Uint8Array, at: number, width: number, reach: number): number {
  let darkest = 255;
  for (const step of [1, width, width + 1, width - 1]) {
    let [before, after] = [255, 255];
    for (let near = step; near <= reach * step; near += step) {
      before = Math.min(before, luma[at - near]!);
      after = Math.min(after, luma[at + near]!);
    }
    darkest = Math.min(darkest, Math.max(before, after));
  }
  return luma[at]! - darkest;
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Whether a value is there within a pixel of a place. */
function isNear(
  values: Int8Array,
  { x, y, width, height }: Place,
  isWanted: (value: number) => boolean,
): boolean {
  for (let near = Math.max(0, y - 1); near <= Math.min(height - 1, y + 1); near++)
    for (let beside = Math.max(0, x - 1); beside <= Math.min(width - 1, x + 1); beside++)
      if (isWanted(values[near * width + beside]!)) return true;
  return false;
}

/** Whether the mean colour of an area differs by more than half a pixel at the edges of its strokes does. */
function hasOtherColours(before: Raster, after: Raster, contrast: Int8Array, area: Area): boolean {
  const { width, channels } = before;
  const { left, top, right, bottom } = area;
  let most = 0;
  for (let y = top; y < bottom; y++)
    for (let at = y * width + left; at < y * width + right; at++)
      most = Math.max(most, Math.abs(contrast[at]!));
  const edges = (most * EDGE_PIXELS) / (right - left);
  const allowed = (right - left) * (bottom - top) * (MOST_SHIFT + edges);
  for (let channel = 0; channel < channels; channel++) {
    let sum = 0;
    for (let y = top; y < bottom; y++) {
      const end = (y * width + right) * channels;
      for (let at = (y * width + left) * channels + channel; at < end; at += channels)
        sum += before.data[at]! - after.data[at]!;
    }
    if (Math.abs(sum) > allowed) return true;
  }
  return false;
}

/**
 * Whether the strokes of an area are of another hue: what changed of them is not only more or less of what they take from their
 * paper, as at smeared edges.
 */
function hasOtherHue(
  before: Raster,
  after: Raster,
  contrast: Int8Array,
  { area, mostBad }: { readonly area: Area; readonly mostBad: number },
): boolean {
  const { width, channels } = before;
  const [paper, ink, change] = [0, 1, 2].map(() => new Array<number>(channels).fill(0)) as [
    number[],
    number[],
    number[],
  ];
  let [papers, inks] = [0, 0];
  for (let y = area.top; y < area.bottom; y++)
    for (let pixel = y * width + area.left; pixel < y * width + area.right; pixel++) {
      const isInk = contrast[pixel]! >= JUDGED_CONTRAST;
      const sums = isInk ? ink : paper;
      if (isInk) inks++;
      else papers++;
      for (let channel = 0, at = pixel * channels; channel < channels; channel++, at++) {
        sums[channel]! += before.data[at]!;
        if (isInk) change[channel]! += before.data[at]! - after.data[at]!;
      }
    }
  if (inks <= mostBad) return false;
  const taken = ink.map((sum, channel) => (paper[channel]! * inks) / Math.max(1, papers) - sum);
  const share = product(change, taken) / Math.max(1, product(taken, taken));
  return change.some((sum, channel) => Math.abs(sum - share * taken[channel]!) > inks * MOST_HUE);
}

const product = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, at) => sum + value * b[at]!, 0);
