import { expect, it } from 'vitest';
import { BLOCK_SUMS, sampleKernels } from '#engine/kernels/sample-kernels.ts';
import { randomNumbers } from '#tests/fixtures/pictures/generated-pictures.ts';

const SIDE = 16;

function randomBytes(length: number, seed: number): Uint8Array {
  const random = randomNumbers(seed);
  return Uint8Array.from({ length }, () => (random() < 0.1 ? 255 : Math.floor(256 * random())));
}

it.each([0, 255] as const)('lay pixels over %s as by division', (background) => {
  const kernels = sampleKernels();
  const rgba = randomBytes(4 * 1001, 5);
  const at = kernels.room(7 * 1001);
  new Uint8Array(kernels.memory.buffer).set(rgba, at);
  kernels.over(at, at + rgba.length, 1001, background);
  const rgb = new Uint8Array(kernels.memory.buffer, at + rgba.length, 3 * 1001);
  const expected = rgb.map((_, i) => {
    const pixel = Math.floor(i / 3) * 4;
    const alpha = rgba[pixel + 3]!;
    return Math.floor((rgba[pixel + (i % 3)]! * alpha + background * (255 - alpha) + 127) / 255);
  });
  expect(rgb).toEqual(expected);
});

it.each([
  { width: 5, rows: 3 },
  { width: 48, rows: 16 },
  { width: 61, rows: 15 },
])('sum up the blocks of $width × $rows pixels', ({ width, rows }) => {
  const kernels = sampleKernels();
  const bytes = width * rows * 3;
  const [before, after] = [randomBytes(bytes, 7), randomBytes(bytes, 9)];
  const columns = Math.ceil(width / SIDE);
  const sums = kernels.room(2 * bytes + 4 * columns * BLOCK_SUMS.length);
  const at = sums + 4 * columns * BLOCK_SUMS.length;
  new Uint8Array(kernels.memory.buffer).set(before, at);
  new Uint8Array(kernels.memory.buffer).set(after, at + bytes);
  kernels.sumBlocks(at, at + bytes, width, rows, sums);
  const expected = new Int32Array(columns * BLOCK_SUMS.length);
  for (let i = 0; i < bytes; i++) {
    const [c, x, y] = [i % 3, Math.floor(i / 3) % width, Math.floor(i / 3 / width)];
    const block = Math.floor(x / SIDE) * BLOCK_SUMS.length;
    expected[block + c]! += before[i]!;
    expected[block + BLOCK_SUMS.after + c]! += after[i]!;
    expected[block + BLOCK_SUMS.apart + c]! += (y % 2 === 0 ? 1 : -1) * (after[i]! - before[i]!);
    if (c === 0)
      expected[block + BLOCK_SUMS.squares]! += (before[i]! + 2 * before[i + 1]! + before[i + 2]!) ** 2;
  }
  expect(new Int32Array(kernels.memory.buffer, sums, columns * BLOCK_SUMS.length)).toEqual(expected);
});
