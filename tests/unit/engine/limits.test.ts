import { describe, expect, it } from 'vitest';
import { checkPixels } from '#engine/limits.ts';

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
