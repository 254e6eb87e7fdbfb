import type { Raster } from '../../base/raster.ts';
import { C1, C2, halved, WEIGHTS, type Luma } from './luma-scales.ts';
import { rgbTile } from './ssimulacra2/rgb-tile.ts';

/**
 * Multi-scale structural similarity as published, on BT.601 luma: Gaussian windows of 11 px, whole ones only, as many of
 * five scales as have any. 1 for equal pictures. Takes about 0.4 s a megapixel, so it is for small pictures, where it
 * finds lost contrast that the visual score, made for larger ones, overlooks.
 * @param candidate  same width and height as the reference
 * @param background grey level behind transparent samples
 * Source: Wang, Simoncelli and Bovik, "Multiscale structural similarity", 2003.
 */
export function smallStructure(reference: Raster, candidate: Raster, background: 0 | 255): number {
  let [a, b] = [lumaOf(reference, background), lumaOf(candidate, background)];
  const side = Math.min(a.width, a.height);
  const scales = Math.min(WEIGHTS.length, Math.floor(Math.log2(side / TAPS)) + 1);
  if (scales < 1) return 1 / (1 + meanSquare(a.data, b.data) / C2);
  const weights = WEIGHTS.slice(0, scales);
  const total = weights.reduce((sum, weight) => sum + weight);
  return weights.reduce((product, weight, scale) => {
    if (scale > 0) [a, b] = [halved(a), halved(b)];
    const { contrast, whole } = similarity(a, b);
    return product * Math.max(0, scale === scales - 1 ? whole : contrast) ** (weight / total);
  }, 1);
}

const TAPS = 11;
const SIGMA = 1.5;

/** Weights of a window along one side. */
const KERNEL = normalised(
  Array.from({ length: TAPS }, (_, i) => Math.exp(-((i - (TAPS >> 1)) ** 2) / (2 * SIGMA ** 2))),
);

function normalised(weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight);
  return weights.map((weight) => weight / total);
}

function lumaOf(raster: Raster, background: 0 | 255): Luma {
  const { width, height } = raster;
  const rgb = rgbTile(raster, { x: 0, y: 0, width, height }, background);
  const data = new Float32Array(width * height);
  for (let i = 0, at = 0; i < data.length; i++, at += 3)
    data[i] = 0.299 * rgb[at]! + 0.587 * rgb[at + 1]! + 0.114 * rgb[at + 2]!;
  return { width, height, data };
}

/** Means over all windows of contrast and structure, and of those times lightness. */
function similarity(a: Luma, b: Luma): { contrast: number; whole: number } {
  const blurredProduct = (p: Luma, q: Luma): Float32Array =>
    blurred({ ...p, data: p.data.map((value, i) => value * q.data[i]!) });
  const [meanA, meanB] = [blurred(a), blurred(b)];
  const [squareA, squareB, both] = [blurredProduct(a, a), blurredProduct(b, b), blurredProduct(a, b)];
  let [contrast, whole] = [0, 0];
  for (let i = 0; i < meanA.length; i++) {
    const [x, y] = [meanA[i]!, meanB[i]!];
    const spread = squareA[i]! - x * x + (squareB[i]! - y * y);
    const similar = (2 * (both[i]! - x * y) + C2) / (spread + C2);
    contrast += similar;
    whole += (similar * (2 * x * y + C1)) / (x * x + y * y + C1);
  }
  return { contrast: contrast / meanA.length, whole: whole / meanA.length };
}

/** Whole windows only, so that ten rows and columns fall away. */
function blurred({ width, height, data }: Luma): Float32Array {
  const columns = width - TAPS + 1;
  const rows = height - TAPS + 1;
  const across = new Float32Array(columns * height);
  for (let y = 0, to = 0; y < height; y++)
    for (let x = 0, at = y * width; x < columns; x++, at++, to++) across[to] = weightedSum(data, at, 1);
  const result = new Float32Array(columns * rows);
  for (let at = 0; at < result.length; at++) result[at] = weightedSum(across, at, columns);
  return result;
}

/** Rounded to single precision after each tap, as sums in an array of floats are. */
function weightedSum(values: Float32Array, at: number, step: number): number {
  let sum = 0;
  for (let tap = 0; tap < TAPS; tap++) sum = Math.fround(sum + KERNEL[tap]! * values[at + tap * step]!);
  return sum;
}

function meanSquare(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + (value - b[i]!) ** 2, 0) / a.length;
}
