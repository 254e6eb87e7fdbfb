import { blankBitmap, fillRun, type Bitmap } from '../images/jbig2/bitmap.ts';
import type { Runs } from '../images/jbig2/marks.ts';
import { rowBytesOf } from '../images/read/samples.ts';
import type { Area } from './kept-areas.ts';
import type { Plane } from './planes.ts';
import type { Stroke } from './strokes.ts';
import { MOST_INKS, RIM_PX, SAME_INK } from './tuning.ts';

/** What one colour covers. */
export interface Ink {
  readonly colour: readonly number[];
  readonly runs: Runs;
}

/** The strokes of one colour. */
interface StrokesOfInk {
  readonly colour: readonly number[];
  readonly strokes: readonly Stroke[];
}

interface OpenInk extends StrokesOfInk {
  colour: number[];
  strokes: Stroke[];
  pixels: number;
}

/** Strokes by colour, the largest first: of at most `MOST_INKS` inks each has the nearest. The judge tells which are too far. */
export function inksOf(strokes: readonly Stroke[]): StrokesOfInk[] {
  const inks: OpenInk[] = [];
  const bySize = strokes.map((stroke, order) => ({ stroke, order }));
  bySize.sort((a, b) => b.stroke.pixels - a.stroke.pixels || a.order - b.order);
  for (const { stroke } of bySize) {
    const ink: OpenInk = { colour: [...stroke.colour], strokes: [stroke], pixels: stroke.pixels };
    const near = nearestOf(inks, stroke.colour);
    const isNew = inks.length < MOST_INKS && (!near || distance(near.colour, stroke.colour) > SAME_INK);
    if (isNew) inks.push(ink);
    else join(near!, ink);
  }
  return joined(inks);
}

/** Inks that have come near each other, as one. */
function joined(inks: readonly OpenInk[]): OpenInk[] {
  const apart: OpenInk[] = [];
  for (const ink of inks) {
    const near = nearestOf(apart, ink.colour);
    if (near && distance(near.colour, ink.colour) <= SAME_INK) join(near, ink);
    else apart.push(ink);
  }
  return apart;
}

function join(ink: OpenInk, { colour, strokes, pixels }: OpenInk): void {
  ink.pixels += pixels;
  ink.colour = ink.colour.map((value, i) => value + ((colour[i]! - value) * pixels) / ink.pixels);
  for (const stroke of strokes) ink.strokes.push(stroke);
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

/** How much darker one is, and twice the greatest difference in a channel beyond that: thin strokes are lighter, not of another hue. */
function distance(a: readonly number[], b: readonly number[]): number {
  const differences = a.map((value, i) => value - b[i]!);
  const darker = differences.reduce((sum, difference) => sum + difference, 0) / a.length;
  return Math.abs(darker) + 2 * Math.max(...differences.map((difference) => Math.abs(difference - darker)));
}

/** Which ink covers each pixel: its place in the list from 1 on, 0 for paper. */
export function inkPlane(inks: readonly Ink[], width: number, height: number): Plane {
  const data = new Uint8Array(width * height);
  for (const [index, { runs }] of inks.entries())
    for (const [run, y] of runs.y.entries())
      data.fill(index + 1, y * width + runs.start[run]!, y * width + runs.end[run]!);
  return { width, height, data };
}

/** 1 for the ink of a mask with so many times the pixels of a page, and for so many pixels of the page around it. */
export function coveredBy(
  inks: readonly Ink[],
  { width, height }: { readonly width: number; readonly height: number },
  { times, reach }: { readonly times: number; readonly reach: number },
): Plane {
  const data = new Uint8Array(width * height);
  for (const { runs } of inks)
    for (const [run, row] of runs.y.entries()) {
      const y = Math.floor(row / times);
      const start = Math.max(0, Math.floor(runs.start[run]! / times) - reach);
      const end = Math.min(width, Math.ceil(runs.end[run]! / times) + reach);
      for (let near = Math.max(0, y - reach); near <= Math.min(height - 1, y + reach); near++)
        data.fill(1, near * width + start, near * width + end);
    }
  return { width, height, data };
}

/** The pixels of strokes as a bitmap. */
export function bitmapOfStrokes(strokes: readonly Stroke[], width: number, height: number): Bitmap {
  const bitmap = blankBitmap(width, height);
  for (const { runs } of strokes)
    for (let i = 0; i < runs.length; i += 3) fillRun(bitmap, runs[i]!, runs[i + 1]!, runs[i + 2]!);
  return bitmap;
}

/** Runs of pixels as a bitmap. */
export function bitmapOfRuns({ y, start, end }: Runs, width: number, height: number): Bitmap {
  const bitmap = blankBitmap(width, height);
  for (const [run, row] of y.entries()) fillRun(bitmap, row, start[run]!, end[run]!);
  return bitmap;
}

/**
 * A bitmap with white in areas that pictures cover, but for a rim: letters that an edge cuts would have a pale line there.
 * @param times pixels of the bitmap on a side of a pixel of the areas
 */
export function withoutAreas(bitmap: Bitmap, areas: readonly Area[], times: number): Bitmap {
  const rowBytes = rowBytesOf(bitmap.width, 1, 1);
  for (const { left, top, right, bottom } of areas)
    for (let y = (top + RIM_PX) * times; y < (bottom - RIM_PX) * times; y++)
      for (let x = (left + RIM_PX) * times; x < (right - RIM_PX) * times; x++)
        bitmap.data[y * rowBytes + (x >> 3)]! &= ~(0x80 >> (x & 7));
  return bitmap;
}
