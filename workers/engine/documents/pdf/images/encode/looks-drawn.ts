import type { Raster } from '../../../../base/raster.ts';
import { DRAWN_SHARE } from '../../tuning.ts';

/** Whether a picture is a drawing, screenshot or diagram rather than a photo or scan: most pixels repeat their neighbour. */
export function looksDrawn({ width, height, channels, data }: Raster): boolean {
  if (width < 2) return true;
  let equal = 0;
  let compared = 0;
  // A row in four says as much as all of them.
  for (let y = 0; y < height; y += 4) {
    equal += repeatsInRow(data, y * width * channels, (y + 1) * width * channels, channels);
    compared += width - 1;
  }
  return equal > compared * DRAWN_SHARE;
}

/** How many pixels of a row are equal to the one before. */
function repeatsInRow(data: Uint8Array, from: number, to: number, channels: number): number {
  let equal = 0;
  for (let at = from + channels; at < to; at += channels) {
    let same = data[at] === data[at - channels];
    for (let c = 1; c < channels && same; c++) same = data[at + c] === data[at + c - channels];
    if (same) equal++;
  }
  return equal;
}
