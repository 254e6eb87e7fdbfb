import { equalBytes } from '../../../../base/bytes.ts';
import { crc32 } from '../../../../base/crc32.ts';
import { rowBytesOf } from '../read/samples.ts';
import { blankBitmap, fillRun, type Bitmap } from './bitmap.ts';
import { MARGIN } from './generic-row.ts';
import { describeShape, strideOf, type Shape } from './shape.ts';
import { MAX_MARKS, MAX_RUNS, MAX_SYMBOL_SIDE_PX } from '../../tuning.ts';

/** A connected piece of black: a letter, a part of one, a speck. */
export interface Mark {
  /** Place of its top left corner. */
  readonly x: number;
  readonly y: number;
  readonly shape: Shape;
}

/** Shapes, each of them once. */
export class ShapeTable {
  /** How often each was found, in the order in which they were found first. */
  readonly counts = new Map<Shape, number>();
  private readonly byHash = new Map<number, Shape[]>();

  /** The shape that looks the same, counted. */
  unique(shape: Shape): Shape {
    const hash = crc32(shape.pixels);
    const alike = this.byHash.get(hash);
    const known = alike?.find(
      (other) => other.width === shape.width && equalBytes(other.pixels, shape.pixels),
    );
    if (!known) {
      if (alike) alike.push(shape);
      else this.byHash.set(hash, [shape]);
    }
    const found = known ?? shape;
    this.counts.set(found, (this.counts.get(found) ?? 0) + 1);
    return found;
  }
}

/**
 * Takes the marks out of a bitmap.
 * @param shapes gets what they look like
 * @returns the marks, and a bitmap of what is no mark: all of it where there are more pieces than on a page of text
 */
export function takeMarks(bitmap: Bitmap, shapes: ShapeTable): { marks: Mark[]; rest: Bitmap } {
  const found = piecesOf(bitmap);
  if (!found) return { marks: [], rest: bitmap };
  const { runs, pieces } = found;
  const rest = blankBitmap(bitmap.width, bitmap.height);
  const marks: Mark[] = [];
  for (const piece of pieces) {
    if (Math.max(piece.right - piece.left, piece.bottom - piece.top) > MAX_SYMBOL_SIDE_PX) {
      for (const run of piece.runs) fillRun(rest, runs.y[run]!, runs.start[run]!, runs.end[run]!);
    } else marks.push({ x: piece.left, y: piece.top, shape: shapes.unique(shapeOf(piece, runs)) });
  }
  return { marks, rest };
}

/** The connected pieces of black, corners included; undefined where there are more than on a page of text. */
export function piecesOf(bitmap: Bitmap): { runs: Runs; pieces: Piece[] } | undefined {
  const runs = findRuns(bitmap);
  const pieces = runs && groupRuns(runs);
  return pieces && { runs, pieces };
}

/** Runs of black pixels in reading order, as columns of a table. */
export interface Runs {
  readonly y: number[];
  readonly start: number[];
  /** Behind the last pixel. */
  readonly end: number[];
}

/** The runs of black pixels; undefined where there are more than on a page of text. */
export function findRuns(bitmap: Bitmap): Runs | undefined {
  const { width, height, data } = bitmap;
  const rowBytes = rowBytesOf(width, 1, 1);
  const runs: Runs = { y: [], start: [], end: [] };
  for (let y = 0; y < height; y++) {
    const row = y * rowBytes;
    const isBlack = (x: number): boolean => ((data[row + (x >> 3)]! >> (7 - (x & 7))) & 1) === 1;
    for (let x = 0; x < width;) {
      if ((x & 7) === 0 && data[row + (x >> 3)] === 0) x += 8;
      else if (!isBlack(x)) x++;
      else {
        runs.y.push(y);
        runs.start.push(x);
        while (x < width && isBlack(x)) x++;
        runs.end.push(x);
      }
    }
    if (runs.y.length > MAX_RUNS) return undefined;
  }
  return runs;
}

/** A connected piece: its bounds, and the indexes of its runs. */
export interface Piece {
  left: number;
  top: number;
  right: number;
  bottom: number;
  readonly runs: number[];
}

/** Runs that touch, corners included, as pieces in the order of their first runs; undefined where there are too many. */
function groupRuns({ y, start, end }: Runs): Piece[] | undefined {
  const parents = Int32Array.from({ length: y.length }, (_, run) => run);
  const rootOf = (run: number): number => {
    let root = run;
    while (parents[root] !== root) {
      parents[root] = parents[parents[root]!]!;
      root = parents[root]!;
    }
    return root;
  };
  let above = 0;
  for (let run = 0; run < y.length; run++) {
    // The first run of the row above that does not end before this one begins.
    while (y[above]! < y[run]! - 1 || (y[above] === y[run]! - 1 && end[above]! < start[run]!)) above++;
    for (let other = above; y[other] === y[run]! - 1 && start[other]! <= end[run]!; other++) {
      const [a, b] = [rootOf(run), rootOf(other)];
      parents[Math.max(a, b)] = Math.min(a, b);
    }
  }
  if (parents.filter((parent, run) => parent === run).length > MAX_MARKS) return undefined;
  const pieces = new Map<number, Piece>();
  for (let run = 0; run < y.length; run++) {
    const root = rootOf(run);
    let piece = pieces.get(root);
    if (!piece) pieces.set(root, (piece = { left: Infinity, top: y[run]!, right: 0, bottom: 0, runs: [] }));
    piece.left = Math.min(piece.left, start[run]!);
    piece.right = Math.max(piece.right, end[run]!);
    piece.bottom = y[run]! + 1;
    piece.runs.push(run);
  }
  return [...pieces.values()];
}

function shapeOf({ left, top, right, bottom, runs }: Piece, { y, start, end }: Runs): Shape {
  const [width, height] = [right - left, bottom - top];
  const stride = strideOf({ width });
  const pixels = new Uint8Array(stride * (height + 2 * MARGIN));
  for (const run of runs) {
    const row = (y[run]! - top + MARGIN) * stride + MARGIN - left;
    pixels.fill(1, row + start[run]!, row + end[run]!);
  }
  return describeShape(width, height, pixels);
}
