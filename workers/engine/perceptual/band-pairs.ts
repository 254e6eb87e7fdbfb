import type { Raster } from '../raster.ts';
import { isSeeThrough, rgbTile } from './rgb-tile.ts';
import type { Tile } from './sample-tiles.ts';

/** A band of two pictures as it is seen: 8-bit RGB rows. Both hold another band afterwards. */
export interface BandPair {
  readonly band: Tile;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** All backgrounds over which it looks like that: it comes once for them. */
  readonly over: readonly (0 | 255)[];
}

/** Which rows of two pictures are looked at. */
export interface BandRows {
  /** Of a band; the last one may have fewer. */
  readonly rows: number;
  /** Every so many of them are written, from the first of a band on; those between hold anything [1]. */
  readonly step?: number;
}

/**
 * Two pictures band by band, over each background in turn.
 * Two buffers serve all bands: one each would leave half a gigabyte to garbage collection.
 * @param candidate same width and height
 */
export function* bandPairs(
  reference: Raster,
  candidate: Raster,
  { rows, step = 1 }: BandRows,
  backgrounds: readonly (0 | 255)[],
): Generator<BandPair> {
  const { width, height } = reference;
  const [before, after] = [new Uint8Array(width * rows * 3), new Uint8Array(width * rows * 3)];
  for (let y = 0; y < height; y += rows) {
    const band = { x: 0, y, width, height: Math.min(rows, height - y) };
    const hidesAll =
      backgrounds.length > 1 && ![reference, candidate].some((each) => isSeeThrough(each, band));
    const looks = hidesAll ? [backgrounds] : backgrounds.map((background) => [background]);
    for (const over of looks) {
      rgbTile(reference, band, over[0]!, before, step);
      rgbTile(candidate, band, over[0]!, after, step);
      yield { band, before, after, over };
    }
  }
}
