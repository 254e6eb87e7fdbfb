import { paletteKernels, type PaletteKernels } from '../../kernels/palette-kernels.ts';
import { BLOCK_SIDE_PX } from '../../quality/thresholds.ts';
import { ALPHA_WEIGHT } from '../colour-metric.ts';
import {
  ABOVE_BITS,
  AREA_REACH_PX,
  DIAGONAL_BITS,
  KEPT_KERNELS_BYTES,
  LITERAL_BITS,
  LOCKED_LAMBDA,
  RUN_BITS,
  SAMPLE_WEIGHTS,
  WIDE_PIXELS,
} from '../tuning.ts';
import type { FrameOptions, LockedBlocks, MapOptions, MappedPixels, PreviousFrame } from './map-options.ts';

const [red, green, blue] = SAMPLE_WEIGHTS;
/** What the kernels are tuned by. */
export const KERNELS_TUNING = {
  red,
  green,
  blue,
  alpha: ALPHA_WEIGHT,
  runBits: RUN_BITS,
  aboveBits: ABOVE_BITS,
  diagonalBits: DIAGONAL_BITS,
  literalBits: LITERAL_BITS,
  lockedLambda: LOCKED_LAMBDA,
  areaReach: AREA_REACH_PX,
  blockBits: Math.log2(BLOCK_SIDE_PX),
} as const;

/** The kernels that all mappers share, and whose colours they hold: one mapper works at a time, and colours are quickly changed. */
const shared: { kernels: PaletteKernels | null; holder: PaletteMapper | null } = {
  kernels: null,
  holder: null,
};

/** What a picture is mapped with. */
type PictureOptions = Partial<Omit<MapOptions, 'dither'>> & { readonly dither?: number } & FrameOptions;

/** Maps pictures of one width to a palette, by kernels in WebAssembly. */
export class PaletteMapper {
  private readonly width: number;
  private readonly isOpaque: boolean;
  private readonly palette: Uint8Array;

  /**
   * @param palette  RGBA, at most 256 colours
   * @param isOpaque the pictures and all colours are opaque
   * @param width    of the pictures, px
   */
  constructor(palette: Uint8Array, isOpaque: boolean, width: number) {
    this.width = width;
    this.isOpaque = isOpaque;
    this.palette = palette;
  }

  /** The nearest colour of each pixel, in an array of its own; pixels that are as in the frame before keep theirs. */
  nearest(pixels: MappedPixels, previous: PreviousFrame | null = null): Uint8Array {
    return this.mapRows(pixels, this.indexesFor(pixels), { previous }, 'nearestRows');
  }

  /**
   * Maps without diffusion, in serpentine rows, with an eye on what packs well.
   * @param indexes of the nearest colour for each pixel; then of those that were chosen
   * @param options lambda above 0
   * @returns these indexes
   */
  byCost(
    pixels: MappedPixels,
    indexes: Uint8Array,
    options: Omit<MapOptions, 'dither'> & FrameOptions,
  ): Uint8Array {
    return this.mapRows(pixels, indexes, options, 'costRows');
  }

  /** Maps with error diffusion (Floyd and Steinberg, in serpentine rows), into an array of its own. */
  diffused(pixels: MappedPixels, options: MapOptions & FrameOptions): Uint8Array {
    return this.mapRows(pixels, this.indexesFor(pixels), options, 'diffuseRows');
  }

  /** The squared distances of pixels from their colours, in levels; of those that are as in the frame before none. */
  squaredError(pixels: MappedPixels, indexes: Uint8Array, unchanged: Uint8Array | null): number {
    const rows = this.begin(pixels, indexes, { previous: unchanged && { indexes, unchanged } });
    let sum = 0;
    rows.forEach((count) => (sum += rows.kernels.errorOfRows(count)));
    return sum;
  }

  private indexesFor({ data, channels }: MappedPixels): Uint8Array {
    return new Uint8Array(data.length / channels);
  }

  private mapRows(
    pixels: MappedPixels,
    indexes: Uint8Array,
    options: PictureOptions,
    kernel: 'nearestRows' | 'costRows' | 'diffuseRows',
  ): Uint8Array {
    const rows = this.begin(pixels, indexes, options);
    rows.forEach((count, from) => {
      rows.kernels[kernel](count);
      rows.write(from, from + count * this.width);
    });
    return indexes;
  }

