import type { DeflateCodec } from '../../../codecs/ports/deflate-codec.ts';
import { imageHeader, writeChunks, type Chunk } from '../../../containers/png/chunks.ts';
import type { IndexedPicture } from '../../../palette/map/indexed-picture.ts';
import {
  colourOrder,
  estimateAtDepth,
  leastDepth,
  packRows,
  type ColourOrder,
} from '../../../palette/map/packed-indexes.ts';
import { ROUGH_LEVEL, TRY_ALL_DEPTHS_PIXELS } from '../tuning.ts';

/**
 * Writes an indexed picture as a PNG: unused colours left out, transparent ones first so that their list is short,
 * otherwise by frequency of use; as many bits a pixel as pack best; no row filters, which harm palettes.
 * @param level of deflate, 1-12
 * @param extra chunks to stand before the palette
 */
export async function writeIndexedPng(
  picture: IndexedPicture,
  deflate: DeflateCodec,
  level: number,
  extra: readonly Chunk[] = [],
): Promise<Uint8Array> {
  const colours = colourOrder(picture);
  const { depth, data } = await packAtBestDepth(picture, colours, deflate, level);
  const { width, height } = picture;
  return writeChunks([
    imageHeader({ width, height, depth, colourType: 3, isInterlaced: false }),
    ...extra,
    ...paletteChunks(picture.palette, colours.order),
    { type: 'IDAT', data },
    { type: 'IEND', data: new Uint8Array(0) },
  ]);
}

/** @param order transparent colours first */
function paletteChunks(palette: Uint8Array, order: readonly number[]): Chunk[] {
  const colours = new Uint8Array(order.length * 3);
  order.forEach((colour, i) => colours.set(palette.subarray(colour * 4, colour * 4 + 3), i * 3));
  const alpha = order.map((colour) => palette[colour * 4 + 3]!).filter((value) => value < 255);
  const transparency = alpha.length > 0 ? [{ type: 'tRNS', data: Uint8Array.from(alpha) }] : [];
  return [{ type: 'PLTE', data: colours }, ...transparency];
}

/** Rows as they are stored. */
interface PackedRows {
  readonly depth: number;
  readonly data: Uint8Array;
}

/** Two pixels a byte hide repetitions that start at odd places: pages and line drawings are up to 16 % smaller with one. */
async function packAtBestDepth(
  picture: IndexedPicture,
  { order, rank }: ColourOrder,
  deflate: DeflateCodec,
  level: number,
): Promise<PackedRows> {
  const least = leastDepth(order.length);
  const packAt = async (depth: number): Promise<PackedRows> => ({
    depth,
    data: await deflate.deflate(packRows(picture, rank, depth), { format: 'zlib', level }),
  });
  if (picture.indexes.length <= TRY_ALL_DEPTHS_PIXELS) return smallestOf(depthsFrom(least), packAt);
  if (least !== 4 || level <= ROUGH_LEVEL) return packAt(least);
  const half = await estimateAtDepth(picture, rank, 4, deflate);
  return packAt((await estimateAtDepth(picture, rank, 8, deflate)) < half ? 8 : 4);
}

function depthsFrom(least: number): number[] {
  return [1, 2, 4, 8].filter((depth) => depth >= least);
}

async function smallestOf(
  depths: readonly number[],
  packAt: (depth: number) => Promise<PackedRows>,
): Promise<PackedRows> {
  let best: PackedRows | null = null;
  for (const depth of depths) {
    const packed = await packAt(depth);
    if (!best || packed.data.length < best.data.length) best = packed;
  }
  return best!;
}
