import type { Raster } from '../../raster.ts';

/** The raster without its alpha channel where that is opaque all over; else the raster itself. */
export function withoutOpaqueAlpha(raster: Raster): Raster {
  const { channels, data, width, height, space } = raster;
  if (space === 'cmyk' || (channels !== 2 && channels !== 4)) return raster;
  for (let at = channels - 1; at < data.length; at += channels) if (data[at] !== 255) return raster;
  const kept = channels === 2 ? 1 : 3;
  const samples = new Uint8Array(width * height * kept);
  for (let from = 0, to = 0; to < samples.length; from += channels) {
    for (let channel = 0; channel < kept; channel++) samples[to++] = data[from + channel]!;
  }
  return { width, height, channels: kept, space, data: samples };
}

const SAMPLED_PIXELS = 65_536;

/** Distinct colours in an even sample of at most 65 536 pixels. */
export function countColours({ width, height, channels, data }: Raster): number {
  const pixels = width * height;
  const step = Math.max(1, Math.floor(pixels / SAMPLED_PIXELS));
  const seen = new Set<number>();
  for (let pixel = 0; pixel < pixels; pixel += step) {
    let colour = 0;
    for (let channel = 0; channel < channels; channel++)
      colour = colour * 256 + data[pixel * channels + channel]!;
    seen.add(colour);
  }
  return seen.size;
}
