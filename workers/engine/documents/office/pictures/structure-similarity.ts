import { C1, C2, halved, WEIGHTS, type Luma } from '../../../quality/metrics/luma-scales.ts';
import type { Raster } from '../../../base/raster.ts';

/**
 * Multi-scale structural similarity of two pictures' luma, 1 for equal ones: how much of the detail is still there.
 * Looks at windows of 6 px every 3 px, at five scales.
 * @param candidate same width and height as the reference
 * Source: Wang, Simoncelli and Bovik, "Multiscale structural similarity", 2003; weights as published.
 */
export function structureSimilarity(reference: Raster, candidate: Raster): number {
  let product = 1;
  let weight = 0;
  for (let scale = 0, a = lumaOf(reference), b = lumaOf(candidate); scale < WEIGHTS.length; scale++) {
    const isLast = scale === WEIGHTS.length - 1 || Math.min(a.width, a.height) < 4 * BLOCK;
    const { structure, whole } = scaleSimilarity(a, b);
    product *= Math.max(0, isLast ? whole : structure) ** WEIGHTS[scale]!;
    weight += WEIGHTS[scale]!;
    if (isLast) break;
    a = halved(a);
    b = halved(b);
  }
  return product ** (1 / weight);
}

/** A window is two by two blocks of this side, so that each pixel is added up once and not for every window it lies in. */
const BLOCK = 3;

/** BT.601 luma; pictures with alpha are seen on white. */
function lumaOf({ width, height, channels, data }: Raster): Luma {
  const luma = new Float32Array(width * height);
  const hasAlpha = channels === 2 || channels === 4;
  for (let from = 0, to = 0; to < luma.length; from += channels, to++) {
    const bright =
      channels < 3 ? data[from]! : 0.299 * data[from]! + 0.587 * data[from + 1]! + 0.114 * data[from + 2]!;
    const alpha = hasAlpha ? data[from + channels - 1]! / 255 : 1;
    luma[to] = bright * alpha + 255 * (1 - alpha);
  }
  return { width, height, data: luma };
}

/** Means over all windows of contrast-structure and of that times luminance. */
function scaleSimilarity(a: Luma, b: Luma): { structure: number; whole: number } {
  const columns = Math.floor(a.width / BLOCK);
  const rows = Math.floor(a.height / BLOCK);
  const sums: Sums = { structure: 0, whole: 0, windows: 0 };
  let above = new Float64Array(columns * MOMENTS);
  let row = new Float64Array(columns * MOMENTS);
  for (let index = 0; index < rows; index++) {
    addBlocks(a, b, index * BLOCK, row);
    if (index > 0) addWindows(above, row, sums);
    [above, row] = [row, above];
  }
  const { structure, whole, windows } = sums;
  return windows === 0
    ? { structure: 1, whole: 1 }
    : { structure: structure / windows, whole: whole / windows };
}

interface Sums {
  structure: number;
  whole: number;
  windows: number;
}

/** Sums a block keeps: of a, b, their squares and their product. */
const MOMENTS = 5;

/** Moments of a row of blocks. */
function addBlocks(a: Luma, b: Luma, top: number, moments: Float64Array): void {
  moments.fill(0);
  const columns = moments.length / MOMENTS;
  for (let y = top; y < top + BLOCK; y++) {
    let at = y * a.width;
    for (let column = 0, to = 0; column < columns; column++, to += MOMENTS) {
      for (const end = at + BLOCK; at < end; at++) {
        const p = a.data[at]!;
        const q = b.data[at]!;
        moments[to]! += p;
        moments[to + 1]! += q;
        moments[to + 2]! += p * p;
        moments[to + 3]! += q * q;
        moments[to + 4]! += p * q;
      }
    }
  }
}

/** Similarities of all windows over two rows of blocks. */
function addWindows(above: Float64Array, below: Float64Array, sums: Sums): void {
  const count = (2 * BLOCK) ** 2;
  for (let at = MOMENTS; at < below.length; at += MOMENTS) {
    const mean = (moment: number): number => {
      const i = at + moment;
      return (above[i - MOMENTS]! + above[i]! + below[i - MOMENTS]! + below[i]!) / count;
    };
    const meanA = mean(0);
    const meanB = mean(1);
    const variances = mean(2) - meanA * meanA + (mean(3) - meanB * meanB);
    const covariance = mean(4) - meanA * meanB;
    const similar = (2 * covariance + C2) / (variances + C2);
    sums.structure += similar;
    sums.whole += (similar * (2 * meanA * meanB + C1)) / (meanA * meanA + meanB * meanB + C1);
    sums.windows++;
  }
}
