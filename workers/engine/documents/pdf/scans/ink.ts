import { rowBytesOf } from '../images/read/samples.ts';
import type { Raster } from '../../../base/raster.ts';
import { fillRun, type Bitmap } from '../images/jbig2/bitmap.ts';
import { piecesOf, type Piece, type Runs } from '../images/jbig2/marks.ts';
import type { Plane } from './planes.ts';
import { CORE_SHARE, CREST_SHARE, THIN_SHARE } from './tuning.ts';

/** A connected stroke with its runs of pixels, and the colour of its middle. */
export interface Stroke {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Row, start and end of each run, in turn. */
  readonly runs: readonly number[];
  readonly pixels: number;
  /** Contrast that a tenth of its pixels exceed. */
  readonly core: number;
  /** Samples of its middle, one a channel. */
  readonly colour: readonly number[];
}

interface StrokeLimits {
  /** Contrast below which nothing is ink. */
  readonly least: number;
  /** Pixels that a scanner smears an edge over. */
  readonly reach: number;
}

/**
 * The strokes of a page: connected pixels of enough contrast, up to somewhat less than half of each stroke's own contrast, where
 * a smeared line keeps its ink; thin parts of a stroke, which are smeared to less than that, up to their own crest.
 * @returns undefined where there are more pieces than on a page of text
 */
export function findStrokes(
  raster: Raster,
  contrast: Plane,
  { least, reach }: StrokeLimits,
): Stroke[] | undefined {
  const found = piecesOf(bitmapAbove(contrast, least));
  if (!found) return undefined;
  const crests = greatestAround(contrast, reach);
  const strokes: Stroke[] = [];
  for (const piece of found.pieces) {
    const strength = strengthOf(piece, found.runs, contrast);
    strokes.push(strokeOf(piece, found.runs, { raster, contrast, crests, ...strength }));
  }
  return strokes;
}

function bitmapAbove({ width, height, data }: Plane, least: number): Bitmap {
  const rowBytes = rowBytesOf(width, 1, 1);
  const bits = new Uint8Array(rowBytes * height);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++)
      if (data[at]! >= least) bits[y * rowBytes + (x >> 3)]! |= 0x80 >> (x & 7);
  return { width, height, data: bits };
}

/** How strong a piece is. */
interface Strength {
  /** The contrast that a tenth of its pixels exceed: that of its middle. */
  readonly core: number;
  /** The contrast that as many pixels exceed as its ink fills at full strength: its edge, however much it is smeared. */
  readonly edge: number;
}

function strengthOf(piece: Piece, runs: Runs, { width, data }: Plane): Strength {
  const counts = new Uint32Array(256);
  for (const run of piece.runs) {
    const row = runs.y[run]! * width;
    for (let at = row + runs.start[run]!, end = row + runs.end[run]!; at < end; at++) counts[data[at]!]!++;
  }
  const pixels = counts.reduce((sum, count) => sum + count, 0);
  const core = exceededBy(counts, pixels / 10);
  const ink = counts.reduce((sum, count, level) => sum + count * Math.min(level, core), 0);
  return { core, edge: exceededBy(counts, ink / Math.max(1, core)) };
}

/** The level that so many pixels exceed. */
function exceededBy(counts: Uint32Array, pixels: number): number {
  let rest = pixels;
  let level = 255;
  while (level > 0 && (rest -= counts[level]!) > 0) level--;
  return level;
}

interface StrokeSource extends Strength {
  readonly raster: Raster;
  readonly contrast: Plane;
  /** The greatest contrast around each pixel. */
  readonly crests: Plane;
}

function strokeOf(piece: Piece, runs: Runs, { raster, contrast, crests, core, edge }: StrokeSource): Stroke {
  const { width, channels, data } = raster;
  const isInk = (at: number): boolean => {
    const crest = crests.data[at]!;
    return crest >= core * THIN_SHARE && contrast.data[at]! >= Math.min(edge, crest * CREST_SHARE);
  };
  const kept: number[] = [];
  const sums = new Array<number>(channels).fill(0);
  let [pixels, middle] = [0, 0];
  for (const run of piece.runs) {
    const y = runs.y[run]!;
    const end = runs.end[run]!;
    for (let x = runs.start[run]!; x < end; x++) {
      if (!isInk(y * width + x)) continue;
      const start = x;
      for (; x < end && isInk(y * width + x); x++) {
        if (contrast.data[y * width + x]! < core * CORE_SHARE) continue;
        middle++;
        for (let channel = 0; channel < channels; channel++)
          sums[channel]! += data[(y * width + x) * channels + channel]!;
      }
      kept.push(y, start, x);
      pixels += x - start;
    }
  }
  const { left, top, right, bottom } = piece;
  return {
    left,
    top,
    right,
    bottom,
    runs: kept,
    pixels,
    core,
    colour: sums.map((sum) => sum / Math.max(1, middle)),
  };
}

