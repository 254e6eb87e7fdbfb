/**
 * Hue shift: the greens and reds of foliage become brown where a palette has too few colours for them. Meters of structure hardly
 * see it, and area shift compares even blocks alone. Here the means of all blocks are compared, without their lightness, which
 * meters of structure cover.
 */
import { LEAST_BLOCK_SHARE } from '../thresholds.ts';
import { meanLab } from './area-shift.ts';
import { BLOCK_PIXELS, type BlockMeans } from './block-means.ts';

/**
 * How far hues have moved: the 4-norm, over all blocks, of the distance of a and b in CIELAB. So a hundredth of a picture may
 * move by three times as much as all of it.
 * @returns 0 where nothing has moved
 */
export function hueShift({ pixels, before, after }: BlockMeans): number {
  let [sum, count] = [0, 0];
  for (let at = 0; at < pixels.length; at++) {
    const here = pixels[at]!;
    if (here < LEAST_BLOCK_SHARE * BLOCK_PIXELS) continue;
    count++;
    if (isEqual(before, after, at)) continue;
    const [, fromA, fromB] = meanLab(before, here, at);
    const [, toA, toB] = meanLab(after, here, at);
    sum += ((toA - fromA) ** 2 + (toB - fromB) ** 2) ** 2;
  }
  return count === 0 ? 0 : (sum / count) ** (1 / 4);
}

/** Most blocks of screens. */
function isEqual(before: Uint32Array, after: Uint32Array, block: number): boolean {
  for (let at = block * 3; at < block * 3 + 3; at++) if (before[at] !== after[at]) return false;
  return true;
}
