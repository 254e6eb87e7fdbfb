/**
 * Bands: flat steps where the reference is smooth. Structural scores hardly see them, as they weigh a step by what surrounds
 * it, and the eye sees an edge of one or two levels across an even area, most of all in the dark.
 * Ideas from CAMBI (Tandon et al., "CAMBI: Contrast-aware Multiscale Banding Index", 2021: steps of a few levels, counted
 * only where their surroundings are flat) and BBAND (Tu et al., 2020: edges in areas without texture). Both know no
 * reference; with one at hand, what counts is how much steeper the candidate's steps are than the reference's.
 */

import type { BandsAsked } from '../checks.ts';
import { fourfoldLumaAt } from '../../base/srgb.ts';
import {
  BAND_WEIGHTS,
  BAND_PAIR_CELLS as DISTANCE,
  CELL_PX,
  LEAST_SMOOTH_SHARE,
  LEVEL_IN_XYB,
  CLEAN_BEND_LEVELS,
  HIDDEN_BY_SLOPE,
  SHADOW_BEND_LEVELS,
  SMOOTH_BEND_LEVELS,
  SMOOTH_SURROUNDINGS_CELLS,
  SMOOTH_TEXTURE_LEVELS,
} from '../thresholds.ts';

/** Means of cells in XYB, of {@link CELL_PX} a side. Rows may be longer than the picture is wide. */
export interface CellMeans {
  /** Cells. */
  readonly width: number;
  readonly height: number;
  /** Cells from row to row. */
  readonly stride: number;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly b: Float32Array;
}

/** Where a reference is smooth, and what it is like there. */
export interface SmoothAreas {
  readonly means: CellMeans;
  /** 1 for each smooth cell in smooth surroundings, rows of `means.stride`. */
  readonly isSmooth: Uint8Array;
  /** Pairs of cells to divide the sum by. */
  readonly weight: number;
  /** Whether steps count less where the reference is steep. */
  readonly bySlope: boolean;
}

/** What cells of a pair differ by on a slope of a level a pixel. */
const LEVEL_A_PIXEL = DISTANCE * CELL_PX * LEVEL_IN_XYB;

/**
 * @param means of the cells of the samples
 * @param bands where they count
 * @returns null where nothing is smooth
 */
export function smoothAreas(samples: Samples, means: CellMeans, bands: BandsAsked): SmoothAreas | null {
  const mostBent = bands === 'on-ramps' ? 0 : SHADOW_BEND_LEVELS;
  const isEven = evenCells(samples, means, mostBent);
  const isSmooth = surrounded(isEven, means);
  const smoothPairs = countPairs(isSmooth, means.stride);
  const allPairs = 2 * means.width * means.height;
  return smoothPairs === 0
    ? null
    : {
        means,
        isSmooth,
        weight: Math.max(smoothPairs, LEAST_SMOOTH_SHARE * allPairs),
        bySlope: bands === 'on-bends-by-slope',
      };
}

/**
 * How visible bands are that the reference has not: the 4-norm, over pairs of smooth cells eight pixels apart, of how much
 * the step between them has changed, in levels of dark grey. A step is the mean of three beside each other, as an edge that
 * goes on is seen where a speck is not: palettes make such edges, dither and rounding do not.
 */
export function banding(areas: SmoothAreas, candidate: CellMeans): number {
  const { means, isSmooth, weight } = areas;
  const { stride } = means;
  const changes = BAND_WEIGHTS.map(([channel, share]): Change => ({
    plane: difference(means[channel], candidate[channel]),
    share,
  }));
  const across = { onwards: 1, beside: stride };
  const down = { onwards: stride, beside: 1 };
  let sum = 0;
  for (let at = 0; at < isSmooth.length; at++) {
    if (isSmooth[at] === 0) continue;
    if (isSmooth[at + DISTANCE] === 1) sum += changedStep(areas, changes, at, across) ** 2;
    if (isSmooth[at + DISTANCE * stride] === 1) sum += changedStep(areas, changes, at, down) ** 2;
  }
  return (sum / weight) ** (1 / 4) / LEVEL_IN_XYB;
}

/** By how much a candidate differs in a channel, and what that counts. */
interface Change {
  readonly plane: Float32Array;
  readonly share: number;
}

/** From a cell to the next one in the direction of a step, and to the next one along its edge. */
interface Direction {
  readonly onwards: number;
  readonly beside: number;
}

/** Square of the changed step from a smooth cell to another, in single precision; by slope, less where the reference is steep. */
function changedStep(
  { means, bySlope }: SmoothAreas,
  changes: readonly Change[],
  at: number,
  { onwards, beside }: Direction,
): number {
  const to = at + DISTANCE * onwards;
  let square = 0;
  for (const { plane, share } of changes) {
    const step = (sumOfThree(plane, to, beside) - sumOfThree(plane, at, beside)) / 3;
    square = Math.fround(square + share * step * step);
  }
  if (!bySlope) return square;
  const levels = Math.abs(means.y[to]! - means.y[at]!) / LEVEL_A_PIXEL;
  return Math.fround(square / (1 + HIDDEN_BY_SLOPE * levels) ** 2);
}

