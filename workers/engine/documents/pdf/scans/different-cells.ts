import type { Raster } from '../../../base/raster.ts';
import type { Ink } from './ink.ts';
import type { Area } from './kept-areas.ts';
import { gridRow, type Grid, type Plane } from './planes.ts';
import { MOST_DIFFERENCE, MOST_EDGE_SHARE } from './tuning.ts';

/** What would be shown in place of a page. */
export interface ShownLayers {
  readonly background: Raster;
  readonly factor: number;
  readonly inks: readonly Ink[];
  /** Which ink covers each pixel, from 1 on; 0 for none. */
  readonly inkOf: Plane;
}

/**
 * Cells of a page whose mean colour its layers do not show, beyond half a pixel at the edges of its strokes.
 * @param contrast of the page with its paper
 * @param cell side of a cell, px
 */
export function differentCells(raster: Raster, contrast: Plane, layers: ShownLayers, cell: number): Area[] {
  const { width, height, channels } = raster;
  const columns = Math.ceil(width / cell);
  const different: Area[] = [];
  const shown = new Float32Array(width * channels);
  for (let top = 0; top < height; top += cell) {
    const sums = new Float64Array(columns * channels);
    const most = new Uint8Array(columns);
    const bottom = Math.min(height, top + cell);
    for (let y = top; y < bottom; y++) {
      shownRow(layers, y, shown);
      for (let x = 0, i = 0, at = y * width * channels; x < width; x++) {
        const column = Math.floor(x / cell);
        most[column] = Math.max(most[column]!, contrast.data[y * width + x]!);
        const to = column * channels;
        for (let channel = 0; channel < channels; channel++, i++, at++)
          sums[to + channel]! += raster.data[at]! - shown[i]!;
      }
    }
    for (let column = 0; column < columns; column++) {
      const [left, right] = [column * cell, Math.min(width, (column + 1) * cell)];
      const pixels = Math.max((right - left) * (bottom - top), (cell * cell) / 2);
      const allowed = pixels * (MOST_DIFFERENCE + most[column]! * MOST_EDGE_SHARE);
      for (let channel = 0; channel < channels; channel++)
        if (Math.abs(sums[column * channels + channel]!) > allowed) {
          different.push({ left, top, right, bottom });
          break;
        }
    }
  }
  return different;
}

/** A row of samples as the layers show it. */
function shownRow({ background, factor, inks, inkOf }: ShownLayers, y: number, out: Float32Array): void {
  const { width, data } = inkOf;
  const { channels } = background;
  gridRow(gridOf(background, factor), y, width, out);
  for (let x = 0, at = y * width; x < width; x++, at++) {
    const ink = data[at]!;
    if (ink === 0) continue;
    const { colour } = inks[ink - 1]!;
    for (let channel = 0; channel < channels; channel++) out[x * channels + channel] = colour[channel]!;
  }
}

function gridOf({ width, height, channels, data }: Raster, cell: number): Grid {
  return { columns: width, rows: height, cell, channels, data };
}
