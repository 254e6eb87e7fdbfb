import type { Raster } from '../../../base/raster.ts';
import { stackedParts } from '../../../quality/metrics/stacked-parts.ts';
import type { Area } from './kept-areas.ts';
import { SMOOTHED_PX } from './tuning.ts';

/** An area of a raster as a raster of its own. */
export function cutOut(raster: Raster, { left, top, right, bottom }: Area): Raster {
  return stackedParts(raster, [{ x: left, y: top, width: right - left, height: bottom - top }]);
}

/** Where an area lies in a picture of the area around it, with what readers smooth its edges with. */
export function placeIn({ width, height }: Raster, around: Area, area: Area): Area {
  const across = width / (around.right - around.left);
  const down = height / (around.bottom - around.top);
  return {
    left: Math.max(0, Math.floor((area.left - around.left) * across) - SMOOTHED_PX),
    top: Math.max(0, Math.floor((area.top - around.top) * down) - SMOOTHED_PX),
    right: Math.min(width, Math.ceil((area.right - around.left) * across) + SMOOTHED_PX),
    bottom: Math.min(height, Math.ceil((area.bottom - around.top) * down) + SMOOTHED_PX),
  };
}

/**
 * A picture that has nothing but some places: what lies between them takes next to no bytes of a deflated JPEG. In the squares that
 * a JPEG codes together it gets the mean of what is there, and that of the square before where nothing is.
 */
export function onlyPlaces(picture: Raster, places: readonly Area[]): Raster {
  const { width, height, channels } = picture;
  const isKept = new Uint8Array(width * height);
  for (const { left, top, right, bottom } of places)
    for (let y = top; y < bottom; y++) isKept.fill(1, y * width + left, y * width + right);
  const data = picture.data.slice();
  const mean = new Array<number>(channels).fill(255);
  for (let top = 0; top < height; top += SQUARE_PX)
    for (let left = 0; left < width; left += SQUARE_PX) {
      const right = Math.min(width, left + SQUARE_PX);
      const square = { left, top, right, bottom: Math.min(height, top + SQUARE_PX) };
      const sums = new Array<number>(channels).fill(0);
      let pixels = 0;
      eachPixel(square, width, (pixel) => {
        if (isKept[pixel] === 0) return;
        pixels++;
        for (let channel = 0; channel < channels; channel++)
          sums[channel]! += data[pixel * channels + channel]!;
      });
      if (pixels > 0)
        for (let channel = 0; channel < channels; channel++) mean[channel] = sums[channel]! / pixels;
      eachPixel(square, width, (pixel) => {
        if (isKept[pixel] === 1) return;
        for (let channel = 0; channel < channels; channel++)
          data[pixel * channels + channel] = mean[channel]!;
      });
    }
  return { ...picture, data };
}

/** Side of the squares that a JPEG with halved chroma codes together (ITU-T T.81, A.2). */
const SQUARE_PX = 16;

function eachPixel({ left, top, right, bottom }: Area, width: number, act: (pixel: number) => void): void {
  for (let y = top; y < bottom; y++)
    for (let pixel = y * width + left; pixel < y * width + right; pixel++) act(pixel);
}
