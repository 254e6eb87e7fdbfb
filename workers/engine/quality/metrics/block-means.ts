import { bandOf, type Raster } from '../../base/raster.ts';
import {
  backgroundsOf,
  bandBuffers,
  compositedBands,
  type BandBuffers,
  type CompositedBand,
} from './composited-bands.ts';
import { fourfoldLuma } from '../../base/srgb.ts';
import { BLOCK_SUMS, sampleKernels } from '../../kernels/sample-kernels.ts';
import { BLOCK_SIDE_PX } from '../thresholds.ts';
import type { Tile } from './ssimulacra2/sample-tiles.ts';

/** Times that luma is summed up in {@link BlockMeans}. */
export const LUMA_SUMS = 4;

/** Pixels of a whole block. */
export const BLOCK_PIXELS = BLOCK_SIDE_PX ** 2;

/**
 * Sums over the blocks of two pictures, composited over a background; row by row. All rows count: what halved chroma spreads over two
 * of them would seem to have moved in one alone.
 */
export interface BlockMeans {
  readonly columns: number;
  readonly rows: number;
  /** Pixels of each block: fewer at the right and the bottom. */
  readonly pixels: Uint16Array;
  /** Red, green and blue of each block. */
  readonly before: Uint32Array;
  readonly after: Uint32Array;
  /** How much further they have moved in even rows than in odd ones: thin colours spread, where the mean stays. */
  readonly apart: Int32Array;
  /** Four times the luma of the reference, and the squares of that. */
  readonly light: Uint32Array;
  readonly squares: Float64Array;
}

/** The variance of the reference's luma in a block, in levels squared. */
export function lumaVariance({ pixels, light, squares }: BlockMeans, at: number): number {
  const count = pixels[at]!;
  return (squares[at]! - light[at]! ** 2 / count) / count / LUMA_SUMS ** 2;
}

/** Over white, and over black where that looks different. */
export type MeansOverBackgrounds = readonly [BlockMeans, ...BlockMeans[]];

/**
 * The means of blocks of a reference and a candidate: over white, and over black where one of them is see-through.
 * @param candidate same width and height
 */
export function blockMeans(reference: Raster, candidate: Raster): MeansOverBackgrounds {
  const means = new BlockMeansByBands(reference, backgroundsOf(reference, candidate));
  means.add(candidate, 0);
  return means.blocks;
}

/** {@link blockMeans} of a candidate that comes band by band. */
export class BlockMeansByBands {
  readonly blocks: MeansOverBackgrounds;
  private readonly reference: Raster;
  private readonly backgrounds: readonly (0 | 255)[];
  private readonly buffers: BandBuffers;

  /** @param backgrounds over which they are asked for, white first */
  constructor(reference: Raster, backgrounds: readonly (0 | 255)[]) {
    const { width, height } = reference;
    this.reference = reference;
    this.backgrounds = backgrounds;
    this.buffers = bandBuffers(width, BLOCK_SIDE_PX);
    const overWhite = emptyBlocks(width, height);
    this.blocks = backgrounds.length > 1 ? [overWhite, emptyBlocks(width, height)] : [overWhite];
  }

  /** @param band of the reference's width @param y of its first row, a multiple of a block's side */
  add(band: Raster, y: number): void {
    const before = bandOf(this.reference, y, band.height);
    const rows = { rows: BLOCK_SIDE_PX, buffers: this.buffers };
    for (const pair of compositedBands(before, band, rows, this.backgrounds))
      for (const background of pair.over) addPair(pair, this.blocks[background === 255 ? 0 : 1]!, y);
  }
}

/** @param y of the first row of what the pair's band lies in */
function addPair({ band, before, after }: CompositedBand, blocks: BlockMeans, y: number): void {
  const sums = blockSums(before, after, band);
  const first = ((y + band.y) / BLOCK_SIDE_PX) * blocks.columns;
  for (let column = 0, from = 0; column < blocks.columns; column++, from += BLOCK_SUMS.length) {
    const block = first + column;
    blocks.pixels[block] = band.height * Math.min(BLOCK_SIDE_PX, band.width - column * BLOCK_SIDE_PX);
    blocks.light[block] = fourfoldLuma(sums[from]!, sums[from + 1]!, sums[from + 2]!);
    blocks.squares[block] = sums[from + BLOCK_SUMS.squares]!;
    for (let c = 0; c < 3; c++) {
      blocks.before[block * 3 + c] = sums[from + BLOCK_SUMS.before + c]!;
      blocks.after[block * 3 + c] = sums[from + BLOCK_SUMS.after + c]!;
      blocks.apart[block * 3 + c] = sums[from + BLOCK_SUMS.apart + c]!;
    }
  }
}

/** {@link BLOCK_SUMS} of each block of a row, until the next are asked for. */
function blockSums(before: Uint8Array, after: Uint8Array, { width, height }: Tile): Int32Array {
  const kernels = sampleKernels();
  const bytes = width * height * 3;
  const count = Math.ceil(width / BLOCK_SIDE_PX) * BLOCK_SUMS.length;
  const at = kernels.room(4 * count + 2 * bytes);
  const rows = at + 4 * count;
  const memory = new Uint8Array(kernels.memory.buffer);
  memory.set(before.subarray(0, bytes), rows);
  memory.set(after.subarray(0, bytes), rows + bytes);
  kernels.sumBlocks(rows, rows + bytes, width, height, at);
  return new Int32Array(kernels.memory.buffer, at, count);
}

function emptyBlocks(width: number, height: number): BlockMeans {
  const columns = Math.ceil(width / BLOCK_SIDE_PX);
  const rows = Math.ceil(height / BLOCK_SIDE_PX);
  const count = columns * rows;
  return {
    columns,
    rows,
    pixels: new Uint16Array(count),
    before: new Uint32Array(count * 3),
    after: new Uint32Array(count * 3),
    apart: new Int32Array(count * 3),
    light: new Uint32Array(count),
    squares: new Float64Array(count),
  };
}
