import type { Arena } from './arena.ts';
import { MARGIN_ROWS, strideOf, type Plane } from './opsin.ts';

/** Zeros left of a row that is blurred across, in bytes: four columns. */
const LEFT_BYTES = 16;
/** And right of it: the kernels read this far. */
const RIGHT_BYTES = 64;

/** Blurs a plane row by row, and with it its squares and its squared differences from another plane where one is given. */
export class BlurredRows {
  /** Blurred values a row. */
  readonly columns: number;
  /** Bytes of a row of them. */
  readonly stride: number;
  /** Addresses of the blurred row: samples, squares, squared differences. */
  readonly mean: number;
  readonly squares: number;
  readonly differences: number;
  private readonly down: readonly [number, number, number];
  private readonly arena: Arena;
  private readonly plane: Plane;
  private readonly other: Plane | undefined;

  /** @param other of the same size and stride; without it only samples are blurred */
  constructor(arena: Arena, plane: Plane, other: Plane | undefined) {
    this.arena = arena;
    this.plane = plane;
    this.other = other;
    this.columns = plane.width;
    this.stride = strideOf(this.columns);
    const takeDown = (): number => arena.takeZeros(LEFT_BYTES + plane.stride + RIGHT_BYTES) + LEFT_BYTES;
    this.down = [takeDown(), takeDown(), takeDown()];
    this.mean = arena.take(this.stride);
    this.squares = arena.take(this.stride);
    this.differences = arena.take(this.stride);
  }

  /** Puts row y, blurred, at the addresses. */
  blur(y: number): void {
    const { kernels } = this.arena;
    const { stride, at } = this.plane;
    const [samples, squares, differences] = this.down;
    const offset = (y - MARGIN_ROWS) * stride;
    const floats = stride >> 2;
    if (!this.other) {
      kernels.blurDown(at + offset, stride, samples, floats);
      this.across(samples, this.mean);
      return;
    }
    const reference = this.other.at + offset;
    kernels.blurMomentsDown(at + offset, reference, stride, samples, squares, differences, floats);
    this.across(samples, this.mean);
    this.across(squares, this.squares);
    this.across(differences, this.differences);
  }

  private across(from: number, to: number): void {
    this.arena.kernels.blurAcross(from - LEFT_BYTES, to, this.columns);
  }
}
