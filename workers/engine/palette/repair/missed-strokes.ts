import type { Raster } from '../../base/raster.ts';
import { lossesOf } from '../../quality/metrics/lost-strokes.ts';
import { findStrokes, type CellsOverBackgrounds } from '../../quality/metrics/stroke-cells.ts';
import { StrokeReader } from '../../quality/metrics/stroke-reader.ts';
import { BLOCK_SIDE_PX } from '../../quality/thresholds.ts';
import { straight } from '../colour-metric.ts';
import { ALIKE_BITS, MISSED_STROKE_SHARE } from '../tuning.ts';

/** The faint strokes of a picture, and those that a palette shows too weakly. */
export interface MissedStrokes {
  /** Mean colours of the latter, RGBA, of those much alike one; those of most blocks first. */
  readonly colours: readonly (readonly number[])[];
  /** Blocks in a row, and 1 for each with strokes: with other colours, others would be lost. */
  readonly columns: number;
  readonly marks: Uint8Array;
}

/** Looks for faint strokes as they are shown, in a rendered picture that comes band by band. */
export class StrokeSearch {
  private readonly raster: Raster;
  private readonly reference: Raster;
  private readonly strokes: CellsOverBackgrounds;
  private readonly reader = new StrokeReader();
  private readonly columns: number;
  private readonly marks: Uint8Array;
  private readonly colours = new Map<string, { readonly colour: readonly number[]; blocks: number }>();

  /**
   * @param raster    the stored samples, whose colours come back
   * @param reference what they look like
   * @param strokes   those of the reference [looked for]
   */
  constructor(raster: Raster, reference: Raster, strokes = findStrokes(reference)) {
    this.raster = raster;
    this.reference = reference;
    this.strokes = strokes;
    this.columns = Math.ceil(raster.width / BLOCK_SIDE_PX);
    this.marks = new Uint8Array(this.columns * Math.ceil(raster.height / BLOCK_SIDE_PX));
  }

  /** @param picture what a palette shows from row `y` on, a multiple of a block's side */
  add(picture: Raster, y: number): void {
    const first = y / BLOCK_SIDE_PX;
    for (const strokes of this.strokes)
      for (const { at, lost } of lossesOf(this.reader, strokes, this.reference, { picture, first })) {
        this.marks[at] = 1;
        if (lost > MISSED_STROKE_SHARE) this.note(at);
      }
  }

  get found(): MissedStrokes {
    const sorted = [...this.colours.values()].sort((a, b) => b.blocks - a.blocks);
    return { colours: sorted.map(({ colour }) => colour), columns: this.columns, marks: this.marks };
  }

  private note(at: number): void {
    const { columns, colours } = this;
    const [column, row] = [at % columns, Math.floor(at / columns)];
    const colour = strokeColour(this.raster, this.reader, column * BLOCK_SIDE_PX, row * BLOCK_SIDE_PX);
    const key = colour.map((sample) => sample >> ALIKE_BITS).join();
    const known = colours.get(key);
    if (known) known.blocks++;
    else colours.set(key, { colour, blocks: 1 });
  }
}

/** The mean colour of the strokes in a block, RGBA. @param reader has read it @param left of the block, px @param top px */
function strokeColour(
  { width, height, channels, data }: Raster,
  reader: StrokeReader,
  left: number,
  top: number,
): readonly number[] {
  const sums = [0, 0, 0, 0];
  let pixels = 0;
  const end = Math.min(width, left + BLOCK_SIDE_PX);
  for (let y = top, at = 0; y < Math.min(height, top + BLOCK_SIDE_PX); y++)
    for (let x = left; x < end; x++, at++) {
      if (!reader.isStroke(at)) continue;
      const from = (y * width + x) * channels;
      const alpha = channels % 2 === 0 ? data[from + channels - 1]! : 255;
      const places = channels < 3 ? [0, 0, 0] : [0, 1, 2];
      places.forEach((place, c) => (sums[c]! += (data[from + place]! * alpha) / 255));
      sums[3]! += alpha;
      pixels++;
    }
  return straight(sums.map((sum) => sum / pixels));
}
