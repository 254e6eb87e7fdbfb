/**
 * Lost strokes: faint text, hairlines and grids whose contrast to their ground is gone. Structural scores average them away, since
 * most of a page is ground. A cell has strokes where most of its pixels have one colour and the others differ to one side of it,
 * beside others that do: noise, grain, ringing and gradients are none. Strong contrast is left to the structure.
 */
import { bandOf, type Raster } from '../../base/raster.ts';
import { BLOCK_SIDE_PX, LOST_STROKE_CELLS, SPARED_CELLS } from '../thresholds.ts';
import {
  backgroundsOf,
  bandBuffers,
  compositedBands,
  type BandBuffers,
  type CompositedBand,
} from './composited-bands.ts';
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
export type LossesOverBackgrounds = readonly [StrokeLosses, ...StrokeLosses[]];

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
  for (let at = 0; at < lost.length; at++)
    if (lost[at]! > 0) most.push(Math.min(lost[at]!, lostAround(lost, columns, at)));
  return most.sort((a, b) => b - a)[spared] ?? 0;
}

/** What the cells around one have lost: that one of them that ranks {@link LOST_STROKE_CELLS}. */
function lostAround(lost: Float32Array, columns: number, at: number): number {
  const [row, column] = [Math.floor(at / columns), at % columns];
  const around: number[] = [];
  for (let y = row - 1; y <= row + 1; y++)
    for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++)
      if (y * columns + x !== at) around.push(lost[y * columns + x] ?? 0);
  return around.sort((a, b) => b - a)[LOST_STROKE_CELLS - 1] ?? 0;
}

/** What the cells of a candidate have lost. @param candidate same width and height */
export function strokeLosses(reference: Raster, candidate: Raster): LossesOverBackgrounds {
  const { width, height } = reference;
  const backgrounds = backgroundsOf(reference, candidate);
  const losses: [StrokeLosses, ...StrokeLosses[]] = [noLosses(width, height)];
  if (backgrounds.length > 1) losses.push(noLosses(width, height));
  const reader = new StrokeReader();
  for (const pair of compositedBands(reference, candidate, { rows: BLOCK_SIDE_PX }, backgrounds))
    for (const background of pair.over) noteLosses(reader, pair, losses[background === 255 ? 0 : 1]!, 0);
  return losses;
}

/** {@link strokeLosses} over white, of a candidate that comes band by band. */
export class StrokeLossesByBands {
  readonly losses: StrokeLosses;
  private readonly reference: Raster;
  private readonly buffers: BandBuffers;
  private readonly reader = new StrokeReader();

  constructor(reference: Raster) {
    this.reference = reference;
    this.buffers = bandBuffers(reference.width, BLOCK_SIDE_PX);
    this.losses = noLosses(reference.width, reference.height);
  }

  /** @param band of the reference's width @param y of its first row, a multiple of a block's side */
  add(band: Raster, y: number): void {
    const before = bandOf(this.reference, y, band.height);
    for (const pair of compositedBands(before, band, { rows: BLOCK_SIDE_PX, buffers: this.buffers }, [255]))
      noteLosses(this.reader, pair, this.losses, y);
  }
}

function noLosses(width: number, height: number): StrokeLosses {
  const columns = Math.ceil(width / BLOCK_SIDE_PX);
  const cells = columns * Math.ceil(height / BLOCK_SIDE_PX);
  return { columns, lost: new Float32Array(cells), lostHues: new Float32Array(cells) };
}

/** @param y of the first row of what the pair's band lies in */
function noteLosses(reader: StrokeReader, pair: CompositedBand, losses: StrokeLosses, y: number): void {
  const first = ((y + pair.band.y) / BLOCK_SIDE_PX) * losses.columns;
  for (const { column, lost } of strokeCells(reader, pair))
    (reader.areByHue ? losses.lostHues : losses.lost)[first + column] = lost;
}

/** A cell with strokes. */
interface StrokeCell {
  readonly column: number;
  /** The share of their contrast that is lost. */
  readonly lost: number;
}

/** The cells with strokes of a band of one row of cells. @param reader holds what it read of each */
export function* strokeCells(
  reader: StrokeReader,
  { band: { width, height }, before, after }: CompositedBand,
): Generator<StrokeCell> {
  for (let column = 0, left = 0; left < width; column++, left += BLOCK_SIDE_PX) {
    const place = { stride: width, left, width: Math.min(BLOCK_SIDE_PX, width - left), height };
    if (reader.read({ rgb: before, ...place }))
      yield { column, lost: reader.lostIn({ rgb: after, ...place }) };
  }
}
