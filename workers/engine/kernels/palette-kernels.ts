import { PALETTE_KERNELS } from './compiled/palette.ts';
import { kernelsFrom } from './kernels-from.ts';

/**
 * The inner loops of mapping a picture to a palette (`infra/kernels/assembly/palette.ts`): rows of pixels to indexes. The
 * globals are addresses in `memory`.
 */
export interface PaletteKernels {
  readonly memory: WebAssembly.Memory;
  /** The colours, RGBA: written before `useColours`. */
  readonly colours: WebAssembly.Global;
  /** Bytes of the pixels of some rows: written before these. */
  readonly bytes: WebAssembly.Global;
  /** One index a pixel. */
  readonly indexes: WebAssembly.Global;
  /** One index a pixel of the frame before, and 1 where the pixel is as it was. */
  readonly before: WebAssembly.Global;
  readonly unchanged: WebAssembly.Global;
  /** 1 for each block of these rows whose colour stays where it is. */
  readonly locked: WebAssembly.Global;
  /**
   * Takes the colours that were written.
   * @param isOpaque they, and all pixels, are opaque
   * @param width    of rows, px
   * @param most     rows at once
   */
  useColours(count: number, isOpaque: boolean, width: number, most: number): void;
  /**
   * Begins a picture, whose rows follow from the top.
   * @param channels    of a pixel
   * @param lambda      see MapOptions
   * @param dither      see MapOptions
   * @param keepsOpaque see SampleRows
   * @param hasBefore   `before` and `unchanged` are written before rows
   * @param hasLocked   `locked` is written before rows
   */
  startPicture(
    channels: number,
    lambda: number,
    dither: number,
    keepsOpaque: boolean,
    hasBefore: boolean,
    hasLocked: boolean,
  ): void;
  /** Puts the nearest colour of each pixel of so many rows into `indexes`; that of the frame before where the pixel is as it was. */
  nearestRows(count: number): void;
  /** Takes the nearest colours in `indexes`, or such that pack better. */
  costRows(count: number): void;
  /** Puts colours into `indexes`, with error diffusion. */
  diffuseRows(count: number): void;
  /** Squared distances of the pixels from their colours in `indexes`, but of those that are as they were; their sum, in levels. */
  errorOfRows(count: number): number;
}

/** Kernels with a memory of their own. @param numbers that they import, of the tuning of palettes */
export function paletteKernels(numbers: Readonly<Record<string, number>>): PaletteKernels {
  return kernelsFrom(PALETTE_KERNELS, new WebAssembly.Memory({ initial: 1 }), numbers);
}
