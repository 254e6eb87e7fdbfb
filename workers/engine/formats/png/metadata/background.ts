import { viewOf } from '../../../base/bytes.ts';
import {
  readChunks,
  readHeader,
  writeChunks,
  type Chunk,
  type Header,
} from '../../../containers/png/chunks.ts';

/** Red, green and blue, 0 to 1. */
type Colour = readonly number[];

/**
 * Puts the source's background colour, which viewers may show behind transparent pixels, into a result as its layout asks for.
 * An opaque result needs none. Source: PNG specification, third edition, 11.3.4.1.
 */
export function withBackground(png: Uint8Array, source: readonly Chunk[]): Uint8Array {
  const colour = backgroundOf(source);
  if (!colour) return png;
  const chunks = readChunks(png).filter(({ type }) => type !== 'bKGD');
  const header = readHeader(chunks);
  const isTransparent = header.colourType >= 4 || chunks.some(({ type }) => type === 'tRNS');
  if (!isTransparent) return writeChunks(chunks);
  const palette = chunks.findIndex(({ type }) => type === 'PLTE');
  const fuller = header.colourType === 3 ? withColour(chunks[palette]!, colour, header.depth) : null;
  const whole = fuller ? chunks.with(palette, fuller) : chunks;
  const first = whole.findIndex(({ type }) => type === 'IDAT');
  const background = { type: 'bKGD', data: coded(colour, header, fuller) };
  return writeChunks([...whole.slice(0, first), background, ...whole.slice(first)]);
}

function backgroundOf(chunks: readonly Chunk[]): Colour | null {
  const background = chunks.find(({ type }) => type === 'bKGD')?.data;
  if (!background) return null;
  const { depth, colourType } = readHeader(chunks);
  const samples = { 0: 1, 4: 1, 2: 3, 6: 3 }[colourType];
  if (samples) {
    if (background.length !== 2 * samples) return null;
    const most = 2 ** depth - 1;
    return [0, 1, 2].map((c) => (viewOf(background).getUint16(2 * Math.min(c, samples - 1)) & most) / most);
  }
  const palette = chunks.find(({ type }) => type === 'PLTE')?.data ?? new Uint8Array(0);
  const at = 3 * (background[0] ?? 0);
  return at + 3 <= palette.length ? [...palette.subarray(at, at + 3)].map((value) => value / 255) : null;
}

/** The palette with a colour added, unless it has the colour or is full. */
function withColour(palette: Chunk, colour: Colour, depth: number): Chunk {
  const { data } = palette;
  const isFull = data.length / 3 >= 2 ** depth;
  const bytes = colour.map((value) => Math.round(value * 255));
  return isFull || distance(data, nearest(data, colour), colour) === 0
    ? palette
    : { ...palette, data: Uint8Array.from([...data, ...bytes]) };
}

function coded(colour: Colour, { depth, colourType }: Header, palette: Chunk | null): Uint8Array {
  if (palette) return Uint8Array.of(nearest(palette.data, colour));
  const values = colourType === 0 || colourType === 4 ? colour.slice(0, 1) : colour;
  const data = new Uint8Array(2 * values.length);
  values.forEach((value, i) => viewOf(data).setUint16(2 * i, Math.round(value * (2 ** depth - 1))));
  return data;
}

/** Place in a palette of the colour that is nearest. */
function nearest(palette: Uint8Array, colour: Colour): number {
  let best = 0;
  for (let i = 1; i < palette.length / 3; i++)
    if (distance(palette, i, colour) < distance(palette, best, colour)) best = i;
  return best;
}

function distance(palette: Uint8Array, index: number, colour: Colour): number {
  return colour.reduce((sum, value, c) => sum + (palette[3 * index + c]! - Math.round(value * 255)) ** 2, 0);
}
