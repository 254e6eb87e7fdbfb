import { ADAM7, passSize, pixelBits, rowBytesOf, type PngImage } from './png-image.ts';

/** The picture with its rows from top to bottom. Source: PNG specification, third edition, clause 8.2. */
export function deinterlace(image: PngImage): PngImage {
  if (!image.isInterlaced) return image;
  const bits = pixelBits(image);
  const rowBytes = rowBytesOf(image, image.width);
  const data = new Uint8Array(rowBytes * image.height);
  const put = bits >= 8 ? putBytes(image.data, data, bits >> 3) : putBits(image.data, data, bits);
  let from = 0;
  for (const pass of ADAM7) {
    const { across, down } = passSize(image, pass);
    if (across <= 0 || down <= 0) continue;
    for (let row = 0; row < down; row++) {
      const to = (pass.y + row * pass.dy) * rowBytes;
      for (let i = 0; i < across; i++) put(from, i, to, pass.x + i * pass.dx);
      from += rowBytesOf(image, across);
    }
  }
  return { ...image, isInterlaced: false, data };
}

/** Copies a pixel: its row's place and its number in the row, of source and of target. */
type Put = (from: number, pixel: number, to: number, x: number) => void;

function putBytes(source: Uint8Array, target: Uint8Array, bytes: number): Put {
  return (from, pixel, to, x) => {
    for (let i = 0; i < bytes; i++) target[to + x * bytes + i] = source[from + pixel * bytes + i]!;
  };
}

function putBits(source: Uint8Array, target: Uint8Array, bits: number): Put {
  const mask = (1 << bits) - 1;
  return (from, pixel, to, x) => {
    const at = pixel * bits;
    const value = (source[from + (at >> 3)]! >> (8 - bits - (at & 7))) & mask;
    target[to + ((x * bits) >> 3)]! |= value << (8 - bits - ((x * bits) & 7));
  };
}
