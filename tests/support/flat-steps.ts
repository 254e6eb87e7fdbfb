import type { Raster } from '#engine/base/raster.ts';

/** Side of a block, px. */
const BLOCK = 6;

/**
 * How high the flat steps of a candidate are that its smooth reference has not: of all pairs of blocks next to each other,
 * how much the step of brightness between them has changed, in levels of 255; only one pair in fifty has more. Shares no
 * code with the engine's measure of bands.
 */
export function flatSteps(reference: Raster, candidate: Raster): number {
  const [before, after] = [blockMeans(reference), blockMeans(candidate)];
  const columns = Math.floor(reference.width / BLOCK);
  const changes: number[] = [];
  const add = (from: number, to: number): void => {
    changes.push(Math.abs(after[to]! - after[from]! - (before[to]! - before[from]!)));
  };
  for (let at = 0; at < before.length; at++) {
    if ((at + 1) % columns > 0) add(at, at + 1);
    if (at + columns < before.length) add(at, at + columns);
  }
  changes.sort((a, b) => a - b);
  return changes[Math.floor(changes.length * 0.98)]!;
}

/** Mean brightness of whole blocks, row by row. */
function blockMeans({ width, height, channels, data }: Raster): number[] {
  const means: number[] = [];
  for (let top = 0; top + BLOCK <= height; top += BLOCK)
    for (let left = 0; left + BLOCK <= width; left += BLOCK) {
      let sum = 0;
      for (let i = 0; i < BLOCK * BLOCK; i++) {
        const at = ((top + Math.floor(i / BLOCK)) * width + left + (i % BLOCK)) * channels;
        const isGrey = channels < 3;
        const [green, blue] = isGrey ? [data[at]!, data[at]!] : [data[at + 1]!, data[at + 2]!];
        sum += 0.299 * data[at]! + 0.587 * green + 0.114 * blue;
      }
      means.push(sum / (BLOCK * BLOCK));
    }
  return means;
}