/** Of a cell, which is smooth and so has neighbours, and those on either side. */
function sumOfThree(plane: Float32Array, at: number, beside: number): number {
  return Math.fround(plane[at - beside]! + plane[at]! + plane[at + beside]!);
}

function difference(reference: Float32Array, candidate: Float32Array): Float32Array {
  const plane = new Float32Array(reference.length);
  for (let at = 0; at < plane.length; at++) plane[at] = candidate[at]! - reference[at]!;
  return plane;
}

/** Cells without texture, in line with their neighbours; none at the border, so that the smooth ones have neighbours. */
function evenCells(samples: Samples, means: CellMeans, mostBent: number): Uint8Array {
  const { stride, y: light } = means;
  const isEven = new Uint8Array(stride * means.height);
  // A cell has 16 pixels with two neighbours each; luma is summed up in quarters.
  const most = SMOOTH_TEXTURE_LEVELS * CELL_PX * CELL_PX * 2 * 4;
  for (let cy = 1; cy < means.height - 1; cy++) {
    for (let cx = 1; cx < means.width - 1; cx++) {
      const at = cy * stride + cx;
      if (samples.texture[cy * means.width + cx]! > most) continue;
      const bent = Math.max(bend(light, at, 1), bend(light, at, stride)) / LEVEL_IN_XYB;
      const isSmooth = bent <= SMOOTH_BEND_LEVELS || (bent <= mostBent && isClean(samples, cx, cy));
      isEven[at] = isSmooth ? 1 : 0;
    }
  }
  return isEven;
}

/** Whether each pixel of a cell lies about between its neighbours: the shadow of a card does, noise and edges do not. */
function isClean({ rgb, width, height }: Samples, cx: number, cy: number): boolean {
  const most = CLEAN_BEND_LEVELS * 4;
  const [left, top] = [cx * CELL_PX, cy * CELL_PX];
  for (let y = top; y < Math.min(height - 1, top + CELL_PX); y++)
    for (let x = left; x < Math.min(width - 1, left + CELL_PX); x++) {
      const at = (y * width + x) * 3;
      const twice = 2 * fourfoldLumaAt(rgb, at);
      if (Math.abs(fourfoldLumaAt(rgb, at - 3) + fourfoldLumaAt(rgb, at + 3) - twice) > most) return false;
      if (Math.abs(fourfoldLumaAt(rgb, at - 3 * width) + fourfoldLumaAt(rgb, at + 3 * width) - twice) > most)
        return false;
    }
  return true;
}

function bend(light: Float32Array, at: number, step: number): number {
  return Math.abs(2 * light[at]! - light[at - step]! - light[at + step]!);
}

/** 8-bit sRGB, three samples a pixel. */
export interface Samples {
  readonly rgb: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** How much the pixels of each cell differ from those to the right and below, summed up, in quarters of luma. */
  readonly texture: Float32Array;
}

/** The even cells all of whose surroundings are even. */
function surrounded(isEven: Uint8Array, { width, height, stride }: CellMeans): Uint8Array {
  const across = new Uint8Array(isEven.length);
  for (let y = 0; y < height; y++) erode(isEven, across, { start: y * stride, length: width, step: 1 });
  const isSmooth = new Uint8Array(isEven.length);
  for (let x = 0; x < width; x++) erode(across, isSmooth, { start: x, length: height, step: stride });
  return isSmooth;
}

/** A row or a column of marks: where it starts, how many there are, and how far each is from the next. */
interface Line {
  readonly start: number;
  readonly length: number;
  readonly step: number;
}

/** Copies a line of marks, less those within SMOOTH_SURROUNDINGS_CELLS of one that is missing. */
function erode(from: Uint8Array, to: Uint8Array, { start, length, step }: Line): void {
  let lastMissing = -1 - SMOOTH_SURROUNDINGS_CELLS;
  for (let i = 0; i < length + SMOOTH_SURROUNDINGS_CELLS; i++) {
    if (i < length && from[start + i * step] === 0) lastMissing = i;
    const centre = i - SMOOTH_SURROUNDINGS_CELLS;
    if (centre >= 0) to[start + centre * step] = lastMissing < centre - SMOOTH_SURROUNDINGS_CELLS ? 1 : 0;
  }
}

function countPairs(isSmooth: Uint8Array, stride: number): number {
  let count = 0;
  for (let at = 0; at < isSmooth.length; at++)
    if (isSmooth[at] === 1) count += (isSmooth[at + DISTANCE] ?? 0) + (isSmooth[at + DISTANCE * stride] ?? 0);
  return count;
}
