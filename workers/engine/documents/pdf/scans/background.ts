import type { Raster } from '../../../base/raster.ts';
import type { Area } from './kept-areas.ts';
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
  for (let y = 0; y < raster.height; y++) addRow(raster, covered, { y, factor, width }, { sums, counts });
  const least = factor * factor * LEAST_PAPER_SHARE;
  for (let cell = 0; cell < counts.length; cell++) {
    const isKnown = counts[cell]! >= least;
    for (let channel = 0; channel < channels; channel++) {
      const at = cell * channels + channel;
      sums[at] = isKnown ? sums[at]! / counts[cell]! : 0;
    }
    counts[cell] = isKnown ? 1 : 0;
  }
  fillHoles({ width, height, channels, sums, weights: counts });
  return { width, height, channels, space: raster.space, data: rounded(sums) };
}

/** A background with areas of the page filled with what is around them: pictures cover them. @param factor pixels of the page on a side of one of its own */
export function filledAreas(background: Raster, areas: readonly Area[], factor: number): Raster {
  const { width, height, channels, data } = background;
  const weights = new Float32Array(width * height).fill(1);
  for (const { left, top, right, bottom } of areas)
    for (let y = Math.ceil(top / factor); y < Math.floor(bottom / factor); y++)
      weights.fill(0, y * width + Math.ceil(left / factor), y * width + Math.floor(right / factor));
  const sums = Float32Array.from(data, (sample, at) => sample * weights[Math.floor(at / channels)]!);
  fillHoles({ width, height, channels, sums, weights });
  return { ...background, data: rounded(sums) };
}

interface CellRow {
  readonly y: number;
  readonly factor: number;
  /** Cells in a row. */
  readonly width: number;
}

/** Adds what is paper in a row to the sums and the counts of its cells. */
function addRow(
  { width: pixels, channels, data }: Raster,
  covered: Plane,
  { y, factor, width }: CellRow,
  { sums, counts }: { readonly sums: Float32Array; readonly counts: Float32Array },
): void {
  const row = y * pixels;
  const first = Math.floor(y / factor) * width;
  for (let column = 0; column < width; column++) {
    const end = row + Math.min(pixels, (column + 1) * factor);
    const cell = first + column;
    for (let channel = 0; channel < channels; channel++) {
      let [sum, count] = [0, 0];
      for (let at = row + column * factor; at < end; at++) {
        if (covered.data[at] !== 0) continue;
        sum += data[at * channels + channel]!;
        count++;
      }
      sums[cell * channels + channel]! += sum;
      if (channel === 0) counts[cell]! += count;
    }
  }
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

const rounded = (values: Float32Array): Uint8Array => new Uint8Array(new Uint8ClampedArray(values).buffer);
