import type { Raster } from '../../raster.ts';

/** Share of pixels equal to their left neighbour above which a picture counts as drawn. */
const GRAPHICS_SHARE = 0.6;

/** Whether a picture is a drawing, screenshot or diagram rather than a photo or scan: most pixels repeat their neighbour. */
export function looksDrawn({ width, height, channels, data }: Raster): boolean {
  if (width < 2) return true;
  let equal = 0;
  let seen = 0;
  // A row in four says as much as all of them.
  for (let y = 0; y < height; y += 4) {
    for (let x = 1; x < width; x++) {
      const at = (y * width + x) * channels;
      let same = true;
      for (let c = 0; c < channels && same; c++) same = data[at + c] === data[at + c - channels];
      if (same) equal++;
      seen++;
    }
  }
  return equal > seen * GRAPHICS_SHARE;
}
