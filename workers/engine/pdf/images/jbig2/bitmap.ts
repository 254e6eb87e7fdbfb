import type { Raster } from '../../../raster.ts';
import { rowBytesOf } from '../samples.ts';

/** One bit a pixel, 1 = black, rows filled up to whole bytes by 0. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Makes the pixels of a row black from `start` up to `end`. */
export function blacken(bitmap: Bitmap, y: number, start: number, end: number): void {
  const row = y * rowBytesOf(bitmap.width, 1, 1);
  for (let x = start; x < end; x++) bitmap.data[row + (x >> 3)]! |= 0x80 >> (x & 7);
}

/** A bitmap with 1 for black from packed PDF samples, where 1 is white unless inverted. */
export function toBitmap(data: Uint8Array, width: number, height: number, isOneBlack: boolean): Bitmap {
  const rowBytes = rowBytesOf(width, 1, 1);
  const out = new Uint8Array(rowBytes * height);
  const flip = isOneBlack ? 0 : 0xff;
  for (let i = 0; i < out.length; i++) out[i] = (data[i] ?? 0) ^ flip;
  const used = (0xff << (rowBytes * 8 - width)) & 0xff;
  for (let last = rowBytes - 1; last < out.length; last += rowBytes) out[last]! &= used;
  return { width, height, data: out };
}

/** The bitmap of a grey raster that holds only black and white, or undefined. */
export function bitmapOf({ width, height, space, channels, data }: Raster): Bitmap | undefined {
  if (space !== 'grey' || channels !== 1) return undefined;
  const rowBytes = rowBytesOf(width, 1, 1);
  const out = new Uint8Array(rowBytes * height);
  for (let y = 0, from = 0; y < height; y++) {
    const row = y * rowBytes;
    for (let x = 0; x < width; x++, from++) {
      const sample = data[from]!;
      if (sample === 0) out[row + (x >> 3)]! |= 0x80 >> (x & 7);
      else if (sample !== 255) return undefined;
    }
  }
  return { width, height, data: out };
}
