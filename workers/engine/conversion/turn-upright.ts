import type { Raster } from '../base/raster.ts';

/** Whether an EXIF orientation swaps width and height. */
export function isTurned(orientation: number): boolean {
  return orientation >= 5;
}

/**
 * A picture as its EXIF orientation shows it.
 * @param orientation 1 to 8; 1 returns the raster itself
 * Source: Exif 2.32, 4.6.4, tag 0x0112.
 */
export function turnUpright(raster: Raster, orientation: number): Raster {
  if (orientation === 1) return raster;
  const { width: w, height: h, channels, data } = raster;
  const [width, height] = isTurned(orientation) ? [h, w] : [w, h];
  // Where the first pixel shown lies in the source, and the steps to the right and down from there, in pixels.
  const { start, right, down } = WALKS[orientation - 1]!(w, h);
  const turned = new Uint8Array(data.length);
  let to = 0;
  for (let y = 0; y < height; y++) {
    let from = (start + y * down) * channels;
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < channels; c++) turned[to++] = data[from + c]!;
      from += right * channels;
    }
  }
  return { ...raster, width, height, data: turned };
}

interface Walk {
  readonly start: number;
  readonly right: number;
  readonly down: number;
}

/** By orientation, from 1 on; w and h are those of the stored picture. */
const WALKS: readonly ((w: number, h: number) => Walk)[] = [
  (w) => ({ start: 0, right: 1, down: w }),
  (w) => ({ start: w - 1, right: -1, down: w }),
  (w, h) => ({ start: w * h - 1, right: -1, down: -w }),
  (w, h) => ({ start: w * (h - 1), right: 1, down: -w }),
  (w) => ({ start: 0, right: w, down: 1 }),
  (w, h) => ({ start: w * (h - 1), right: -w, down: 1 }),
  (w, h) => ({ start: w * h - 1, right: -w, down: -1 }),
  (w) => ({ start: w - 1, right: w, down: -1 }),
];
