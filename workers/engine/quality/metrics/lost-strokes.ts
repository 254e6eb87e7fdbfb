/**
 * Lost strokes: faint text, hairlines and grids whose contrast to their ground is gone. Structural scores average them away, since
 * most of a page is ground. A cell has strokes where most of its pixels have one colour and the others differ to one side of it,
 * beside others that do: noise, grain, ringing and gradients are none. Strong contrast, and its fringes, are left to the structure.
 */
import type { Raster } from '../../base/raster.ts';
import { BLOCK_SIDE_PX, FRINGE_PX, LOST_STROKE_CELLS, SPARED_CELLS } from '../thresholds.ts';
import { CellRows, findStrokes, type CellsOverBackgrounds, type StrokeCells } from './stroke-cells.ts';
import { StrokeReader } from './stroke-reader.ts';

/** What the cells of a picture have lost over one background; row by row. */
export interface StrokeLosses {
  readonly columns: number;
  /** The share of the contrast of its strokes that each cell has lost; 0 also where it has none. */
  readonly lost: Float32Array;
  /** That of strokes which differ from their ground by their hue: they do not count among the others. */
  readonly lostHues: Float32Array;
}

/** Over white, and over black where that looks different. */
export type LossesOverBackgrounds = readonly StrokeLosses[];

/**
 * How much of the contrast of strokes is lost where most is: what a cell and {@link LOST_STROKE_CELLS} around it have lost at least.
 * Of large pictures {@link SPARED_CELLS} are left out.
 * @param which those of luma or of hue
 * @returns 0 where nothing is lost, 1 where strokes are gone
 */
export function lostStrokes(losses: StrokeLosses, which: 'lost' | 'lostHues'): number {
  const { columns, [which]: lost } = losses;
  const spared = Math.floor((SPARED_CELLS * lost.length * BLOCK_SIDE_PX ** 2) / 1e6);
  const most: number[] = [];
  for (let at = 0; at < lost.length; at++) if (lost[at]! > 0) most.push(lostAt(lost, columns, at));
  return most.sort((a, b) => b - a)[spared] ?? 0;
}

/** What a cell has lost at least, and {@link LOST_STROKE_CELLS} of those around it. @param lost by all cells, row by row */
export function lostAt(lost: Float32Array, columns: number, at: number): number {
  const [row, column] = [Math.floor(at / columns), at % columns];
  const around: number[] = [];
  for (let y = row - 1; y <= row + 1; y++)
    for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++)
      if (y * columns + x !== at) around.push(lost[y * columns + x] ?? 0);
  return Math.min(lost[at]!, around.sort((a, b) => b - a)[LOST_STROKE_CELLS - 1] ?? 0);
}

/**
 * What the cells of a candidate have lost.
 * @param candidate same width and height
 * @param strokes those of the reference [looked for]
 */
export function strokeLosses(
  reference: Raster,
  candidate: Raster,
  strokes: CellsOverBackgrounds = findStrokes(reference),
): LossesOverBackgrounds {
  const losses = new StrokeLossesByBands(reference, strokes);
  losses.add(candidate, 0);
  return losses.losses;
}

/** {@link strokeLosses} of a candidate that comes band by band. */
export class StrokeLossesByBands {
  readonly losses: LossesOverBackgrounds;
  private readonly reference: Raster;
  private readonly strokes: CellsOverBackgrounds;
  private readonly reader = new StrokeReader();

  constructor(reference: Raster, strokes: CellsOverBackgrounds) {
    this.reference = reference;
    this.strokes = strokes;
    this.losses = strokes.map(({ columns, marks: { length } }) => ({
      columns,
      lost: new Float32Array(length),
      lostHues: new Float32Array(length),
    }));
  }

  /** @param band of the reference's width @param y of its first row, a multiple of a block's side */
  add(band: Raster, y: number): void {
    const first = y / BLOCK_SIDE_PX;
    this.strokes.forEach((strokes, at) => {
      const { lost, lostHues } = this.losses[at]!;
      for (const cell of lossesOf(this.reader, strokes, this.reference, { picture: band, first }))
        (this.reader.areByHue ? lostHues : lost)[cell.at] = cell.lost;
    });
  }
}

/** A part of a candidate. */
interface CandidatePart {
  readonly picture: Raster;
  /** Row of cells with which it begins. */
  readonly first: number;
}

/** A cell with strokes. */
interface StrokeCell {
  readonly at: number;
  /** The share of their contrast that is lost. */
  readonly lost: number;
}

/** What the cells with strokes of a part have lost. @param reader holds what it read of each */
export function* lossesOf(
  reader: StrokeReader,
  { background, columns, marks }: StrokeCells,
  reference: Raster,
  { picture, first }: CandidatePart,
): Generator<StrokeCell> {
  const before = new CellRows(reference, background, FRINGE_PX);
  const after = new CellRows(picture, background, 0);
  const end = columns * (first + Math.ceil(picture.height / BLOCK_SIDE_PX));
  for (let at = columns * first; at < end; at++) {
    if (marks[at] !== 1) continue;
    const [column, row] = [at % columns, Math.floor(at / columns)];
    reader.read(before.cell(column, row));
    yield { at, lost: reader.lostIn(after.cell(column, row - first)) };
  }
}
