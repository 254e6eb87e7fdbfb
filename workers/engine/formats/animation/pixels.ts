import type { Raster } from '../../base/raster.ts';

/** A picture as one number a pixel: red in the lowest byte, alpha in the highest, 0 where nothing shows. */
export type Pixels = Uint32Array;

/** Pixels from this value on are opaque. */
export const OPAQUE = 0xff000000;

/** A rectangle of the canvas, px. */
export interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A raster as pixels. */
export function pixelsOf({ data, channels, width, height }: Raster): Pixels {
  const pixels = new Uint32Array(width * height);
  const [green, blue] = channels < 3 ? [0, 0] : [1, 2];
  const hasAlpha = channels % 2 === 0;
  for (let i = 0, at = 0; i < pixels.length; i++, at += channels) {
    const alpha = hasAlpha ? data[at + channels - 1]! : 255;
    if (alpha > 0)
      pixels[i] = (data[at]! | (data[at + green]! << 8) | (data[at + blue]! << 16) | (alpha << 24)) >>> 0;
  }
  return pixels;
}

/** Pixels as a raster: RGB, or RGBA where something is not opaque. */
export function rasterOfPixels(pixels: Pixels, width: number, height: number): Raster {
  const channels = isAllOpaque(pixels) ? 3 : 4;
  const data = new Uint8Array(pixels.length * channels);
  for (let i = 0, at = 0; i < pixels.length; i++, at += channels) {
    const pixel = pixels[i]!;
    data[at] = pixel & 255;
    data[at + 1] = (pixel >>> 8) & 255;
    data[at + 2] = (pixel >>> 16) & 255;
    if (channels === 4) data[at + 3] = pixel >>> 24;
  }
  return { width, height, channels, space: 'rgb', data };
}

/** Whether every pixel is opaque. By index: an iterator takes fifteen times as long. */
export function isAllOpaque(pixels: Pixels): boolean {
  for (let at = 0; at < pixels.length; at++) if (pixels[at]! < OPAQUE) return false;
  return true;
}

/** The colours of a palette as pixels. @param palette RGBA */
export function coloursOf(palette: Uint8Array): Uint32Array {
  return Uint32Array.from({ length: palette.length / 4 }, (_, i) => {
    const [r, g, b, a] = palette.subarray(i * 4, i * 4 + 4);
    return a === 0 ? 0 : (r! | (g! << 8) | (b! << 16) | (a! << 24)) >>> 0;
  });
}

/** Indexes as pixels. @param colours of the palette, as {@link coloursOf} gives them */
export function pixelsIn(colours: Uint32Array, indexes: Uint8Array): Pixels {
  const pixels = new Uint32Array(indexes.length);
  for (let i = 0; i < pixels.length; i++) pixels[i] = colours[indexes[i]!]!;
  return pixels;
}
