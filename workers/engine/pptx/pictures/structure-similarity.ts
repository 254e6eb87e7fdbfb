import type { Raster } from '../../raster.ts';

/**
 * Multi-scale structural similarity of two pictures' luma, 1 for equal ones: how much of the detail is still there.
 * Looks at four tiles of 512 px along the diagonal, in windows of 6 px every 3 px, at five scales.
 * @param candidate same width and height as the reference
 * Source: Wang, Simoncelli and Bovik, "Multiscale structural similarity", 2003; weights as published.
 */
export function structureSimilarity(reference: Raster, candidate: Raster): number {
  const tiles = tilesOf(reference.width, reference.height);
  const scores = tiles.map((tile) => tileSimilarity(lumaOf(reference, tile), lumaOf(candidate, tile)));
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

const WEIGHTS = [0.0448, 0.2856, 0.3001, 0.2363, 0.1333];
const TILE = 512;
const TILES = 4;
const WINDOW = 6;
const STEP = 3;
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;

interface Tile {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Brightness of a tile, 0 to 255. */
interface Luma {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

function tilesOf(width: number, height: number): Tile[] {
  if (width * height <= TILES * TILE * TILE) return [{ x: 0, y: 0, width, height }];
  const size = { width: Math.min(TILE, width), height: Math.min(TILE, height) };
  return Array.from({ length: TILES }, (_, index) => {
    const share = (index + 0.5) / TILES;
    return {
      ...size,
      x: Math.round((width - size.width) * share),
      y: Math.round((height - size.height) * share),
    };
  });
}

/** BT.601 luma; pictures with alpha are seen on white. */
function lumaOf(raster: Raster, { x, y, width, height }: Tile): Luma {
  const { channels, data } = raster;
  const luma = new Float32Array(width * height);
  const hasAlpha = channels === 2 || channels === 4;
  for (let row = 0, to = 0; row < height; row++) {
    let from = ((y + row) * raster.width + x) * channels;
    for (let column = 0; column < width; column++, from += channels, to++) {
      const bright =
        channels < 3 ? data[from]! : 0.299 * data[from]! + 0.587 * data[from + 1]! + 0.114 * data[from + 2]!;
      const alpha = hasAlpha ? data[from + channels - 1]! / 255 : 1;
      luma[to] = bright * alpha + 255 * (1 - alpha);
    }
  }
  return { width, height, data: luma };
}

function tileSimilarity(reference: Luma, candidate: Luma): number {
  let product = 1;
  let weight = 0;
  for (let scale = 0, a = reference, b = candidate; scale < WEIGHTS.length; scale++) {
    const isLast = scale === WEIGHTS.length - 1 || Math.min(a.width, a.height) < 2 * WINDOW;
    const { structure, whole } = scaleSimilarity(a, b);
    product *= Math.max(0, isLast ? whole : structure) ** WEIGHTS[scale]!;
    weight += WEIGHTS[scale]!;
    if (isLast) break;
    a = halved(a);
    b = halved(b);
  }
  return product ** (1 / weight);
}

/** Means over all windows of contrast-structure and of that times luminance. */
function scaleSimilarity(a: Luma, b: Luma): { structure: number; whole: number } {
  let structure = 0;
  let whole = 0;
  let windows = 0;
  for (let y = 0; y + WINDOW <= a.height; y += STEP) {
    for (let x = 0; x + WINDOW <= a.width; x += STEP) {
      const { meanA, meanB, varianceA, varianceB, covariance } = windowMoments(a, b, x, y);
      const similar = (2 * covariance + C2) / (varianceA + varianceB + C2);
      structure += similar;
      whole += (similar * (2 * meanA * meanB + C1)) / (meanA * meanA + meanB * meanB + C1);
      windows++;
    }
  }
  return windows === 0
    ? { structure: 1, whole: 1 }
    : { structure: structure / windows, whole: whole / windows };
}

function windowMoments(a: Luma, b: Luma, x: number, y: number) {
  let sumA = 0;
  let sumB = 0;
  let sumAA = 0;
  let sumBB = 0;
  let sumAB = 0;
  for (let row = y; row < y + WINDOW; row++) {
    for (let at = row * a.width + x, end = at + WINDOW; at < end; at++) {
      const p = a.data[at]!;
      const q = b.data[at]!;
      sumA += p;
      sumB += q;
      sumAA += p * p;
      sumBB += q * q;
      sumAB += p * q;
    }
  }
  const count = WINDOW * WINDOW;
  const meanA = sumA / count;
  const meanB = sumB / count;
  return {
    meanA,
    meanB,
    varianceA: sumAA / count - meanA * meanA,
    varianceB: sumBB / count - meanB * meanB,
    covariance: sumAB / count - meanA * meanB,
  };
}

function halved({ width, height, data }: Luma): Luma {
  const half = {
    width: width >> 1,
    height: height >> 1,
    data: new Float32Array((width >> 1) * (height >> 1)),
  };
  for (let y = 0, to = 0; y < half.height; y++) {
    for (let x = 0; x < half.width; x++, to++) {
      const at = 2 * y * width + 2 * x;
      half.data[to] = (data[at]! + data[at + 1]! + data[at + width]! + data[at + width + 1]!) / 4;
    }
  }
  return half;
}
