import { imageHeader } from '#engine/containers/png/chunks.ts';
import type { PngSource } from '#engine/formats/png/png-source.ts';

export const PNG_HEADER = { width: 100, height: 100, depth: 8, colourType: 2, isInterlaced: false };

/** A PNG of 100 000 bytes that holds nothing but its header. */
export function pngSource(given: Partial<PngSource> = {}): PngSource {
  const described = { tiff: null, features: [] };
  const plain = {
    orientation: 1,
    trailingOrientation: 1,
    described,
    shown: null,
    texts: [],
    icc: null,
    markedFloor: null,
  };
  return {
    bytes: new Uint8Array(100_000),
    chunks: [imageHeader(PNG_HEADER)],
    header: PNG_HEADER,
    ancillary: plain,
    colours: null,
    embedded: false,
    effort: 'full',
    maxBytes: 100_000,
    ...given,
  };
}
