/**
 * The inner loops of the visual meter, in WebAssembly that is assembled here at run time. JavaScript has no vectors; with
 * four lanes of single precision these loops are several times faster. There is no build step and no binary to trust.
 *
 * How to read this folder, from the bottom up:
 * - `vector-code.ts` is the assembler. An expression is an array of bytes: `add(a, b)` is the code of `a`, the code of `b`
 *   and the opcode, as the stack machine wants it. `local.set(value)` is a statement; statements are joined by spreading.
 *   Only the instructions that are needed exist. The end of the file writes the module around the functions.
 * - `vector-loop.ts` is the one loop that all kernels share: over the columns of a row, four at a time.
 * - `blur-kernels.ts`, `colour-kernels.ts` and `map-kernels.ts` are the kernels: each function is one loop body, and reads
 *   like the formula it computes once `get`, `set`, `load` and `store` are skipped over.
 * - `gaussian.ts` computes the weights of the blur, `arena.ts` is the memory that kernels work in.
 * - this file lists all kernels with their arguments: start here to use one.
 *
 * To change a kernel, change the loop body and its line here; `tests/unit/engine/quality/metrics/ssimulacra2/visual-score.test.ts` compares
 * scores with an independent implementation of SSIMULACRA2 and finds a wrong lane.
 */
import { blurAcross, blurDown, blurMomentsDown } from './blur-kernels.ts';
import { cones, halve, luma, opsinB, opsinXy } from './colour-kernels.ts';
import { edges, structure, texture, variance } from './map-kernels.ts';
import { moduleOf } from './vector-code.ts';

/**
 * Kernels, each over one row. Arguments are addresses in the memory handed in, and counts of
 * columns. Four columns are done at once: up to three columns past the last are read and written too, so rows need room.
 */
export interface RowKernels {
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

/** Compiles the kernels over a memory. */
export function rowKernels(memory: WebAssembly.Memory): RowKernels {
  const module = new WebAssembly.Module(
    moduleOf({
      cones: cones(),
      halve: halve(),
      opsinXy: opsinXy(),
      opsinB: opsinB(),
      blurDown: blurDown(),
      blurMomentsDown: blurMomentsDown(),
      blurAcross: blurAcross(),
      variance: variance(),
      structure: structure(),
      edges: edges(),
      luma: luma(),
      texture: texture(),
    }),
  );
  return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as RowKernels;
}
