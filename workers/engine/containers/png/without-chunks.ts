import { concatBytes } from '../../base/bytes.ts';
import { chunkPlaces, isPng } from './chunks.ts';

const TEXTS = new Set(['tEXt', 'zTXt', 'iTXt']);
const DENSITY = new Set(['pHYs']);

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
  if (!isPng(bytes)) return bytes;
  const kept: Uint8Array[] = [];
  let from = 0;
  for (const { type, start, end } of chunkPlaces(bytes)) {
    if (!types.has(type)) continue;
    kept.push(bytes.subarray(from, start));
    from = Math.min(bytes.length, end);
  }
  return kept.length === 0 ? bytes : concatBytes([...kept, bytes.subarray(from)]);
}
