import { METER_KERNELS } from './compiled/meter.ts';
import { kernelsFrom } from './kernels-from.ts';

/**
 * The inner loops of the visual meter (`infra/kernels/assembly`), each over one row, four columns at once. Arguments are
 * addresses in the memory handed in, and counts of columns. Up to three columns past the last are read and written too, so rows
 * need room.
 */
export interface MeterKernels {
  /** Cone responses of 8-bit RGB pixels, by a table of 3 × 256 vectors (what a level of red, green, blue adds). */
  cones(rgb: number, table: number, long: number, medium: number, short: number, columns: number): void;
  /** Fourfold luma of 8-bit RGB pixels, by that table. */
  luma(rgb: number, table: number, to: number, columns: number): void;
  /** Means of two by two samples of two rows. */
  halve(top: number, bottom: number, to: number, columns: number): void;
  /** X and Y of XYB; columns past the last become 0. */
  opsinXy(long: number, medium: number, x: number, y: number, columns: number): void;
  /** B of XYB; columns past the last become 0. */
  opsinB(long: number, medium: number, short: number, b: number, columns: number): void;
  /** Blurs downwards: `at` is the sample four rows above, `stride` the bytes between rows. */
  blurDown(at: number, stride: number, to: number, columns: number): void;
  /** Blurs downwards samples, their squares and their squared differences from a reference of the same stride. */
  blurMomentsDown(
    at: number,
    reference: number,
    stride: number,
    to: number,
    toSquares: number,
    toDifferences: number,
    columns: number,
  ): void;
  /** Blurs a row: `at` is the sample four columns before. */
  blurAcross(at: number, to: number, columns: number): void;
  /** Adds how much each sample differs from those to its right and below; columns past the last add nothing. */
  texture(row: number, below: number, sums: number, columns: number): void;
  /** Mean squares less squared means. */
  variance(mean: number, squares: number, to: number, columns: number): void;
  /** Four lanes each of: the structure map, its fourth powers, squared means by spread, their fourth powers. */
  structure(
    mean: number,
    squares: number,
    differences: number,
    referenceMean: number,
    referenceVariance: number,
    sums: number,
    columns: number,
  ): void;
  /** Sums of the edge maps: four lanes each of artefacts, details, and the fourth powers of both. */
  edges(
    samples: number,
    mean: number,
    reference: number,
    referenceMean: number,
    sums: number,
    columns: number,
  ): void;
}

/** Bytes of memory below which the kernels keep what they need. */
export const METER_KERNELS_BYTES = 128;

/** The kernels over a memory. */
export function meterKernels(memory: WebAssembly.Memory): MeterKernels {
  return kernelsFrom(METER_KERNELS, memory);
}
