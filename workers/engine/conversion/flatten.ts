import { hasAlpha, type Raster } from '../base/raster.ts';

/** Whether every pixel of a picture is opaque. */
export function isOpaque(raster: Raster): boolean {
  if (!hasAlpha(raster)) return true;
  const { channels, data } = raster;
  for (let at = channels - 1; at < data.length; at += channels) if (data[at] !== 255) return false;
  return true;
}

/**
 * A picture without its alpha channel, over a colour where it is transparent, blended as browsers do: by samples.
 * @param background "#rrggbb"
 */
export function flatten(raster: Raster, background: string): Raster {
  if (!hasAlpha(raster)) return raster;
  const colour = [1, 3, 5].map((at) => Number.parseInt(background.slice(at, at + 2), 16));
  const isGrey = raster.channels === 2 && colour.every((value) => value === colour[0]);
  const colours = raster.channels - 1;
  const channels = isGrey ? 1 : 3;
  const data = new Uint8Array(raster.width * raster.height * channels);
  for (let from = 0, to = 0; to < data.length; from += raster.channels, to += channels) {
    const alpha = raster.data[from + colours]!;
    for (let c = 0; c < channels; c++) {
      const sample = raster.data[from + Math.min(c, colours - 1)]!;
      data[to + c] = Math.round((sample * alpha + colour[c]! * (255 - alpha)) / 255);
    }
  }
  return { ...raster, channels, space: isGrey ? 'grey' : 'rgb', data };
}
