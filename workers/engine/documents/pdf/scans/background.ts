import type { Raster } from '../../../base/raster.ts';
import type { Plane } from './planes.ts';
import { LEAST_PAPER_SHARE } from './tuning.ts';

/**
 * The page without its strokes, a pixel for each square of `factor` pixels: the mean of what is paper; where little is, what the
 * nearest paper is like.
 * @param covered above 0 for what is no paper
 */
export function backgroundOf(raster: Raster, covered: Plane, factor: number): Raster {
  const { channels } = raster;
  const width = Math.ceil(raster.width / factor);
  const height = Math.ceil(raster.height / factor);
  const sums = new Float32Array(width * height * channels);
  const counts = new Float32Array(width * height);
  for (let y = 0, at = 0; y < raster.height; y++) {
    const row = Math.floor(y / factor) * width;
    for (let x = 0; x < raster.width; x++, at++) {
      if (covered.data[at] !== 0) continue;
      const cell = row + Math.floor(x / factor);
      counts[cell]!++;
      for (let channel = 0; channel < channels; channel++)
        sums[cell * channels + channel]! += raster.data[at * channels + channel]!;
    }
  }
  const least = factor * factor * LEAST_PAPER_SHARE;
  for (let cell = 0; cell < counts.length; cell++) {
    if (counts[cell]! < least) counts[cell] = 0;
    for (let channel = 0; channel < channels; channel++) {
      if (counts[cell] === 0) sums[cell * channels + channel] = 0;
      else sums[cell * channels + channel]! /= counts[cell]!;
    }
    if (counts[cell]! > 0) counts[cell] = 1;
  }
  fillHoles({ width, height, channels, sums, weights: counts });
  return { width, height, channels, space: raster.space, data: Uint8Array.from(sums, Math.round) };
}

interface Level {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  /** Means of what is known, interleaved. */
  readonly sums: Float32Array;
  /** 1 where the mean is known, 0 in holes. */
  readonly weights: Float32Array;
}

/** Fills holes with the mean of the square of four around them, or of sixteen, and so on (push-pull). */
function fillHoles(level: Level): void {
  const { width, height, channels, sums, weights } = level;
  if (!weights.includes(0) || (width === 1 && height === 1)) return;
  const coarse = halved(level);
  fillHoles(coarse);
  for (let y = 0, cell = 0; y < height; y++)
    for (let x = 0; x < width; x++, cell++) {
      if (weights[cell] === 1) continue;
      const from = ((y >> 1) * coarse.width + (x >> 1)) * channels;
      for (let channel = 0; channel < channels; channel++)
        sums[cell * channels + channel] = coarse.sums[from + channel]!;
      weights[cell] = 1;
    }
}

function halved({ width, height, channels, sums, weights }: Level): Level {
  const half = { width: (width + 1) >> 1, height: (height + 1) >> 1 };
  const coarse: Level = {
    ...half,
    channels,
    sums: new Float32Array(half.width * half.height * channels),
    weights: new Float32Array(half.width * half.height),
  };
  for (let y = 0, cell = 0; y < height; y++)
    for (let x = 0; x < width; x++, cell++) {
      if (weights[cell] === 0) continue;
      const to = (y >> 1) * half.width + (x >> 1);
      coarse.weights[to]!++;
      for (let channel = 0; channel < channels; channel++)
        coarse.sums[to * channels + channel]! += sums[cell * channels + channel]!;
    }
  for (let cell = 0; cell < coarse.weights.length; cell++) {
    const weight = coarse.weights[cell]!;
    if (weight === 0) continue;
    coarse.weights[cell] = 1;
    for (let channel = 0; channel < channels; channel++) coarse.sums[cell * channels + channel]! /= weight;
  }
  return coarse;
}
