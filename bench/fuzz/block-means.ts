import { anymapHeader } from '../anymap-header.ts';

/** What a program showed of one picture or page. */
export interface Shown {
  readonly width: number;
  readonly height: number;
  /** Mean red, green, blue (each times alpha) and alpha of 16 by 16 blocks, row by row, 0 to 255. */
  readonly blocks: Float64Array;
}

const BLOCKS = 16;

/**
 * Reads a portable anymap, as the programs of Netpbm, libjpeg, libwebp and Poppler write it (P5, P6, P7).
 * @returns null for anything else, and for a picture without samples
 */
export function readAnymap(file: Buffer): Shown | null {
  const header = anymapHeader(file);
  if (!header) return null;
  const { width, height, depth, maximum, start } = header;
  const bytes = maximum > 255 ? 2 : 1;
  if (width * height === 0 || file.length < start + width * height * depth * bytes) return null;
  const sums = new Float64Array(BLOCKS * BLOCKS * 4);
  const counts = new Float64Array(BLOCKS * BLOCKS);
  const sample = (at: number) => {
    const place = start + at * bytes;
    return ((bytes === 2 ? file.readUInt16BE(place) : file[place]!) * 255) / maximum;
  };
  for (let y = 0, at = 0; y < height; y += 1) {
    const row = Math.floor((y * BLOCKS) / height) * BLOCKS;
    for (let x = 0; x < width; x += 1, at += depth) {
      const block = row + Math.floor((x * BLOCKS) / width);
      const alpha = depth % 2 === 0 ? sample(at + depth - 1) : 255;
      for (let c = 0; c < 3; c += 1) sums[block * 4 + c]! += (sample(at + (depth > 2 ? c : 0)) * alpha) / 255;
      sums[block * 4 + 3]! += alpha;
      counts[block]! += 1;
    }
  }
  const blocks = sums.map((sum, at) => sum / Math.max(1, counts[at >> 2]!));
  return { width, height, blocks };
}

/**
 * Least pixels of the smaller of two pictures across a block: where its pixels begin and end says no more then, and a lossy
 * result of black and white by the pixel rings by 50 levels in blocks of 3 by 2.
 */
const LEAST_SIDE = { otherSize: 8, lossy: 4, lossless: 1 } as const;

/**
 * How far two pictures are apart: the mean of all blocks and the block that differs most, in levels of 255. Pictures of
 * different sizes, or with loss, are compared in blocks as large as the smaller one is worth.
 */
export function blockDifference(a: Shown, b: Shown, isLossless = false): { mean: number; largest: number } {
  const isSameSize = a.width === b.width && a.height === b.height;
  const count = blocksAcross(a, b, !isSameSize ? 'otherSize' : isLossless ? 'lossless' : 'lossy');
  const [was, is] = [merged(a.blocks, count), merged(b.blocks, count)];
  let sum = 0;
  let largest = 0;
  for (let at = 0; at < was.length; at += 1) {
    const difference = Math.abs(was[at]! - is[at]!);
    sum += difference;
    largest = Math.max(largest, difference);
  }
  return { mean: sum / was.length, largest };
}

function blocksAcross(a: Shown, b: Shown, kind: keyof typeof LEAST_SIDE): number {
  const side = Math.min(a.width, a.height, b.width, b.height);
  let count = BLOCKS;
  while (count > 1 && side < count * LEAST_SIDE[kind]) count /= 2;
  return count;
}

/** Means of fewer and larger blocks. @param count of them on a side */
function merged(blocks: Float64Array, count: number): Float64Array {
  const share = BLOCKS / count;
  const means = new Float64Array(count * count * 4);
  blocks.forEach((value, at) => {
    const block = at >> 2;
    const row = Math.floor(block / BLOCKS / share);
    const column = Math.floor((block % BLOCKS) / share);
    means[(row * count + column) * 4 + (at & 3)]! += value / share ** 2;
  });
  return means;
}
