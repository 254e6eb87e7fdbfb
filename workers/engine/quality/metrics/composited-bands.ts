import { hasAlpha, type Raster } from '../../base/raster.ts';
import { isSeeThrough, rgbRows } from './ssimulacra2/rgb-tile.ts';
import type { Tile } from './ssimulacra2/sample-tiles.ts';

/** A band of two pictures as it is seen: 8-bit RGB rows, until the next one comes. */
export interface CompositedBand {
  readonly band: Tile;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** All backgrounds over which it looks like that: it comes once for them. */
  readonly over: readonly (0 | 255)[];
}

/** How two pictures are cut into bands. */
export interface BandRows {
  /** Of a band; the last one may have fewer. */
  readonly rows: number;
  /** Those of bands that come call by call [two of its own, for all bands]. */
  readonly buffers?: BandBuffers;
}

/** Where bands of two pictures are written: one each would leave half a gigabyte to garbage collection. */
export interface BandBuffers {
  readonly before: Uint8Array<ArrayBuffer>;
  readonly after: Uint8Array<ArrayBuffer>;
}

/** Over what pictures of one size have to be looked at: white, and black where one of them is see-through. */
export function backgroundsOf(...pictures: readonly Raster[]): readonly (0 | 255)[] {
  const showsBoth = pictures.some(
    (each) => hasAlpha(each) && isSeeThrough(each, { x: 0, y: 0, width: each.width, height: each.height }),
  );
  return showsBoth ? [255, 0] : [255];
}

/** Room for so many rows of pictures of a width. */
export function bandBuffers(width: number, rows: number): BandBuffers {
  return { before: new Uint8Array(width * rows * 3), after: new Uint8Array(width * rows * 3) };
}

/**
 * Two pictures band by band, over each background in turn.
 * @param candidate same width and height
 */
export function* compositedBands(
  reference: Raster,
  candidate: Raster,
  { rows, buffers = bandBuffers(reference.width, rows) }: BandRows,
  backgrounds: readonly (0 | 255)[],
): Generator<CompositedBand> {
  const { width, height } = reference;
  for (let y = 0; y < height; y += rows) {
    const band = { x: 0, y, width, height: Math.min(rows, height - y) };
    const hidesAll =
      backgrounds.length > 1 && ![reference, candidate].some((each) => isSeeThrough(each, band));
    const looks = hidesAll ? [backgrounds] : backgrounds.map((background) => [background]);
    for (const over of looks) {
      yield {
        band,
        before: rgbRows(reference, band, over[0]!, buffers.before),
        after: rgbRows(candidate, band, over[0]!, buffers.after),
        over,
      };
    }
  }
}
