import type { Raster } from '../raster.ts';
import { rgbTile } from './rgb-tile.ts';
import type { Tile } from './sample-tiles.ts';

/** A band of two pictures as it is seen: 8-bit RGB rows. Both hold another band afterwards. */
export interface BandPair {
  readonly band: Tile;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/**
 * Two pictures band by band, over each background in turn.
 * Two buffers serve all bands: one each would leave half a gigabyte to garbage collection.
 * @param candidate same width and height
 * @param rows      of a band; the last one may have fewer
 */
export function* bandPairs(
  reference: Raster,
  candidate: Raster,
  rows: number,
  backgrounds: readonly (0 | 255)[],
): Generator<BandPair> {
  const { width, height } = reference;
  const [before, after] = [new Uint8Array(width * rows * 3), new Uint8Array(width * rows * 3)];
  for (let y = 0; y < height; y += rows) {
    const band = { x: 0, y, width, height: Math.min(rows, height - y) };
    for (const background of backgrounds) {
      rgbTile(reference, band, background, before);
      rgbTile(candidate, band, background, after);
      yield { band, before, after };
    }
  }
}
