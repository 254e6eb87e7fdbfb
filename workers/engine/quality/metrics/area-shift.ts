/**
 * Area shift: an even area whose colour has moved as a whole. Structural scores hardly measure it, since only the mean changes,
 * while a person sees at once that a pale blue sky is grey. Means of many pixels are compared, so that grain and dither do not
 * count; only even blocks are, since the mean of foliage does not show.
 */
import { BLOCK_PIXELS, lumaVariance, type BlockMeans } from './block-means.ts';
import { cie94, labOf, type Lab } from './lab.ts';
import {
  AREA_BLOCKS,
  AREA_PART_BLOCKS,
  AREA_REACH_BLOCKS,
  EVEN_BLOCK_LEVELS,
  LEAST_BLOCK_SHARE,
} from '../thresholds.ts';

/**
 * How far the colours of areas have moved, 4-norms over blocks: so a tenth of them may move by 1.8 times as much as all.
 * 0 where nothing has moved, 1 is a just noticeable difference all over.
 */
interface AreaShifts {
  /** Of all blocks. */
  readonly whole: number;
  /** Of the part that has moved furthest, of `AREA_PART_BLOCKS` on a side. */
  readonly part: number;
}

/** How far the colours of areas have moved. */
export function areaShifts(blocks: BlockMeans): AreaShifts {
  const { columns, rows } = blocks;
  const half = AREA_PART_BLOCKS / 2;
  const across = Math.ceil(columns / half) + 1;
  // Quarters of parts, with one more on the right and below, where nothing has moved.
  const quarters = new Float64Array(across * (Math.ceil(rows / half) + 1));
  blockShifts(blocks).forEach((shift, at) => {
    const [x, y] = [at % columns, Math.floor(at / columns)];
    quarters[Math.floor(y / half) * across + Math.floor(x / half)]! += shift ** 4;
  });
  let [sum, most] = [0, 0];
  for (let at = 0; at + across + 1 < quarters.length; at++) {
    sum += quarters[at]!;
    const part = quarters[at]! + quarters[at + 1]! + quarters[at + across]! + quarters[at + across + 1]!;
    most = Math.max(most, part);
  }
  return { whole: (sum / (columns * rows)) ** (1 / 4), part: (most / AREA_PART_BLOCKS ** 2) ** (1 / 4) };
}

/** How far each block has moved together with those around it, as CIE94 counts; 0 where there is no even area. */
export function blockShifts(blocks: BlockMeans): Float64Array {
  const { columns, rows } = blocks;
  const count = columns * rows;
  const hasColour = new Uint8Array(count);
  const [colours, moves] = [new Float64Array(3 * count), new Float64Array(3 * count)];
  for (let at = 0; at < count; at++) {
    if (!isEvenBlock(blocks, at)) continue;
    hasColour[at] = 1;
    const before = meanLab(blocks.before, blocks.pixels[at]!, at);
    const after = meanLab(blocks.after, blocks.pixels[at]!, at);
    colours.set(before, 3 * at);
    moves.set([after[0] - before[0], after[1] - before[1], after[2] - before[2]], 3 * at);
  }
  const shifts = new Float64Array(count);
  for (let at = 0; at < count; at++) {
    const move = hasColour[at] === 1 ? meanMove({ hasColour, moves }, blocks, at) : null;
    if (move) shifts[at] = cie94([colours[3 * at]!, colours[3 * at + 1]!, colours[3 * at + 2]!], move);
  }
  return shifts;
}

/** Of blocks, three values each where they have a colour of their own: as objects, those of a large picture take megabytes. */
interface Moves {
  readonly hasColour: Uint8Array;
  readonly moves: Float64Array;
}

/** Whether a block has a colour of its own: enough pixels, and hardly any structure. */
export function isEvenBlock(blocks: BlockMeans, at: number): boolean {
  const isWide = blocks.pixels[at]! >= LEAST_BLOCK_SHARE * BLOCK_PIXELS;
  return isWide && lumaVariance(blocks, at) <= EVEN_BLOCK_LEVELS ** 2;
}

/** The mean colour of a block. @param sums red, green and blue of each block @param count pixels of it @param at its place */
export function meanLab(sums: Uint32Array, count: number, at: number): Lab {
  return labOf(sums[at * 3]! / count, sums[at * 3 + 1]! / count, sums[at * 3 + 2]! / count);
}

/** The mean move of a block and those around it; null where they are no area. */
function meanMove(
  { hasColour, moves }: Moves,
  { columns, rows }: Pick<BlockMeans, 'columns' | 'rows'>,
  at: number,
): Lab | null {
  const [row, column] = [Math.floor(at / columns), at % columns];
  let [count, l, a, b] = [0, 0, 0, 0];
  for (let y = Math.max(0, row - AREA_REACH_BLOCKS); y <= Math.min(rows - 1, row + AREA_REACH_BLOCKS); y++)
    for (
      let x = Math.max(0, column - AREA_REACH_BLOCKS);
      x <= Math.min(columns - 1, column + AREA_REACH_BLOCKS);
      x++
    ) {
      const block = y * columns + x;
      if (hasColour[block] === 0) continue;
      count++;
      l += moves[3 * block]!;
      a += moves[3 * block + 1]!;
      b += moves[3 * block + 2]!;
    }
  return count < AREA_BLOCKS ? null : [l / count, a / count, b / count];
}
