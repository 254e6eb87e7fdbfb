import { paletteKernels, type PaletteKernels } from '../../kernels/palette-kernels.ts';
import { BLOCK_SIDE_PX } from '../../quality/thresholds.ts';
import {
  ABOVE_BITS,
  AREA_REACH_PX,
  DIAGONAL_BITS,
  KEPT_KERNELS_BYTES,
  LITERAL_BITS,
  LOCKED_LAMBDA,
  RUN_BITS,
  SAMPLE_WEIGHTS,
} from '../tuning.ts';
import type { FrameOptions, LockedBlocks, MapOptions, PreviousFrame, SampleRows } from './map-options.ts';

const [red, green, blue] = SAMPLE_WEIGHTS;
/** What the kernels are tuned by. */
export const KERNELS_TUNING = {
  red,
  green,
  blue,
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

/** What a picture is mapped with besides its samples. */
type PictureOptions = Partial<Omit<MapOptions, 'dither'>> & { readonly dither?: number } & FrameOptions;

/** Maps pictures of one width to a palette, by kernels in WebAssembly. */
export class PaletteMapper {
  private readonly width: number;
  private readonly isOpaque: boolean;
  private readonly count: number;
  /** Premultiplied, four samples a colour. */
  private readonly colours: Float32Array;

  /**
   * @param palette  RGBA, at most 256 colours
   * @param isOpaque the pictures and all colours are opaque
   * @param width    of the pictures, px
   */
  constructor(palette: Uint8Array, isOpaque: boolean, width: number) {
    this.width = width;
    this.isOpaque = isOpaque;
    this.count = palette.length / 4;
    this.colours = new Float32Array(palette.length);
    for (let i = 0; i < palette.length; i += 4) {
      const scale = palette[i + 3]! / 255;
      for (let c = 0; c < 3; c++) this.colours[i + c] = palette[i + c]! * scale;
      this.colours[i + 3] = palette[i + 3]!;
    }
  }

  /** The nearest colour of each pixel, in an array of its own; pixels that are as in the frame before keep theirs. */
  nearest(samples: SampleRows, previous: PreviousFrame | null = null): Uint8Array {
    return this.mapRows(samples, new Uint8Array(samples.height * this.width), { previous }, 'nearestRow');
  }

  /**
   * Maps without diffusion, in serpentine rows, with an eye on what packs well.
   * @param indexes of the nearest colour for each pixel; then of those that were chosen
   * @param options lambda above 0
   * @returns these indexes
   */
  byCost(
    samples: SampleRows,
    indexes: Uint8Array,
    options: Omit<MapOptions, 'dither'> & FrameOptions,
  ): Uint8Array {
    return this.mapRows(samples, indexes, options, 'costRow');
  }

  /** Maps with error diffusion (Floyd and Steinberg, in serpentine rows), into an array of its own. */
  diffused(samples: SampleRows, options: MapOptions & FrameOptions): Uint8Array {
    return this.mapRows(samples, new Uint8Array(samples.height * this.width), options, 'diffuseRow');
  }

  /** The squared distances of pixels from their colours, in levels; of those that are as in the frame before none. */
  squaredError(samples: SampleRows, indexes: Uint8Array, unchanged: Uint8Array | null): number {
    const rows = this.begin(samples, { previous: unchanged && { indexes, unchanged } });
    let sum = 0;
    for (let y = 0; y < samples.height; y++) {
      rows.read(y, indexes);
      sum += rows.kernels.errorOfRow();
    }
    return sum;
  }

  private mapRows(
    samples: SampleRows,
    indexes: Uint8Array,
    options: PictureOptions,
    kernel: 'nearestRow' | 'costRow' | 'diffuseRow',
  ): Uint8Array {
    const rows = this.begin(samples, options);
    for (let y = 0; y < samples.height; y++) {
      rows.read(y, indexes);
      rows.kernels[kernel]();
      rows.write(y, indexes);
    }
    return indexes;
  }

  private begin(samples: SampleRows, options: PictureOptions): KernelRows {
    const kernels = this.ownKernels();
    const { lambda = 0, dither = 0, locked = null, previous = null } = options;
    kernels.startPicture(lambda, dither, samples.keepsOpaque, previous !== null, locked !== null);
    return new KernelRows(kernels, samples, previous, locked);
  }

  /** The kernels with the colours of this mapper. */
  private ownKernels(): PaletteKernels {
    if (shared.kernels && shared.holder === this) return shared.kernels;
    if (shared.kernels && shared.kernels.memory.buffer.byteLength > KEPT_KERNELS_BYTES) shared.kernels = null;
    const kernels = (shared.kernels ??= paletteKernels(KERNELS_TUNING));
    new Float32Array(kernels.memory.buffer, addressOf(kernels.colours)).set(this.colours);
    kernels.useColours(this.count, this.isOpaque, this.width);
    shared.holder = this;
    return kernels;
  }
}

/** Rows of a picture on their way into the kernels' memory and back. */
class KernelRows {
  readonly kernels: PaletteKernels;
  private readonly samples: SampleRows;
  private readonly previous: PreviousFrame | null;
  private readonly locked: LockedBlocks | null;
  private bytes: Uint8Array;
  private row: Float32Array;

  constructor(
    kernels: PaletteKernels,
    samples: SampleRows,
    previous: PreviousFrame | null,
    locked: LockedBlocks | null,
  ) {
    this.kernels = kernels;
    this.samples = samples;
    this.previous = previous;
    this.locked = locked;
    [this.bytes, this.row] = this.views();
  }

  /** Hands in all that the kernels take of a row. */
  read(y: number, indexes: Uint8Array): void {
    const { kernels, samples, previous, locked } = this;
    // Memory that has grown has a new buffer.
    if (this.bytes.length === 0) [this.bytes, this.row] = this.views();
    const [from, to] = [y * samples.width, (y + 1) * samples.width];
    samples.readRow(y, this.row);
    this.bytes.set(indexes.subarray(from, to), addressOf(kernels.indexes));
    if (previous) {
      this.bytes.set(previous.indexes.subarray(from, to), addressOf(kernels.before));
      this.bytes.set(previous.unchanged.subarray(from, to), addressOf(kernels.unchanged));
    }
    if (locked) {
      const row = Math.floor(y / BLOCK_SIDE_PX) * locked.columns;
      this.bytes.set(locked.marks.subarray(row, row + locked.columns), addressOf(kernels.locked));
    }
  }

  /** Takes the indexes of a row out. */
  write(y: number, indexes: Uint8Array): void {
    if (this.bytes.length === 0) [this.bytes, this.row] = this.views();
    const at = addressOf(this.kernels.indexes);
    indexes.set(this.bytes.subarray(at, at + this.samples.width), y * this.samples.width);
  }

  private views(): [Uint8Array, Float32Array] {
    const { buffer } = this.kernels.memory;
    const row = new Float32Array(buffer, addressOf(this.kernels.row), this.samples.width * 4);
    return [new Uint8Array(buffer), row];
  }
}

function addressOf(global: WebAssembly.Global): number {
  return global.value as number;
}
