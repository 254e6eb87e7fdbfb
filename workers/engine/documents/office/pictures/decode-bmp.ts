import { viewOf } from '../../../base/bytes.ts';
import { EngineError } from '../../../api/errors.ts';
import { checkPixels } from '../../../api/limits.ts';
import type { Raster } from '../../../base/raster.ts';

/** Whether bytes are a Windows bitmap file. */
export function isBmp(bytes: Uint8Array): boolean {
  return bytes[0] === 0x42 && bytes[1] === 0x4d && bytes.length > 54;
}

/**
 * Decodes a Windows bitmap: 1, 4, 8, 24 or 32 bits a pixel, not run-length coded. The fourth byte of 32 bits is unused
 * in the plain form, so the result is always RGB.
 * @throws EngineError "unsupported" for other forms, "damaged" when cut short
 * Source: Microsoft, BITMAPINFOHEADER and "Bitmap Storage".
 */
export function decodeBmp(file: Uint8Array): Raster {
  const view = viewOf(file);
  return decodeDib(file.subarray(14), view.getUint32(10, true) - 14);
}

/**
 * Decodes a device-independent bitmap, a BMP without file header.
 * @param pixelsAt offset of the first row from the start of the header
 */
export function decodeDib(dib: Uint8Array, pixelsAt: number): Raster {
  const header = readHeader(dib);
  const { width, height, isTopDown, depth } = header;
  checkPixels(width, height);
  const stride = Math.ceil((width * depth) / 32) * 4;
  if (pixelsAt < 0 || pixelsAt + stride * height > dib.length) {
    throw new EngineError('damaged', 'A bitmap is cut short.');
  }
  const data = new Uint8Array(width * height * 3);
  const palette = depth <= 8 ? dib.subarray(header.size, pixelsAt) : null;
  for (let y = 0; y < height; y++) {
    const row = pixelsAt + stride * (isTopDown ? y : height - 1 - y);
    readRow(dib, row, { depth, palette, width }, data.subarray(y * width * 3));
  }
  return { width, height, channels: 3, space: 'rgb', data };
}

function readHeader(dib: Uint8Array) {
  const view = viewOf(dib);
  const size = view.getUint32(0, true);
  const height = view.getInt32(8, true);
  const depth = view.getUint16(14, true);
  const isPlain = view.getUint32(16, true) === 0 && [1, 4, 8, 24, 32].includes(depth);
  if (size < 40 || !isPlain) throw new EngineError('unsupported', 'A bitmap is stored in an unusual form.');
  return { size, width: view.getInt32(4, true), height: Math.abs(height), isTopDown: height < 0, depth };
}

interface RowForm {
  readonly depth: number;
  /** Blue, green, red, unused. */
  readonly palette: Uint8Array | null;
  readonly width: number;
}

function readRow(dib: Uint8Array, row: number, form: RowForm, to: Uint8Array): void {
  const { depth, palette, width } = form;
  for (let x = 0, at = 0; x < width; x++, at += 3) {
    const bit = x * depth;
    const place = row + (bit >> 3);
    const index = palette ? ((dib[place]! >> (8 - depth - (bit & 7))) & ((1 << depth) - 1)) * 4 : place;
    const from = palette ?? dib;
    to[at] = from[index + 2] ?? 0;
    to[at + 1] = from[index + 1] ?? 0;
    to[at + 2] = from[index] ?? 0;
  }
}
