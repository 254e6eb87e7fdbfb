import { deflateSync } from 'node:zlib';
import type { Raster } from '#engine/base/raster.ts';
import { writeChunks } from '#engine/containers/png/chunks.ts';

/** How samples are stored in a PNG. */
interface PngWriting {
  /** Bits a sample; the values of 8 bits in 16 are those times 257 [8]. */
  readonly depth?: 8 | 16;
  /** Level of deflate, 0 stores [6]. */
  readonly level?: number;
}

const COLOUR_TYPES: Readonly<Record<Raster['channels'], number>> = { 1: 0, 2: 4, 3: 2, 4: 6 };

/** A PNG of plain rows, none of them filtered. */
export function pngOf(
  { width, height, channels, data }: Raster,
  { depth = 8, level = 6 }: PngWriting = {},
): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([depth, COLOUR_TYPES[channels]], 8);
  const rowSamples = width * channels;
  const repeats = depth / 8;
  const rows = new Uint8Array((rowSamples * repeats + 1) * height);
  for (let y = 0, from = 0, to = 0; y < height; y++) {
    to++;
    for (let x = 0; x < rowSamples; x++, from++) for (let i = 0; i < repeats; i++) rows[to++] = data[from]!;
  }
  return writeChunks([
    { type: 'IHDR', data: header },
    { type: 'IDAT', data: new Uint8Array(deflateSync(rows, { level })) },
    { type: 'IEND', data: new Uint8Array(0) },
  ]);
}
