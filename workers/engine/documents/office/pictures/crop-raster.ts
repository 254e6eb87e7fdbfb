import type { Tile } from '../../../quality/metrics/ssimulacra2/sample-tiles.ts';
import { stackedParts } from '../../../quality/metrics/stacked-parts.ts';
import type { Raster } from '../../../base/raster.ts';

/** A rectangle of a picture, in px. */
export type Area = Tile;

/** A copy of an area that lies inside the raster; the raster itself for all of it. */
export function cropRaster(raster: Raster, { x, y, width, height }: Area): Raster {
  if (width === raster.width && height === raster.height) return raster;
  return stackedParts(raster, [{ x, y, width, height }]);
}
