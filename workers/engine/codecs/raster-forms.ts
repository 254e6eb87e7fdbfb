import type { Raster, Raster16 } from '../base/raster.ts';
import type { ImageInfo } from './ports/image-codec.ts';

/** Grey with alpha from RGBA whose colours are all grey. */
export function greyAlpha({ width, height, data }: Raster): Raster {
  const samples = new Uint8Array(width * height * 2);
  for (let from = 0, to = 0; to < samples.length; from += 4, to += 2) {
    samples[to] = data[from] ?? 0;
    samples[to + 1] = data[from + 3] ?? 0;
  }
  return { width, height, channels: 2, space: 'grey', data: samples };
}

/** 8 bits a sample, to the nearest: libvips cuts off what is below. */
export function narrow({ data, ...rest }: Raster16): Raster {
  const samples = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i++) samples[i] = Math.round(data[i]! / 257);
  return { ...rest, data: samples };
}

/** 16 bits a sample (x257). libvips widens by shifting, which makes white a little darker. */
export function widen(raster: Raster): Raster16 {
  return { ...raster, data: Uint16Array.from(raster.data, (sample) => sample * 257) };
}

/** Whether a picture is an AVIF of more than 8 bits: the only other format that is read, and none of it in 16. */
export function isDeepAvif({ format, depth }: Pick<ImageInfo, 'format' | 'depth'>): boolean {
  return format === 'other' && depth === 16;
}
