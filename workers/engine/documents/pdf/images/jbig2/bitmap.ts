import { concatBytes } from '../../../../base/bytes.ts';
import type { Raster } from '../../../../base/raster.ts';
import { rowBytesOf } from '../read/samples.ts';

/** One bit a pixel, 1 = black, rows filled up to whole bytes by 0. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** A bitmap without black. */
export function blankBitmap(width: number, height: number): Bitmap {
  return { width, height, data: new Uint8Array(rowBytesOf(width, 1, 1) * height) };
}

/** Makes the pixels of a row black from `start` up to `end`. */
export function fillRun(bitmap: Bitmap, y: number, start: number, end: number): void {
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

/**
 * A raster of several channels that shows two colours, as a bitmap, black for the one with less in its samples.
 * @returns also the samples of that colour and of the other, or undefined where there are not two
 */
export function twoColoursOf({
  width,
  height,
  channels,
  data,
}: Raster): { bitmap: Bitmap; colours: Uint8Array } | undefined {
  if (channels === 1) return undefined;
  const isSame = (a: number, b: number): boolean => {
    for (let c = 0; c < channels; c++) if (data[a + c] !== data[b + c]) return false;
    return true;
  };
  const rowBytes = rowBytesOf(width, 1, 1);
  const others = new Uint8Array(rowBytes * height);
  let other = 0;
  for (let y = 0, from = 0; y < height; y++) {
    for (let x = 0; x < width; x++, from += channels) {
      if (isSame(from, 0)) continue;
      if (other === 0) other = from;
      else if (!isSame(from, other)) return undefined;
      others[y * rowBytes + (x >> 3)]! |= 0x80 >> (x & 7);
    }
  }
  if (other === 0) return undefined;
  const [first, second] = [0, other].map((at) => data.subarray(at, at + channels));
  const isFirstBlack = sumOf(first!) < sumOf(second!);
  return {
    bitmap: toBitmap(others, width, height, !isFirstBlack),
    colours: concatBytes(isFirstBlack ? [first!, second!] : [second!, first!]),
  };
}

function sumOf(samples: Uint8Array): number {
  return samples.reduce((sum, sample) => sum + sample, 0);
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
