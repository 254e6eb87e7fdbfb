import { bandOf, hasAlpha, type Raster } from '../../base/raster.ts';
import { bandBuffers, bandPairs, type BandBuffers, type BandPair } from './band-pairs.ts';
import { isSeeThrough } from './ssimulacra2/rgb-tile.ts';

/** Side of a block, px: grain and dither cancel out in its mean. */
export const BLOCK = 16;

/** Rows of pixels from one that is looked at to the next: what fills a block does not hide between rows. */
const ROW_STEP = 2;

/** Pixels of a whole block that are looked at. */
export const BLOCK_PIXELS = (BLOCK * BLOCK) / ROW_STEP;

/** Sums over the blocks of two pictures as they are seen, row by row. */
export interface BlockColours {
  readonly columns: number;
  readonly rows: number;
  /** Pixels that are looked at: fewer at the right and the bottom. */
  readonly pixels: Uint16Array;
  /** Red, green and blue of each block. */
  readonly before: Uint32Array;
  readonly after: Uint32Array;
  /** Four times the brightness of the reference, and the squares of that. */
  readonly light: Uint32Array;
  readonly squares: Float64Array;
}

/**
 * The colours of blocks of a reference and a candidate: over white, and over black where one of them is see-through.
 * @param candidate same width and height
 */
export function blockColours(
  reference: Raster,
  candidate: Raster,
): readonly [BlockColours, ...BlockColours[]] {
  const { width, height } = reference;
  const whole = { x: 0, y: 0, width, height };
  const showsBoth = [reference, candidate].some((raster) => hasAlpha(raster) && isSeeThrough(raster, whole));
  const backgrounds = showsBoth ? ([255, 0] as const) : ([255] as const);
  const seen: [BlockColours, ...BlockColours[]] = [emptyBlocks(width, height)];
  if (showsBoth) seen.push(emptyBlocks(width, height));
  for (const pair of bandPairs(reference, candidate, ASKED, backgrounds))
    for (const background of pair.over) addPair(pair, seen[background === 255 ? 0 : 1]!, 0);
  return seen;
}

const ASKED = { rows: BLOCK, step: ROW_STEP } as const;

/** {@link blockColours} over white, of a candidate that comes band by band. */
export class BlockColoursByBands {
  readonly blocks: BlockColours;
  private readonly reference: Raster;
  private readonly buffers: BandBuffers;

  constructor(reference: Raster) {
    this.reference = reference;
    this.buffers = bandBuffers(reference.width, ASKED.rows);
    this.blocks = emptyBlocks(reference.width, reference.height);
  }

  /** @param band of the reference's width @param y of its first row, a multiple of BLOCK */
  add(band: Raster, y: number): void {
    const before = bandOf(this.reference, y, band.height);
    for (const pair of bandPairs(before, band, ASKED, [255], this.buffers)) addPair(pair, this.blocks, y);
  }
}

/** @param y of the first row of what the pair's band lies in */
function addPair({ band, before, after }: BandPair, blocks: BlockColours, y: number): void {
  const first = ((y + band.y) / BLOCK) * blocks.columns;
  for (let row = 0; row < band.height; row += ROW_STEP)
    addRow(before, after, row * band.width, band.width, blocks, first);
}

function emptyBlocks(width: number, height: number): BlockColours {
  const columns = Math.ceil(width / BLOCK);
  const rows = Math.ceil(height / BLOCK);
  const count = columns * rows;
  return {
    columns,
    rows,
    pixels: new Uint16Array(count),
    before: new Uint32Array(count * 3),
    after: new Uint32Array(count * 3),
    light: new Uint32Array(count),
    squares: new Float64Array(count),
  };
}

/** @param start of the row, in pixels @param first block of the row */
function addRow(
  before: Uint8Array,
  after: Uint8Array,
  start: number,
  width: number,
  blocks: BlockColours,
  first: number,
): void {
  for (let left = 0, block = first; left < width; left += BLOCK, block++) {
    const end = Math.min(width, left + BLOCK);
    let [r, g, b, nextR, nextG, nextB, squares] = [0, 0, 0, 0, 0, 0, 0];
    for (let at = (start + left) * 3; at < (start + end) * 3; at += 3) {
      const [red, green, blue] = [before[at]!, before[at + 1]!, before[at + 2]!];
      const light = red + 2 * green + blue;
      r += red;
      g += green;
      b += blue;
      squares += light * light;
      nextR += after[at]!;
      nextG += after[at + 1]!;
      nextB += after[at + 2]!;
    }
    blocks.pixels[block]! += end - left;
    blocks.light[block]! += r + 2 * g + b;
    blocks.squares[block]! += squares;
    blocks.before[block * 3]! += r;
    blocks.before[block * 3 + 1]! += g;
    blocks.before[block * 3 + 2]! += b;
    blocks.after[block * 3]! += nextR;
    blocks.after[block * 3 + 1]! += nextG;
    blocks.after[block * 3 + 2]! += nextB;
  }
}
