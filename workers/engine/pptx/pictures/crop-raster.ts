import type { Raster } from '../../raster.ts';

/** A rectangle of a picture, in px. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A copy of an area that lies inside the raster; the raster itself for all of it. */
export function cropRaster(raster: Raster, { x, y, width, height }: Area): Raster {
  if (width === raster.width && height === raster.height) return raster;
  const { channels } = raster;
  const data = new Uint8Array(width * height * channels);
  for (let row = 0; row < height; row++) {
    const from = ((y + row) * raster.width + x) * channels;
    data.set(raster.data.subarray(from, from + width * channels), row * width * channels);
  }
  return { ...raster, width, height, data };
}
