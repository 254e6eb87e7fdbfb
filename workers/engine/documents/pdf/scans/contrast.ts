import type { Raster } from '../../../base/raster.ts';
import { GridRows, type Grid, type Plane } from './planes.ts';

/** How much darker than its paper each pixel is in its darkest channel, as a share of the paper: 0 to 255. */
export function contrastWith(paper: Grid, { width, height, channels, data }: Raster): Plane {
  const out = new Uint8Array(width * height);
  const rows = new GridRows({ ...paper, data: paper.data.map((level) => 255 / Math.max(1, level)) }, width);
  for (let y = 0, pixel = 0, at = 0; y < height; y++) {
    const shares = rows.at(y);
    for (let i = 0; i < shares.length; pixel++) {
      let least = 255;
      for (let channel = 0; channel < channels; channel++, i++, at++) {
        const share = data[at]! * shares[i]!;
        if (share < least) least = share;
      }
      out[pixel] = 255 - least;
    }
  }
  return { width, height, data: out };
}

/** A plane with so many times the pixels on each side, bilinear between their middles. */
export function refined(plane: Plane, times: number): Plane {
  if (times === 1) return plane;
  const { width, height, data } = plane;
  const grid: Grid = {
    columns: width,
    rows: height,
    cell: times,
    channels: 1,
    data: Float32Array.from(data),
  };
  const rows = new GridRows(grid, width * times);
  const out = new Uint8Array(data.length * times * times);
  for (let y = 0; y < height * times; y++) out.set(rows.at(y), y * width * times);
  return { width: width * times, height: height * times, data: out };
}
