import { rowBytesOf } from '../samples.ts';

/** One bit a pixel, 1 = black, rows padded to whole bytes. */
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
  return { width, height, data: out };
}
