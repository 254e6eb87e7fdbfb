import { concatBytes } from '../../base/bytes.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const TEXTS = new Set(['tEXt', 'zTXt', 'iTXt']);
const DENSITY = new Set(['pHYs']);
/** Length, type and checksum. */
const AROUND = 12;

/**
 * A PNG without its texts, for a decoder: libpng unpacks them all, which takes 2.5 GB for ten of 50 KB, and samples do not
 * depend on them.
 * @param bytes any file
 * @returns the same bytes where there is no text, or no PNG
 */
export function withoutTexts(bytes: Uint8Array): Uint8Array {
  return withoutChunks(bytes, TEXTS);
}

/** A PNG without the density that libvips writes into each, 72 dpi where none is known. */
export function withoutDensity(png: Uint8Array): Uint8Array {
  return withoutChunks(png, DENSITY);
}

function withoutChunks(bytes: Uint8Array, types: ReadonlySet<string>): Uint8Array {
  if (!SIGNATURE.every((byte, at) => bytes[at] === byte)) return bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const kept: Uint8Array[] = [];
  let from = 0;
  let at = SIGNATURE.length;
  while (at + AROUND <= bytes.length) {
    const end = Math.min(bytes.length, at + AROUND + view.getUint32(at));
    if (types.has(String.fromCharCode(...bytes.subarray(at + 4, at + 8)))) {
      kept.push(bytes.subarray(from, at));
      from = end;
    }
    at = end;
  }
  return kept.length === 0 ? bytes : concatBytes([...kept, bytes.subarray(from)]);
}
