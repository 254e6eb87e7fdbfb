import { viewOf } from '../base/bytes.ts';

const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Bytes that the picture data of a PNG unpacks to but for the filters of its rows, as its header says; 0 where it has none. */
export function unpackedBytes(png: Uint8Array): number {
  if (png.length < 26) return 0;
  const view = viewOf(png);
  const bitsPerPixel = view.getUint8(24) * (CHANNELS[view.getUint8(25)] ?? 0);
  return Math.ceil((view.getUint32(16) * bitsPerPixel) / 8) * view.getUint32(20);
}
