import type { Raster } from '../../../base/raster.ts';
import { blankBitmap, fillRun, type Bitmap } from '../images/jbig2/bitmap.ts';
import { piecesOf, type Piece, type Runs } from '../images/jbig2/marks.ts';
import { GridRows, levelOf, type Grid, type Plane } from './planes.ts';
import { BESIDE_SHARE, CORE_SHARE, CREST_SHARE, DOUBT_SHARE, LEAST_CONTRAST, THIN_SHARE } from './tuning.ts';

/** A connected stroke with its runs of pixels, and the colour of its middle. */
export interface Stroke {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Row, start and end of each run, in turn. */
  readonly runs: readonly number[];
  readonly pixels: number;
  /** Contrast of its middle. */
  readonly core: number;
  /** Samples of its middle, one a channel. */
  readonly colour: readonly number[];
}

/** The strokes of a page. */
interface FoundStrokes {
  readonly strokes: readonly Stroke[];
  /** Pixels at their edges that may be ink or paper. */
  readonly doubt: Bitmap;
}

interface StrokeLimits {
  /** Contrast below which nothing is ink, from place to place. */
  readonly least: Grid;
  /** Pixels that a scanner smears an edge over. */
  readonly reach: number;
}

/**
 * The strokes of a page: connected pixels of enough contrast, up to half of each stroke's own contrast at most, where
 * a smeared line keeps its ink; thin parts of a stroke, which are smeared to less than that, up to their own crest.
 * @param contrast of the page, or of so many times its pixels on each side
 * @returns undefined where there are more pieces than on a page of text
 */
export function findStrokes(
  raster: Raster,
  contrast: Plane,
  { least, reach }: StrokeLimits,
): FoundStrokes | undefined {
  const found = piecesOf(bitmapAbove(contrast, least));
  if (!found) return undefined;
  const tracer = new StrokeTracer(raster, contrast, reach);
  const strokes = found.pieces.map((piece) => tracer.trace(piece, found.runs));
  return { strokes, doubt: tracer.doubt };
}

/** What has enough contrast to be ink, and what has half of it where that goes on: hairlines of letters, in the grain of the paper. */
function bitmapAbove({ width, height, data }: Plane, least: Grid): Bitmap {
  const bitmap = blankBitmap(width, height);
  const isFound = new Uint8Array(data.length);
  const half = new Uint8Array(data.length);
  const open: number[] = [];
  const rows = new GridRows(least, width);
  for (let y = 0, at = 0; y < height; y++) {
    const row = rows.at(y);
    for (let x = 0; x < width; x++, at++) {
      half[at] = Math.max(LEAST_CONTRAST, row[x]! / 2);
      if (data[at]! < row[x]!) continue;
      isFound[at] = 1;
      open.push(at);
    }
  }
  const around = [1, -1, width, -width, width + 1, width - 1, 1 - width, -width - 1];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    fillRun(bitmap, Math.floor(at / width), at % width, (at % width) + 1);
    for (const step of around) {
      const near = at + step;
      if (isFound[near] !== 0 || data[near]! < half[near]!) continue;
      isFound[near] = 1;
      open.push(near);
    }
  }
  return bitmap;
}

/** How strong a piece is. */
interface Strength {
  /** The contrast of its middle. */
  readonly core: number;
  /**
   * The contrast that as many pixels exceed as its ink fills at full strength: its edge, however much it is smeared. At most half of
   * the middle's, where grain hides the foot of the edge.
   */
  readonly edge: number;
}

/** The directions in which a part may be thin. */
const ACROSS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const;

class StrokeTracer {
  readonly doubt: Bitmap;
  private readonly raster: Raster;
  private readonly contrast: Plane;
  private readonly reach: number;
  /** Pixels of the contrast on a side of a pixel of the page. */
  private readonly times: number;
  private readonly counts = new Uint32Array(256);

  constructor(raster: Raster, contrast: Plane, reach: number) {
    this.raster = raster;
    this.contrast = contrast;
    this.reach = reach;
    this.times = contrast.width / raster.width;
    this.doubt = blankBitmap(contrast.width, contrast.height);
  }

  trace(piece: Piece, runs: Runs): Stroke {
    const { left, top, right, bottom } = piece;
    const strength = this.strengthOf(piece, runs);
    const kept: number[] = [];
    const middle = new Middle(this.raster);
    let pixels = 0;
    for (const run of piece.runs) {
      const [y, end] = [runs.y[run]!, runs.end[run]!];
      for (let x = runs.start[run]!, start = x; x <= end; x++) {
        if (x < end && this.isInk(x, y, strength)) {
          if (this.contrast.data[y * this.contrast.width + x]! >= strength.core * CORE_SHARE)
            middle.add(Math.floor(x / this.times), Math.floor(y / this.times));
          continue;
        }
        if (x > start) kept.push(y, start, x);
        pixels += x - start;
        start = x + 1;
      }
    }
    return { left, top, right, bottom, runs: kept, pixels, core: strength.core, colour: middle.colour };
  }

