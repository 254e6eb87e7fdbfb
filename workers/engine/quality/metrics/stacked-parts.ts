import type { Raster } from '../../base/raster.ts';
import type { Tile } from './ssimulacra2/sample-tiles.ts';

/** A copy of parts of one size, under each other. @param pieces inside the raster, at least one */
export function stackedParts(raster: Raster, pieces: readonly Tile[]): Raster {
  const { width, height } = pieces[0]!;
  const rowBytes = width * raster.channels;
  const data = new Uint8Array(rowBytes * height * pieces.length);
  pieces.forEach((piece, index) => {
    for (let y = 0; y < height; y++) {
      const from = ((piece.y + y) * raster.width + piece.x) * raster.channels;
      data.set(raster.data.subarray(from, from + rowBytes), (index * height + y) * rowBytes);
    }
  });
  return { ...raster, width, height: height * pieces.length, data };
}
