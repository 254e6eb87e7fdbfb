/**
 * Hues: the greens and reds of foliage become brown where a palette has too few colours for them. Meters of structure hardly
 * see it, and drift asks even areas alone. So the means of all blocks are compared, without their lightness, which structure
 * tells.
 */
import type { Raster } from '../../base/raster.ts';
import { blockColours, BLOCK_PIXELS, type BlockColours } from './block-colours.ts';
import { meanOf } from './colour-drift.ts';

/** The highest score that a candidate may have for its hues. @param candidate same width and height */
export function huesKept(reference: Raster, candidate: Raster): number {
  return huesKeptOf(blockColours(reference, candidate));
}

/** {@link huesKept} of blocks as they were seen. */
export function huesKeptOf(seen: readonly BlockColours[]): number {
  return hueScore(Math.max(...seen.map(hueMove)));
}

/** A block that has less than this share of its pixels, at the right and the bottom, says nothing. */
const LEAST_SHARE = 0.5;

/**
 * How far hues have moved: the 4-norm, over all blocks, of the distance of a and b in CIELAB. So a hundredth of a picture may
 * move by three times as much as all of it.
 * @returns 0 where nothing has moved
 */
export function hueMove({ pixels, before, after }: BlockColours): number {
  let [sum, count] = [0, 0];
  for (let at = 0; at < pixels.length; at++) {
    const here = pixels[at]!;
    if (here < LEAST_SHARE * BLOCK_PIXELS) continue;
    count++;
    if (isSame(before, after, at)) continue;
    const [, fromA, fromB] = meanOf(before, here, at);
    const [, toA, toB] = meanOf(after, here, at);
    sum += ((toA - fromA) ** 2 + (toB - fromB) ** 2) ** 2;
  }
  return count === 0 ? 0 : (sum / count) ** 0.25;
}

/** Most blocks of screens. */
function isSame(before: Uint32Array, after: Uint32Array, block: number): boolean {
  for (let at = block * 3; at < block * 3 + 3; at++) if (before[at] !== after[at]) return false;
  return true;
}

/**
 * Move that scores as the floor of "balanced", that floor, and the points that twice the move costs. A photograph of autumn
 * leaves moves by 0.84 as a JPEG of quality 75, by 1.21 at 55 and by 1.71 in libvips' best palette; at 2 and more its few
 * greens and reds are brown, one to one.
 */
const SEEN = 2;
const SEEN_SCORE = 71;
const POINTS = 30;

/** The highest score that a picture whose hues have moved so far may have, on the scale of the visual score. */
export function hueScore(move: number): number {
  return move === 0 ? 100 : Math.min(100, SEEN_SCORE - POINTS * Math.log2(move / SEEN));
}
