/**
 * Drift: an even area whose colour has moved as a whole. Structural scores hardly see it, since nothing but the mean has
 * changed, and a person sees at once that a pale blue sky has become grey. What counts is the mean of many pixels, so that
 * grain and dither do not; and what is even, since in foliage nobody knows the mean.
 */
import { BLOCK_PIXELS, type BlockColours } from './block-colours.ts';
import { labOf, seenMove, type Lab } from './lab.ts';

/** Standard deviation of brightness, in levels of 255, up to which a block has a colour of its own. */
const SPREAD = 10;

/** Blocks on each side of one over which moves are averaged, so that only those count that go on. */
const REACH = 1;

/** Blocks with a colour among these nine from which on they are an area. */
const AREA = 4;

/** A block that has less than this share of its pixels, at the right and the bottom, says nothing. */
const LEAST_SHARE = 0.5;

/**
 * How visible a drift of colours is: the 4-norm of the moves over all blocks. So a tenth of a picture may move by 1.8 times as
 * much as all of it.
 * @returns 0 where nothing has moved; 1 is a just noticeable difference all over the picture
 */
export function colourDrift(blocks: BlockColours): number {
  const moves = driftOfBlocks(blocks);
  return (moves.reduce((sum, move) => sum + move ** 4, 0) / moves.length) ** 0.25;
}

/**
 * Drift that scores as the floor of "balanced", that floor, and the points that twice the drift costs. Looked at one to one:
 * up to 0.6 skies, skin and fog as palettes keep their colour; from 0.9 on a blue sky is grey and a warm horizon white.
 */
const SEEN = 0.75;
const SEEN_SCORE = 71;
const POINTS = 30;

/** The highest score that a picture with such a drift may have, on the scale of the visual score. */
export function driftScore(drift: number): number {
  return drift === 0 ? 100 : Math.min(100, SEEN_SCORE - POINTS * Math.log2(drift / SEEN));
}

/** How far each block has moved together with those around it, as CIE94 counts; 0 where there is no even area. */
export function driftOfBlocks(blocks: BlockColours): Float64Array {
  const { columns, rows } = blocks;
  const count = columns * rows;
  const hasColour = new Uint8Array(count);
  const [colours, moves] = [new Float64Array(3 * count), new Float64Array(3 * count)];
  for (let at = 0; at < count; at++) {
    if (!isEven(blocks, at)) continue;
    hasColour[at] = 1;
    const before = meanOf(blocks.before, blocks.pixels[at]!, at);
    const after = meanOf(blocks.after, blocks.pixels[at]!, at);
    colours.set(before, 3 * at);
    moves.set([after[0] - before[0], after[1] - before[1], after[2] - before[2]], 3 * at);
  }
  const drift = new Float64Array(count);
  for (let at = 0; at < count; at++) {
    const move = hasColour[at] === 1 ? meanMove({ hasColour, moves }, blocks, at) : null;
    if (move) drift[at] = seenMove([colours[3 * at]!, colours[3 * at + 1]!, colours[3 * at + 2]!], move);
  }
  return drift;
}

/** Of blocks, three values each where they have a colour of their own: as objects, those of a large picture take megabytes. */
interface Moves {
  readonly hasColour: Uint8Array;
  readonly moves: Float64Array;
}

/** Whether a block has a colour of its own: enough pixels, and hardly any structure. */
export function isEven({ pixels, light, squares }: BlockColours, at: number): boolean {
  const count = pixels[at]!;
  // Brightness is summed up in quarters.
  const variance = (squares[at]! - light[at]! ** 2 / count) / count / 16;
  return count >= LEAST_SHARE * BLOCK_PIXELS && variance <= SPREAD ** 2;
}

/** The mean colour of a block. @param sums red, green and blue of each block @param count pixels of it @param at its place */
export function meanOf(sums: Uint32Array, count: number, at: number): Lab {
  return labOf(sums[at * 3]! / count, sums[at * 3 + 1]! / count, sums[at * 3 + 2]! / count);
}

/** The mean move of a block and those around it; null where they are no area. */
function meanMove(
  { hasColour, moves }: Moves,
  { columns, rows }: Pick<BlockColours, 'columns' | 'rows'>,
  at: number,
): Lab | null {
  const [row, column] = [Math.floor(at / columns), at % columns];
  let [count, l, a, b] = [0, 0, 0, 0];
  for (let y = Math.max(0, row - REACH); y <= Math.min(rows - 1, row + REACH); y++)
    for (let x = Math.max(0, column - REACH); x <= Math.min(columns - 1, column + REACH); x++) {
      const block = y * columns + x;
      if (hasColour[block] === 0) continue;
      count++;
      l += moves[3 * block]!;
      a += moves[3 * block + 1]!;
      b += moves[3 * block + 2]!;
    }
  return count < AREA ? null : [l / count, a / count, b / count];
}
