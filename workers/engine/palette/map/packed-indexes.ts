import type { DeflateCodec } from '../../codecs/ports/deflate-codec.ts';
import { ESTIMATE_LEVEL, SMALL_BYTES, SMALL_LEVEL, WHOLE_BYTE_SHARE } from '../tuning.ts';
import type { IndexedPicture } from './indexed-picture.ts';

/** The colours of a picture in the order in which they are stored. */
export interface ColourOrder {
  /** Index in the palette of each stored colour; unused colours are left out. */
  readonly order: readonly number[];
  /** Position in `order` of each index. */
  readonly rank: Uint8Array;
}

/** Transparent colours first, so that their list is short, then by frequency of use. */
export function colourOrder({ palette, indexes }: IndexedPicture): ColourOrder {
  const counts = new Uint32Array(256);
  for (let i = 0; i < indexes.length; i++) counts[indexes[i]!]!++;
  const used = Array.from({ length: palette.length / 4 }, (_, i) => i).filter((i) => counts[i]! > 0);
  const opacity = (i: number): number => (palette[i * 4 + 3]! < 255 ? 0 : 1);
  const order = used.sort((a, b) => opacity(a) - opacity(b) || counts[b]! - counts[a]!);
  const rank = new Uint8Array(256);
  order.forEach((colour, position) => (rank[colour] = position));
  return { order, rank };
}

/** Bits that the index of one of so many colours takes: 1, 2, 4 or 8. */
export function leastDepth(colours: number): 1 | 2 | 4 | 8 {
  return colours <= 2 ? 1 : colours <= 4 ? 2 : colours <= 16 ? 4 : 8;
}

/** Rows with a leading filter byte 0, indexes packed from the high bits. */
export function packRows(
  { width, height, indexes }: IndexedPicture,
  rank: Uint8Array,
  depth: number,
): Uint8Array {
  const perByte = 8 / depth;
  const stride = 1 + Math.ceil(width / perByte);
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const row = y * stride + 1;
    if (depth === 8) {
      for (let x = 0, at = y * width; x < width; x++, at++) rows[row + x] = rank[indexes[at]!]!;
      continue;
    }
    for (let x = 0, to = row; x < width; to++) {
      let packed = 0;
      for (const end = x + perByte; x < end; x++)
        packed = (packed << depth) | (x < width ? rank[indexes[y * width + x]!]! : 0);
      rows[to] = packed;
    }
  }
  return rows;
}

/**
 * Estimates from quick packing how long a picture will be: for comparing palettes of one picture.
 * @returns bytes, without header and palette
 */
export async function estimateBytes(picture: IndexedPicture, deflate: DeflateCodec): Promise<number> {
  const { order, rank } = colourOrder(picture);
  const least = leastDepth(order.length);
  const sizes = [await estimateAtDepth(picture, rank, least, deflate)];
  if (least === 4) sizes.push(await estimateAtDepth(picture, rank, 8, deflate));
  return Math.min(...sizes);
}

/** {@link estimateBytes} for one depth. */
export async function estimateAtDepth(
  picture: IndexedPicture,
  rank: Uint8Array,
  depth: number,
  deflate: DeflateCodec,
): Promise<number> {
  const rows = packRows(picture, rank, depth);
  const level = rows.length <= SMALL_BYTES ? SMALL_LEVEL : ESTIMATE_LEVEL;
  const data = await deflate.deflate(rows, { format: 'zlib', level });
  return data.length * (depth === 8 ? WHOLE_BYTE_SHARE : 1);
}
