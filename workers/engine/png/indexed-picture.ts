import type { DeflateCodec } from '../codecs/deflate-codec.ts';
import type { Raster } from '../raster.ts';
import { joinedData, readChunks, readHeader, writeChunks, type Chunk } from './chunks.ts';

/** A picture of at most 256 colours. */
export interface IndexedPicture {
  readonly width: number;
  readonly height: number;
  /** Four samples a colour, RGBA. */
  readonly palette: Uint8Array;
  /** One a pixel. */
  readonly indexes: Uint8Array;
}

/** The palette of an indexed PNG as RGBA, or null when it has none. */
export function readPalette(png: Uint8Array): Uint8Array | null {
  const chunks = readChunks(png);
  const colours = chunks.find(({ type }) => type === 'PLTE')?.data;
  if (!colours || readHeader(chunks).colourType !== 3) return null;
  const alpha = chunks.find(({ type }) => type === 'tRNS')?.data;
  const palette = new Uint8Array((colours.length / 3) * 4);
  for (let i = 0; i * 3 < colours.length; i++) {
    palette.set(colours.subarray(i * 3, i * 3 + 3), i * 4);
    palette[i * 4 + 3] = alpha && i < alpha.length ? alpha[i]! : 255;
  }
  return palette;
}

/** How an indexed picture looks: RGBA, or RGB when all its colours are opaque. */
export function rasterOf({ width, height, palette, indexes }: IndexedPicture): Raster {
  const channels = isOpaque(palette) ? 3 : 4;
  const data = new Uint8Array(indexes.length * channels);
  for (let i = 0, at = 0; i < indexes.length; i++, at += channels) {
    const colour = indexes[i]! * 4;
    data[at] = palette[colour]!;
    data[at + 1] = palette[colour + 1]!;
    data[at + 2] = palette[colour + 2]!;
    if (channels === 4) data[at + 3] = palette[colour + 3]!;
  }
  return { width, height, channels, space: 'rgb', data };
}

/**
 * Writes an indexed picture as a PNG: unused colours left out, see-through ones first so that their list is short,
 * otherwise by frequency of use; as many bits a pixel as pack best; no row filters, which harm palettes.
 * @param level of deflate, 1-12
 */
export async function writeIndexedPng(
  picture: IndexedPicture,
  deflate: DeflateCodec,
  level: number,
  extra: readonly Chunk[] = [],
): Promise<Uint8Array> {
  const { order, rank } = colourOrder(picture);
  const depth =
    level > QUICK_LEVEL ? await bestDepth(picture, rank, order.length, deflate) : leastDepth(order.length);
  const data = await deflate.deflate(packRows(picture, rank, depth), { format: 'zlib', level });
  const colours = new Uint8Array(order.length * 3);
  order.forEach((colour, i) => colours.set(picture.palette.subarray(colour * 4, colour * 4 + 3), i * 3));
  const alpha = order.map((colour) => picture.palette[colour * 4 + 3]!);
  const seeThrough = alpha.filter((value) => value < 255).length;
  const header = new Uint8Array(13);
  new DataView(header.buffer).setUint32(0, picture.width);
  new DataView(header.buffer).setUint32(4, picture.height);
  header.set([depth, 3, 0, 0, 0], 8);
  return writeChunks([
    { type: 'IHDR', data: header },
    ...extra,
    { type: 'PLTE', data: colours },
    ...(seeThrough > 0 ? [{ type: 'tRNS', data: Uint8Array.from(alpha.slice(0, seeThrough)) }] : []),
    { type: 'IDAT', data },
    { type: 'IEND', data: new Uint8Array(0) },
  ]);
}

/**
 * How long the picture would be, reckoned from quick packing: good for comparing palettes of one picture.
 * @returns bytes, without header and palette
 */
export async function estimateBytes(picture: IndexedPicture, deflate: DeflateCodec): Promise<number> {
  const { order, rank } = colourOrder(picture);
  const least = leastDepth(order.length);
  const sizes = [await quickBytes(picture, rank, least, deflate)];
  if (least === 4) sizes.push(await quickBytes(picture, rank, 8, deflate));
  return Math.min(...sizes);
}

const QUICK_LEVEL = 6;

/** Whole bytes gain this much more from the highest level than half bytes do (measured: 4 to 9 % on screens). */
const WHOLE_BYTE_GAIN = 0.944;

