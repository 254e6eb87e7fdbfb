import { SAMPLES_KERNELS } from './compiled/samples.ts';
import { kernelsFrom } from './kernels-from.ts';

/** Where what `sumBlocks` stores for a block stands: three samples before, three after, three that moved apart, and squares. */
export const BLOCK_SUMS = { before: 0, after: 3, apart: 6, squares: 9, length: 10 } as const;

/** Loops over 8-bit samples (`infra/kernels/assembly/samples.ts`). Arguments are addresses in `memory`. */
export interface SampleKernels {
  readonly memory: WebAssembly.Memory;
  /** The address of so many bytes, whatever they hold, until more are asked for. */
  room(bytes: number): number;
  /** RGBA pixels as RGB over a grey background; up to 16 bytes past the last are written too. */
  over(rgba: number, rgb: number, pixels: number, background: number): void;
  /** Stores {@link BLOCK_SUMS} for each block of 16 px, for a row of blocks. @param rows of RGB, at most 16 */
  sumBlocks(before: number, after: number, width: number, rows: number, sums: number): void;
}

let shared: SampleKernels | undefined;

/** The kernels that all share: what they hold is gone with the next use. */
export function sampleKernels(): SampleKernels {
  return (shared ??= kernelsFrom<SampleKernels>(SAMPLES_KERNELS, new WebAssembly.Memory({ initial: 1 })));
}
