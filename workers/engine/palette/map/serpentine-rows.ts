import { BLOCK_SIDE_PX } from '../../quality/thresholds.ts';
import {
  ABOVE_BITS,
  AREA_REACH_PX,
  DIAGONAL_BITS,
  LITERAL_BITS,
  LOCKED_LAMBDA,
  RUN_BITS,
} from '../tuning.ts';
import type { LockedBlocks, MapOptions, PreviousFrame, SampleRows } from './map-options.ts';
import type { NearestColours } from './nearest-colours.ts';

/** From a pixel's place to that of its block. */
const BLOCK_BITS = Math.log2(BLOCK_SIDE_PX);

/** Rows of a picture that are mapped one after the other, from left to right and back, so that no row begins far from the last pixel. */
export class SerpentineRows {
  /** One a pixel; of those that were passed what was chosen. */
  readonly indexes: Uint8Array;
  /** 1 from left to right, -1 back. */
  step = -1;
  /** The first pixel of the row. */
  start = 0;
  /** Premultiplied samples of the row, and of the one above. */
  row: Float32Array;
  private above: Float32Array;
  private y = -1;
  private readonly samples: SampleRows;
  private readonly colours: NearestColours;
  private readonly lambda: number;
  private readonly locked: LockedBlocks | null;
  private readonly previous: PreviousFrame | null;
  /** The choice that is being made: samples, their place, lambda, and the colour that costs least so far. */
  private wanted: Float32Array;
  private place = 0;
  private price = 0;
  private cost = 0;
  private chosen = 0;

  constructor(
    samples: SampleRows,
    colours: NearestColours,
    { lambda, locked, indexes }: Pick<MapOptions, 'lambda' | 'locked'> & { readonly indexes?: Uint8Array },
    previous: PreviousFrame | null,
  ) {
    this.samples = samples;
    this.colours = colours;
    this.lambda = lambda;
    this.locked = locked ?? null;
    this.previous = previous;
    this.indexes = indexes ?? new Uint8Array(samples.width * samples.height);
    this.row = new Float32Array(samples.width * 4);
    this.above = new Float32Array(samples.width * 4);
    this.wanted = this.row;
  }

  /** Goes on to the next row. @returns whether there is one */
  next(): boolean {
    const { samples, row } = this;
    if (++this.y === samples.height) return false;
    this.start = this.y * samples.width;
    this.step = -this.step;
    this.row = this.above;
    this.above = row;
    samples.readRow(this.y, this.row);
    return true;
  }

  /** Whether a pixel is as in the frame before: its colour then stays. */
  isUnchanged(at: number): boolean {
    const { previous } = this;
    if (previous === null || previous.unchanged[at] !== 1) return false;
    this.indexes[at] = previous.indexes[at]!;
    return true;
  }

  /**
   * Whether a pixel is part of an area of exactly a colour: it has the colour of its neighbours in the row and of the pixel above.
   * Such an area begins where it begins: else the shade that leads to it would go on through all of it.
   * @param p place of its first sample in the row
   */
  isAreaOf(colour: number, p: number): boolean {
    const { row, above } = this;
    for (let c = p; c < p + 4; c++) {
      if (row[c] !== above[c]) return false;
      for (let away = 4; away <= AREA_REACH_PX * 4; away += 4)
        if (row[c] !== row[c - away] || row[c] !== row[c + away]) return false;
    }
    return this.colours.distance(colour, row, p) === 0;
  }

  /**
   * The colour of least cost (error + lambda × bits) for a pixel: the nearest or one of the five that pack better. The innermost
   * loop of all.
   * @param nearest to what is wanted
   * @param x       place of the pixel in the row
   * @param wanted  its samples stand where they stand in the row
   */
  cheapest(nearest: number, x: number, wanted: Float32Array): number {
    const { indexes, start, step } = this;
    const { width } = this.samples;
    const at = start + x;
    const isFirst = x === (step > 0 ? 0 : width - 1);
    // Nothing is nearer, and nothing takes fewer bits.
    if (!isFirst && indexes[at - step] === nearest) return nearest;
    this.begin(nearest, x, wanted);
    if (!isFirst) this.offer(indexes[at - step]!, RUN_BITS);
    if (this.previous) this.offerPrevious(this.previous.indexes, at, isFirst);
    if (start === 0) return this.chosen;
    const up = at - width;
    this.offer(indexes[up]!, ABOVE_BITS);
    const isLast = x === (step > 0 ? width - 1 : 0);
    if (!isLast) this.offer(indexes[up + step]!, DIAGONAL_BITS);
    if (!isFirst) this.offer(indexes[up - step]!, DIAGONAL_BITS);
    return this.chosen;
  }

  private begin(nearest: number, x: number, wanted: Float32Array): void {
    const { locked, y } = this;
    const isLocked =
      locked !== null && locked.marks[(y >> BLOCK_BITS) * locked.columns + (x >> BLOCK_BITS)] === 1;
    this.wanted = wanted;
    this.place = x * 4;
    this.price = isLocked ? Math.min(this.lambda, LOCKED_LAMBDA) : this.lambda;
    this.chosen = nearest;
    this.cost = this.colours.distance(nearest, wanted, this.place) + this.price * LITERAL_BITS;
  }

  /** Takes a colour where it costs less. */
  private offer(colour: number, bits: number): void {
    const paid = this.price * bits;
    if (paid >= this.cost || colour === this.chosen) return;
    const total = paid + this.colours.distance(colour, this.wanted, this.place);
    if (total >= this.cost) return;
    this.cost = total;
    this.chosen = colour;
  }

  /** Pixels that are as in the frame before need not be drawn again, the fewer the longer they go on. */
  private offerPrevious(before: Uint8Array, at: number, isFirst: boolean): void {
    const goesOn = !isFirst && this.indexes[at - this.step] === before[at - this.step];
    this.offer(before[at]!, goesOn ? RUN_BITS : DIAGONAL_BITS);
  }
}
