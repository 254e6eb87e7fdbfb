import type { Raster } from '../../../base/raster.ts';
import { gridRow, levelOf, type Grid, type Plane } from './planes.ts';

/** How much darker than its paper each pixel is in its darkest channel, as a share of the paper: 0 to 255. */
export function contrastWith(paper: Grid, { width, height, channels, data }: Raster): Plane {
  const out = new Uint8Array(width * height);
  const row = new Float32Array(width * channels);
  for (let y = 0, pixel = 0, at = 0; y < height; y++) {
    gridRow(paper, y, width, row);
    for (let i = 0; i < row.length; pixel++) {
      let most = 0;
      for (let channel = 0; channel < channels; channel++, i++, at++) {
        const share = 1 - data[at]! / Math.max(1, row[i]!);
        if (share > most) most = share;
      }
      out[pixel] = most * 255;
    }
  }
  return { width, height, data: out };
}

/** The contrast of the grain of the paper: three quarters of all pixels, most of which are paper, have less. */
export function noiseOf({ data }: Plane): number {
  const counts = new Uint32Array(256);
  for (const value of data) counts[value]!++;
  return levelOf(counts, (data.length * 3) / 4);
}
