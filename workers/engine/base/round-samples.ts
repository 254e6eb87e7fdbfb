import { hasAlpha, type Raster } from './raster.ts';

/** Coarser steps show as bands in gradients. */
export const COARSEST_STEP = 12;

/**
 * The picture with its samples rounded to multiples of a step, so that it packs better without loss. Black, white and
 * alpha stay.
 * @param step from 1, which changes nothing; with a fraction, that share of the rows, from the top, has the next whole step
 */
export function roundSamples(raster: Raster, step: number): Raster {
  const { width, height, channels } = raster;
  const data = raster.data.slice();
  const colours = hasAlpha(raster) ? channels - 1 : channels;
  const whole = Math.floor(step);
  const coarse = Math.round((step - whole) * height) * width * channels;
  let table = multiplesOf(whole + 1);
  for (let at = 0; at < data.length; at += channels) {
    if (at === coarse) table = multiplesOf(whole);
    for (let c = 0; c < colours; c++) data[at + c] = table[data[at + c]!]!;
  }
  return { ...raster, data };
}

function multiplesOf(step: number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, sample) =>
    sample === 255 ? 255 : Math.min(255, Math.round(sample / step) * step),
  );
}
