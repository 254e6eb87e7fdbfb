import type { Raster } from '../../../base/raster.ts';
import { COUNTED_PIXELS } from '../tuning.ts';

/** Distinct colours in an even sample of at most 65 536 pixels. */
export function countColours({ width, height, channels, data }: Raster): number {
  const pixels = width * height;
  const step = Math.max(1, Math.floor(pixels / COUNTED_PIXELS));
  const seen = new Set<number>();
  for (let pixel = 0; pixel < pixels; pixel += step) {
    let colour = 0;
    for (let channel = 0; channel < channels; channel++)
      colour = colour * 256 + data[pixel * channels + channel]!;
    seen.add(colour);
  }
  return seen.size;
}