async function quickBytes(
  picture: IndexedPicture,
  rank: Uint8Array,
  depth: number,
  deflate: DeflateCodec,
): Promise<number> {
  const data = await deflate.deflate(packRows(picture, rank, depth), { format: 'zlib', level: QUICK_LEVEL });
  return data.length * (depth === 8 ? WHOLE_BYTE_GAIN : 1);
}

/** Two pixels a byte hide repetitions that start at odd places: pages and line drawings are up to 16 % smaller with one. */
async function bestDepth(
  picture: IndexedPicture,
  rank: Uint8Array,
  colours: number,
  deflate: DeflateCodec,
): Promise<number> {
  const least = leastDepth(colours);
  if (picture.indexes.length <= TRY_ALL_PIXELS) return smallestDepth(picture, rank, least, deflate);
  if (least !== 4) return least;
  const half = await quickBytes(picture, rank, 4, deflate);
  return (await quickBytes(picture, rank, 8, deflate)) < half ? 8 : 4;
}

/** Up to here trying every depth at the highest level costs a few milliseconds. */
const TRY_ALL_PIXELS = 65_536;

async function smallestDepth(
  picture: IndexedPicture,
  rank: Uint8Array,
  least: number,
  deflate: DeflateCodec,
): Promise<number> {
  let best = { depth: least, bytes: Infinity };
  for (let depth = least; depth <= 8; depth *= 2) {
    const data = await deflate.deflate(packRows(picture, rank, depth), { format: 'zlib', level: 12 });
    if (data.length < best.bytes) best = { depth, bytes: data.length };
  }
  return best.depth;
}

function leastDepth(colours: number): number {
  return colours <= 2 ? 1 : colours <= 4 ? 2 : colours <= 16 ? 4 : 8;
}

function colourOrder({ palette, indexes }: IndexedPicture): { order: number[]; rank: Uint8Array } {
  const counts = new Uint32Array(256);
  for (let i = 0; i < indexes.length; i++) counts[indexes[i]!]!++;
  const used = Array.from({ length: palette.length / 4 }, (_, i) => i).filter((i) => counts[i]! > 0);
  const isClear = (i: number): number => (palette[i * 4 + 3]! < 255 ? 0 : 1);
  const order = used.sort((a, b) => isClear(a) - isClear(b) || counts[b]! - counts[a]!);
  const rank = new Uint8Array(256);
  order.forEach((colour, position) => (rank[colour] = position));
  return { order, rank };
}

/** Rows with a leading filter byte 0, pixels packed from the high bits. */
function packRows({ width, height, indexes }: IndexedPicture, rank: Uint8Array, depth: number): Uint8Array {
  const perByte = 8 / depth;
  const stride = 1 + Math.ceil(width / perByte);
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const row = y * stride + 1;
    if (depth === 8) {
      for (let x = 0, at = y * width; x < width; x++, at++) rows[row + x] = rank[indexes[at]!]!;
      continue;
    }
    for (let x = 0; x < width; x++) {
      const value = rank[indexes[y * width + x]!]!;
      rows[row + Math.floor(x / perByte)]! |= value << (8 - depth * (1 + (x % perByte)));
    }
  }
  return rows;
}

/** Whether nothing shines through any colour of a palette. @param palette RGBA */
export function isOpaque(palette: Uint8Array): boolean {
  for (let i = 3; i < palette.length; i += 4) if (palette[i] !== 255) return false;
  return true;
}

/** The compressed samples of a PNG, packed anew at the highest level; the PNG itself when that is not smaller. */
export async function repackPng(
  png: Uint8Array,
  deflate: DeflateCodec,
  maxBytes: number,
): Promise<Uint8Array> {
  const chunks = readChunks(png);
  const samples = await deflate.inflate(joinedData(chunks, 'IDAT'), {
    format: 'zlib',
    maxOutputBytes: maxBytes,
  });
  const data = await deflate.deflate(samples, { format: 'zlib', level: 12 });
  const first = chunks.findIndex(({ type }) => type === 'IDAT');
  const repacked = writeChunks([
    ...chunks.slice(0, first),
    { type: 'IDAT', data },
    ...chunks.slice(first).filter(({ type }) => type !== 'IDAT'),
  ]);
  return repacked.length < png.length ? repacked : png;
}
