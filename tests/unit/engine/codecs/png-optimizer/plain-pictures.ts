import { deflateSync } from 'node:zlib';
import { writeChunks } from '#engine/containers/png/chunks.ts';

/** A picture of a pattern, in a layout of PNG. */
export interface PlainPicture {
  readonly colourType: 0 | 2 | 3 | 4 | 6;
  readonly depth: 1 | 2 | 4 | 8 | 16;
  readonly pattern: 'noise' | 'steps' | 'few' | 'black-white';
  readonly isInterlaced?: boolean;
  readonly width?: number;
  readonly height?: number;
  /** All colours are grey. */
  readonly isGrey?: boolean;
  /** Alpha is at its most. */
  readonly isOpaque?: boolean;
  /** The lower byte of 16 bits is the upper one. Of a palette: colours stand there many times. */
  readonly isDoubled?: boolean;
}

const CHANNELS = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const;

/** First column and row, and steps, of Adam7's passes (PNG specification, clause 8.2); one for all rows without them. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const WHOLE = [[0, 0, 1, 1]] as const;

/** The picture as a file, without row filters. Shares nothing with the optimiser but what writes chunks. */
export function pngOf(picture: PlainPicture): Uint8Array {
  const { colourType, depth, isInterlaced = false, width = 40, height = 30 } = picture;
  const rows: number[] = [];
  for (const [x0, y0, dx, dy] of isInterlaced ? PASSES : WHOLE) {
    if (x0 >= width) continue;
    for (let y = y0; y < height; y += dy) {
      const bits: number[] = [];
      for (let x = x0; x < width; x += dx)
        for (const sample of pixelOf(picture, x, y))
          for (let bit = depth - 1; bit >= 0; bit--) bits.push((sample >> bit) & 1);
      while (bits.length % 8 > 0) bits.push(0);
      rows.push(0);
      for (let at = 0; at < bits.length; at += 8)
        rows.push(bits.slice(at, at + 8).reduce((byte, bit) => byte * 2 + bit, 0));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colourType, 0, 0, isInterlaced ? 1 : 0], 8);
  return writeChunks([
    { type: 'IHDR', data: header },
    ...(colourType === 3 ? [{ type: 'PLTE', data: paletteOf(picture) }] : []),
    { type: 'IDAT', data: deflateSync(Uint8Array.from(rows), { level: 1 }) },
    { type: 'IEND', data: new Uint8Array(0) },
  ]);
}

function paletteOf({ depth, isDoubled = false }: PlainPicture): Uint8Array {
  const entries = 1 << depth;
  const colour = (entry: number): number[] =>
    [entry * 7, 255 - entry * 5, entry * 31].map((each) => each & 255);
  return Uint8Array.from(
    Array.from({ length: entries }, (_, entry) => colour(isDoubled ? entry % 16 : entry)).flat(),
  );
}

function pixelOf(picture: PlainPicture, x: number, y: number): number[] {
  const { colourType, depth, isGrey = false, isOpaque = false, isDoubled = false } = picture;
  const most = 2 ** depth - 1;
  const levels = Array.from({ length: CHANNELS[colourType] }, (_, channel) => {
    const level = levelOf(picture, x, y, isGrey ? 0 : channel);
    if (depth < 16) return level >> (8 - depth);
    return level * 256 + (isDoubled ? level : levelOf(picture, y, x, channel));
  });
  if (isOpaque && (colourType === 4 || colourType === 6)) levels[levels.length - 1] = most;
  return levels;
}

/** 0 to 255. */
function levelOf({ pattern }: PlainPicture, x: number, y: number, channel: number): number {
  if (pattern === 'steps') return (x * 5 + y * 3 + channel * 40) & 255;
  if (pattern === 'few') return ((((x >> 2) + (y >> 3) * 5) % 11) * 23 + channel * 3) & 255;
  const sown = Math.imul(x * 374_761_393 + y * 668_265_263 + channel * 97, 1_274_126_177);
  const mixed = Math.imul(sown ^ (sown >>> 13), 0x9e3779b1) >>> 24;
  return pattern === 'noise' ? mixed : mixed > 99 ? 255 : 0;
}
