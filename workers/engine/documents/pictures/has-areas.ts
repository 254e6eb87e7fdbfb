import type { Raster } from '../../base/raster.ts';
import { SCREEN_AREAS } from '../../palette/tuning.ts';

/**
 * Whether a picture has areas, as screens, drawings and pages do: a quarter of its pixels have the colour of all four neighbours. A
 * palette shows such pictures, whatever they show beside them.
 */
export function hasAreas({ width, height, channels, data }: Raster): boolean {
  const rowBytes = width * channels;
  let inAreas = 0;
  let compared = 0;
  // A row in four says as much as all of them.
  for (let y = 1; y < height - 1; y += 4) {
    const end = (y + 1) * rowBytes - channels;
    for (let at = y * rowBytes + channels; at < end; at += channels, compared++) {
      let same = true;
      for (let c = at; same && c < at + channels; c++) {
        const sample = data[c];
        same =
          sample === data[c - channels] &&
          sample === data[c + channels] &&
          sample === data[c - rowBytes] &&
          sample === data[c + rowBytes];
      }
      if (same) inAreas++;
    }
  }
  return inAreas >= SCREEN_AREAS * compared;
}
