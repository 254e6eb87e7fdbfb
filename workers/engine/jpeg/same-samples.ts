import type { Raster } from '../raster.ts';

/** Whether two rasters have the same layout and samples. */
export function sameSamples(a: Raster, b: Raster): boolean {
  if (a.width !== b.width || a.height !== b.height || a.channels !== b.channels) return false;
  for (let i = 0; i < a.data.length; i++) if (a.data[i] !== b.data[i]) return false;
  return true;
}
