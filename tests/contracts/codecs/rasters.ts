import type { Raster } from '#engine/base/raster.ts';

/** Width and height of every raster here. */
export const SIZE = { width: 64, height: 48 };

/** 64 × 48 px of one colour. */
export function flat(space: Raster['space'], pixel: readonly number[]): Raster {
  return made(space, pixel.length, (_, channel) => pixel[channel]!);
}

/** 64 × 48 px of noise: always the same. */
export function noisy(): Raster {
  let seed = 7;
  return made('rgb', 3, () => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) >> 20);
}

/** 64 × 48 px, from dark on the left to light on the right. */
export function ramp(space: Raster['space'], channels: Raster['channels']): Raster {
  return made(space, channels, (at) => (at % 64) * 4);
}

export function pixelsOf({ data, channels }: Raster, count = 1): number[] {
  return [...data.subarray(0, channels * count)];
}

/** Largest difference of two samples. */
export function largestDifference(a: Raster, b: Raster): number {
  return a.data.reduce((largest, sample, at) => Math.max(largest, Math.abs(sample - b.data[at]!)), 0);
}

function made(
  space: Raster['space'],
  channels: number,
  sample: (pixel: number, channel: number) => number,
): Raster {
  const data = Uint8Array.from({ length: 64 * 48 * channels }, (_, at) =>
    sample(Math.floor(at / channels), at % channels),
  );
  return { ...SIZE, channels: channels as Raster['channels'], space, data };
}
