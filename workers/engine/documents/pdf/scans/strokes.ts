import { rowBytesOf } from '../images/read/samples.ts';
import type { Raster } from '../../../base/raster.ts';
import type { Bitmap } from '../images/jbig2/bitmap.ts';
import { piecesOf, type Piece, type Runs } from '../images/jbig2/marks.ts';
import { levelOf, type Plane } from './planes.ts';
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
  /** Contrast of its middle. */
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
 * @param contrast of the page, or of so many times its pixels on each side
 * @returns undefined where there are more pieces than on a page of text
 */
export function findStrokes(
  raster: Raster,
  contrast: Plane,
  { least, reach }: StrokeLimits,
): Stroke[] | undefined {
  const found = piecesOf(bitmapAbove(contrast, least));
  if (!found) return undefined;
  const tracer = new StrokeTracer(raster, contrast, reach);
  return found.pieces.map((piece) => tracer.trace(piece, found.runs));
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
  /** The contrast of its middle. */
  readonly core: number;
  /** The contrast that as many pixels exceed as its ink fills at full strength: its edge, however much it is smeared. */
  readonly edge: number;
}

class StrokeTracer {
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
  }

  trace(piece: Piece, runs: Runs): Stroke {
    const { left, top, right, bottom } = piece;
    const strength = this.strengthOf(piece, runs);
    const kept: number[] = [];
    const middle = new Middle(this.raster);
    let pixels = 0;
    for (const run of piece.runs) {
      const [y, end] = [runs.y[run]!, runs.end[run]!];
      for (let x = runs.start[run]!; x < end; x++) {
        if (!this.isInk(x, y, strength)) continue;
        const start = x;
        for (; x < end && this.isInk(x, y, strength); x++)
          if (this.contrast.data[y * this.contrast.width + x]! >= strength.core * CORE_SHARE)
            middle.add(Math.floor(x / this.times), Math.floor(y / this.times));
        kept.push(y, start, x);
        pixels += x - start;
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
    return { core, edge: levelOf(counts, ink / Math.max(1, core)) };
  }

  /** Whether a pixel is as dark as the edge of its stroke, or about the darkest one around it in a part that is thin. */
  private isInk(x: number, y: number, { core, edge }: Strength): boolean {
    const { width, height, data } = this.contrast;
    const own = data[y * width + x]!;
    const [least, most] = [core * THIN_SHARE, own / CREST_SHARE];
    const isDark = own >= edge;
    if (isDark && own >= least) return true;
    const [left, right] = [Math.max(0, x - this.reach), Math.min(width - 1, x + this.reach)];
    let crest = 0;
    for (let row = Math.max(0, y - this.reach); row <= Math.min(height - 1, y + this.reach); row++)
      for (let at = row * width + left, end = row * width + right; at <= end; at++) {
        crest = Math.max(crest, data[at]!);
        if (!isDark && crest > most) return false;
      }
    return crest >= least;
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