  private begin(pixels: MappedPixels, indexes: Uint8Array, options: PictureOptions): KernelRows {
    const kernels = this.ownKernels();
    const { lambda = 0, dither = 0, locked = null, previous = null } = options;
    const { channels, keepsOpaque } = pixels;
    kernels.startPicture(channels, lambda, dither, keepsOpaque, previous !== null, locked !== null);
    return new KernelRows(kernels, this.width, { pixels, indexes, previous, locked });
  }

  /** The kernels with the colours of this mapper. */
  private ownKernels(): PaletteKernels {
    if (shared.kernels && shared.holder === this) return shared.kernels;
    if (shared.kernels && shared.kernels.memory.buffer.byteLength > KEPT_KERNELS_BYTES) shared.kernels = null;
    const kernels = (shared.kernels ??= paletteKernels(KERNELS_TUNING));
    new Uint8Array(kernels.memory.buffer).set(this.palette, addressOf(kernels.colours));
    kernels.useColours(this.palette.length / 4, this.isOpaque, this.width, rowsAtOnce(this.width));
    shared.holder = this;
    return kernels;
  }
}

/** A picture whose rows go into the kernels' memory, and its indexes. */
interface MappedRows {
  readonly pixels: MappedPixels;
  readonly indexes: Uint8Array;
  readonly previous: PreviousFrame | null;
  readonly locked: LockedBlocks | null;
}

/** Rows on their way into the kernels' memory and back. */
class KernelRows {
  readonly kernels: PaletteKernels;
  private readonly width: number;
  private readonly rows: MappedRows;
  private memory: Uint8Array;

  constructor(kernels: PaletteKernels, width: number, rows: MappedRows) {
    this.kernels = kernels;
    this.width = width;
    this.rows = rows;
    this.memory = new Uint8Array(kernels.memory.buffer);
  }

  /** Hands in some rows after the other. @param each takes how many they are, and their first pixel */
  forEach(each: (count: number, from: number) => void): void {
    const { width } = this;
    const { length } = this.rows.indexes;
    const most = width * rowsAtOnce(width);
    for (let from = 0; from < length; from += most) {
      const to = Math.min(length, from + most);
      this.read(from, to);
      each((to - from) / width, from);
    }
  }

  /** Takes the indexes of rows out. @param from their first pixel @param to the one behind their last */
  write(from: number, to: number): void {
    const at = addressOf(this.kernels.indexes);
    this.rows.indexes.set(this.view().subarray(at, at + to - from), from);
  }

  /** Hands in all that the kernels take of rows of one row of blocks. */
  private read(from: number, to: number): void {
    const { kernels, width } = this;
    const { pixels, indexes, previous, locked } = this.rows;
    const { data, channels } = pixels;
    this.put(data.subarray(from * channels, to * channels), kernels.bytes);
    this.put(indexes.subarray(from, to), kernels.indexes);
    if (previous) {
      this.put(previous.indexes.subarray(from, to), kernels.before);
      this.put(previous.unchanged.subarray(from, to), kernels.unchanged);
    }
    if (locked) {
      const first = Math.floor(from / width / BLOCK_SIDE_PX) * locked.columns;
      this.put(locked.marks.subarray(first, first + locked.columns), kernels.locked);
    }
  }

  private put(bytes: Uint8Array, global: WebAssembly.Global): void {
    this.view().set(bytes, addressOf(global));
  }

  /** Memory that has grown has a new buffer. */
  private view(): Uint8Array {
    if (this.memory.length === 0) this.memory = new Uint8Array(this.kernels.memory.buffer);
    return this.memory;
  }
}

/** How many rows go in at once: a row of blocks, whose marks they share; of wide pictures one, for the sake of memory. */
function rowsAtOnce(width: number): number {
  return width > WIDE_PIXELS ? 1 : BLOCK_SIDE_PX;
}

function addressOf(global: WebAssembly.Global): number {
  return global.value as number;
}
