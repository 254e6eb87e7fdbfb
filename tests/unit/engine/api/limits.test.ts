import { describe, expect, it } from 'vitest';
import { readChunks, writeChunks } from '#engine/containers/png/chunks.ts';
import { readJpegStructure } from '#engine/containers/jpeg/segments.ts';
import { checkPixels } from '#engine/api/limits.ts';
import { writeRiff, readRiff } from '#engine/containers/riff.ts';

describe('checkPixels', () => {
  it.each([
    [1, 1],
    [10_000, 10_000],
    [100_000_000, 1],
  ])('accepts %i by %i pixels', (width, height) => {
    expect(() => checkPixels(width, height)).not.toThrow();
  });

  it.each([
    [0, 10, 'damaged', /width or height of zero/],
    [10, 0, 'damaged', /width or height of zero/],
    [NaN, 10, 'damaged', /width or height of zero/],
    [10_001, 10_000, 'too-large', /101 megapixels; the limit is 100\./],
    [65_535, 65_535, 'too-large', /4295 megapixels/],
  ])('refuses %d by %d pixels', (width, height, code, message) => {
    expect(() => checkPixels(width, height)).toThrow(expect.objectContaining({ name: 'EngineError', code }));
    expect(() => checkPixels(width, height)).toThrow(message);
  });
});

it.each([
  [
    'JPEG',
    () => {
      const file = new Uint8Array(2 + 4 * 100_001);
      file.set([0xff, 0xd8]);
      for (let at = 2; at < file.length; at += 4) file.set([0xff, 0xfe, 0, 2], at);
      readJpegStructure(file);
    },
  ],
  ['PNG', () => readChunks(writeChunks(manyOf({ type: 'tEXt', data: new Uint8Array(0) })))],
  ['WebP', () => readRiff(writeRiff(manyOf({ type: 'ABCD', data: new Uint8Array(0) })))],
] as const)('refuses a %s of more parts than any program writes', (_, read) => {
  expect(read).toThrow(expect.objectContaining({ name: 'EngineError', code: 'too-large' }));
  expect(read).toThrow(/more than 100000 parts. Save it anew/);
});

function manyOf<T>(part: T): T[] {
  return Array<T>(100_001).fill(part);
}
