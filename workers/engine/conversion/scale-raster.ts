import { hasAlpha, type Raster } from '../base/raster.ts';
import type { Size } from './fit-inside.ts';
import { kernelTaps, type Taps } from './kernel-weights.ts';
import { LIGHT_OF, sampleOf } from './linear-light.ts';

/**
 * Scales a picture down: Lanczos in linear light, colours weighted by their alpha. The same samples on every machine.
 * @param raster grey or RGB, with alpha or without
 * @param size   at most that of the raster on either side
 */
export function scaleRaster(raster: Raster, size: Size): Raster {
  const { width, height, channels } = raster;
  const scaled: Raster = { ...raster, ...size, data: new Uint8Array(size.width * size.height * channels) };
  const columns = kernelTaps(width, size.width);
  const rows = kernelTaps(height, size.height);
  // Lines of the source, scaled across; those above what is still needed make room for new ones.
  const depth = Math.max(...rows.map(({ weights }) => weights.length));
  const lines = Array.from({ length: depth }, () => new Float64Array(size.width * channels));
  const light = new Float64Array(width * channels);
  let next = 0;
  rows.forEach((taps, y) => {
    for (; next < taps.from + taps.weights.length; next++) {
      if (next < taps.from) continue;
      readLight(raster, next, light);
      scaleLine(light, columns, channels, lines[next % depth]!);
    }
    writeSamples(sumOfLines(lines, taps, depth), scaled, y);
  });
  return scaled;
}

/** A line in linear light, 0 to 1, colours times alpha. */
function readLight(raster: Raster, y: number, light: Float64Array): void {
  const { width, channels, data } = raster;
  const colours = hasAlpha(raster) ? channels - 1 : channels;
  const start = y * width * channels;
  for (let at = 0; at < light.length; at += channels) {
    const alpha = colours === channels ? 1 : data[start + at + colours]! / 255;
    for (let c = 0; c < colours; c++) light[at + c] = LIGHT_OF[data[start + at + c]!]! * alpha;
    if (colours < channels) light[at + colours] = alpha;
  }
}

function scaleLine(
  light: Float64Array,
  columns: readonly Taps[],
  channels: number,
  into: Float64Array,
): void {
  let to = 0;
  for (const { from, weights } of columns) {
    const start = from * channels;
    for (let c = 0; c < channels; c++) {
      let sum = 0;
      for (let i = 0, at = start + c; i < weights.length; i++, at += channels)
        sum += weights[i]! * light[at]!;
      into[to++] = sum;
    }
  }
}

function sumOfLines(lines: readonly Float64Array[], { from, weights }: Taps, depth: number): Float64Array {
  const sum = new Float64Array(lines[0]!.length);
  for (let i = 0; i < weights.length; i++) {
    const [line, weight] = [lines[(from + i) % depth]!, weights[i]!];
    for (let at = 0; at < sum.length; at++) sum[at]! += weight * line[at]!;
  }
  return sum;
}

function writeSamples(light: Float64Array, scaled: Raster, y: number): void {
  const { width, channels, data } = scaled;
  const colours = hasAlpha(scaled) ? channels - 1 : channels;
  const start = y * width * channels;
  for (let at = 0; at < light.length; at += channels) {
    const alpha = colours === channels ? 1 : Math.min(1, Math.max(0, light[at + colours]!));
    const opacity = Math.round(255 * alpha);
    // What cannot be seen has no colour: a division by next to nothing would make one up.
    for (let c = 0; c < colours; c++)
      data[start + at + c] = opacity === 0 ? 0 : sampleOf(light[at + c]! / alpha);
    if (colours < channels) data[start + at + colours] = opacity;
  }
}