  private strengthOf(piece: Piece, runs: Runs): Strength {
    const { counts } = this;
    const { width, data } = this.contrast;
    counts.fill(0);
    let pixels = 0;
    for (const run of piece.runs) {
      const row = runs.y[run]! * width;
      const end = row + runs.end[run]!;
      pixels += end - row - runs.start[run]!;
      for (let at = row + runs.start[run]!; at < end; at++) counts[data[at]!]!++;
    }
    const core = coreOf(counts, pixels);
    let ink = 0;
    for (let level = 0; level < 256; level++) ink += counts[level]! * Math.min(level, core);
    const edge = levelOf(counts, ink / Math.max(1, core));
    return { core, edge: Math.max(core * THIN_SHARE, Math.min(core / 2, edge)) };
  }

  /**
   * Whether a pixel is as dark as the edge of its stroke, or about the darkest one across a part that is thin. One in doubt
   * is what most pixels around it are.
   */
  private isInk(x: number, y: number, { core, edge }: Strength): boolean {
    const own = this.contrast.data[y * this.contrast.width + x]!;
    const isDark = own >= edge;
    const margin = core * DOUBT_SHARE;
    if (own >= edge + margin || (!isDark && this.isCrest(x, y, core * THIN_SHARE))) return true;
    if (own <= edge - margin || !this.isBetween(x, y, edge - margin, edge + margin)) return isDark;
    fillRun(this.doubt, y, x, x + 1);
    const more = this.moreInkAround(x, y, edge);
    return more === 0 ? isDark : more > 0;
  }

  /** Whether a pixel is the darkest across a thin part, which is lighter on both sides beyond its smeared edges. */
  private isCrest(x: number, y: number, least: number): boolean {
    const own = this.contrast.data[y * this.contrast.width + x]!;
    return own >= least && ACROSS.some(([dx, dy]) => this.isDarkestAlong(x, y, dx, dy));
  }

  private isDarkestAlong(x: number, y: number, dx: number, dy: number): boolean {
    const { width, height, data } = this.contrast;
    const far = this.reach + 1;
    if (x < far || y < far || x >= width - far || y >= height - far) return false;
    const [at, step] = [y * width + x, dy * width + dx];
    const own = data[at]!;
    const most = Math.round(own * BESIDE_SHARE);
    if (data[at - far * step]! > most || data[at + far * step]! > most) return false;
    const along = this.times * (dx * width - dy);
    if (Math.min(data[at - along]!, data[at + along]!) < own * CREST_SHARE) return false;
    for (let near = 1; near < far; near++)
      if (Math.max(data[at - near * step]!, data[at + near * step]!) * CREST_SHARE > own) return false;
    return true;
  }

  /** Whether both paper below a contrast and ink above another are within a pixel of the page. */
  private isBetween(x: number, y: number, paper: number, ink: number): boolean {
    const { width, height, data } = this.contrast;
    const { times } = this;
    if (x < times || y < times || x >= width - times || y >= height - times) return false;
    let [isInkNear, isPaperNear] = [false, false];
    for (let row = y - times; row <= y + times; row++)
      for (let at = row * width + x - times; at <= row * width + x + times; at++) {
        isInkNear ||= data[at]! >= ink;
        isPaperNear ||= data[at]! < paper;
      }
    return isInkNear && isPaperNear;
  }

  /** How many more of the eight neighbours of a pixel are ink than paper. */
  private moreInkAround(x: number, y: number, edge: number): number {
    const { width, data } = this.contrast;
    const at = y * width + x;
    const sign = (near: number): number => (data[near]! >= edge ? 1 : -1);
    let more = -sign(at);
    for (const row of [at - width, at, at + width])
      for (let near = row - 1; near <= row + 1; near++) more += sign(near);
    return more;
  }
}

/** The middle level of the dark pixels of a piece: those that come near the darkest tenth. */
function coreOf(counts: Uint32Array, pixels: number): number {
  const least = Math.ceil(levelOf(counts, pixels / 10) * CORE_SHARE);
  let dark = 0;
  for (let level = least; level < 256; level++) dark += counts[level]!;
  return levelOf(counts, dark / 2);
}

/** The mean colour of the middle of a stroke. */
class Middle {
  private readonly raster: Raster;
  private readonly sums: number[];
  private pixels = 0;

  constructor(raster: Raster) {
    this.raster = raster;
    this.sums = new Array<number>(raster.channels).fill(0);
  }

  add(x: number, y: number): void {
    const { width, channels, data } = this.raster;
    const at = (y * width + x) * channels;
    this.pixels++;
    for (let channel = 0; channel < channels; channel++) this.sums[channel]! += data[at + channel]!;
  }

  get colour(): number[] {
    return this.sums.map((sum) => sum / Math.max(1, this.pixels));
  }
}