/** The strokes of one colour. */
export interface Ink {
  readonly colour: readonly number[];
  readonly strokes: readonly Stroke[];
}

/**
 * Strokes by colour, the largest first.
 * @param mostInks of a page; strokes of further colours are left out
 */
export function inksOf(strokes: readonly Stroke[], sameInk: number, mostInks: number): Ink[] {
  const inks: { colour: number[]; strokes: Stroke[]; pixels: number }[] = [];
  const bySize = strokes.map((stroke, order) => ({ stroke, order }));
  bySize.sort((a, b) => b.stroke.pixels - a.stroke.pixels || a.order - b.order);
  for (const { stroke } of bySize) {
    const near = nearestOf(inks, stroke.colour);
    if (near && distance(near.colour, stroke.colour) <= sameInk) {
      const pixels = near.pixels + stroke.pixels;
      near.colour = near.colour.map(
        (value, i) => value + ((stroke.colour[i]! - value) * stroke.pixels) / pixels,
      );
      near.pixels = pixels;
      near.strokes.push(stroke);
    } else if (inks.length < mostInks) {
      inks.push({ colour: [...stroke.colour], strokes: [stroke], pixels: stroke.pixels });
    }
  }
  return inks;
}

function nearestOf<T extends { readonly colour: readonly number[] }>(
  inks: readonly T[],
  colour: readonly number[],
): T | undefined {
  let best: T | undefined;
  for (const ink of inks)
    if (!best || distance(ink.colour, colour) < distance(best.colour, colour)) best = ink;
  return best;
}

/** The greatest difference in a channel. */
function distance(a: readonly number[], b: readonly number[]): number {
  return Math.max(...a.map((value, i) => Math.abs(value - b[i]!)));
}

/** The greatest value within so many pixels along rows and columns. */
function greatestAround({ width, height, data }: Plane, reach: number): Plane {
  const along = new Uint8Array(data.length);
  for (let y = 0; y < height; y++)
    for (let x = 0, at = y * width; x < width; x++, at++) {
      let most = 0;
      const end = at + Math.min(reach, width - 1 - x);
      for (let near = at - Math.min(x, reach); near <= end; near++)
        if (data[near]! > most) most = data[near]!;
      along[at] = most;
    }
  const out = new Uint8Array(data.length);
  for (let y = 0; y < height; y++)
    for (let near = Math.max(0, y - reach); near <= Math.min(height - 1, y + reach); near++)
      for (let x = 0, to = y * width, from = near * width; x < width; x++, to++, from++)
        if (along[from]! > out[to]!) out[to] = along[from]!;
  return { width, height, data: out };
}

/** Which ink covers each pixel: its place in the list from 1 on, 0 for paper. */
export function inkPlane(inks: readonly Ink[], { width, height }: Raster): Plane {
  const data = new Uint8Array(width * height);
  for (const [index, { strokes }] of inks.entries())
    for (const { runs } of strokes)
      for (let i = 0; i < runs.length; i += 3)
        data.fill(index + 1, runs[i]! * width + runs[i + 1]!, runs[i]! * width + runs[i + 2]!);
  return { width, height, data };
}

/** Above 0 for ink and for so many pixels around it. */
export function grown({ width, height, data }: Plane, reach: number): Plane {
  const along = new Uint8Array(data.length);
  const out = new Uint8Array(data.length);
  for (let y = 0; y < height; y++)
    for (let x = 0, at = y * width; x < width; x++, at++)
      if (data[at] !== 0) along.fill(1, at - Math.min(x, reach), at + 1 + Math.min(width - 1 - x, reach));
  for (let y = 0; y < height; y++)
    for (let near = Math.max(0, y - reach); near <= Math.min(height - 1, y + reach); near++) {
      const from = near * width;
      const to = y * width;
      for (let x = 0; x < width; x++) out[to + x]! |= along[from + x]!;
    }
  return { width, height, data: out };
}

/** The pixels of strokes as a bitmap. */
export function bitmapOfStrokes(strokes: readonly Stroke[], width: number, height: number): Bitmap {
  const bitmap: Bitmap = { width, height, data: new Uint8Array(rowBytesOf(width, 1, 1) * height) };
  for (const { runs } of strokes)
    for (let i = 0; i < runs.length; i += 3) fillRun(bitmap, runs[i]!, runs[i + 1]!, runs[i + 2]!);
  return bitmap;
}
