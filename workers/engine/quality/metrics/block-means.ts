import { bandOf, type Raster } from '../../base/raster.ts';
import {
  backgroundsOf,
  bandBuffers,
  compositedBands,
  type BandBuffers,
  type CompositedBand,
} from './composited-bands.ts';
import { fourfoldLuma } from '../../base/srgb.ts';
import { BLOCK_SIDE_PX } from '../thresholds.ts';

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
function addPair(pair: CompositedBand, blocks: BlockMeans, y: number): void {
  const { band } = pair;
  const first = ((y + band.y) / BLOCK_SIDE_PX) * blocks.columns;
  for (let row = 0; row < band.height; row++) addRow(pair, row, blocks, first);
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

/** @param row of the band @param first block of the row */
function addRow(
  { band: { width }, before, after }: CompositedBand,
  row: number,
  blocks: BlockMeans,
  first: number,
): void {
  const start = row * width;
  const sign = row % 2 === 0 ? 1 : -1;
  for (let left = 0, block = first; left < width; left += BLOCK_SIDE_PX, block++) {
    const end = Math.min(width, left + BLOCK_SIDE_PX);
    let [r, g, b, nextR, nextG, nextB, squares] = [0, 0, 0, 0, 0, 0, 0];
    for (let at = (start + left) * 3; at < (start + end) * 3; at += 3) {
      const [red, green, blue] = [before[at]!, before[at + 1]!, before[at + 2]!];
      const light = fourfoldLuma(red, green, blue);
      r += red;
      g += green;
      b += blue;
      squares += light * light;
      nextR += after[at]!;
      nextG += after[at + 1]!;
      nextB += after[at + 2]!;
    }
    blocks.pixels[block]! += end - left;
    blocks.light[block]! += fourfoldLuma(r, g, b);
    blocks.squares[block]! += squares;
    blocks.before[block * 3]! += r;
    blocks.before[block * 3 + 1]! += g;
    blocks.before[block * 3 + 2]! += b;
    blocks.after[block * 3]! += nextR;
    blocks.after[block * 3 + 1]! += nextG;
    blocks.after[block * 3 + 2]! += nextB;
    blocks.apart[block * 3]! += sign * (nextR - r);
    blocks.apart[block * 3 + 1]! += sign * (nextG - g);
    blocks.apart[block * 3 + 2]! += sign * (nextB - b);
  }
}
