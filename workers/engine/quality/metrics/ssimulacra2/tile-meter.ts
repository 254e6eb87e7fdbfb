import type { Arena } from './arena.ts';
import type { BandsAsked } from '../../checks.ts';
import { banding, smoothAreas, type SmoothAreas } from '../banding.ts';
import { BlurredRows } from './blurred-rows.ts';
import { releaseBytes } from '../../../base/release-raster.ts';
import { framedCopy, type Plane } from './opsin.ts';
import { openScales } from './tile-scales.ts';
import { BAND_CELL_SCALE, ROUNDING, ROUNDING_4 } from '../../thresholds.ts';
import { planeWeights, SCALES, scoreOfError, type PlaneWeights } from './weights.ts';

/** What of a reference tile can be computed once and compared with many candidates. */
export interface ReferenceTile {
  readonly width: number;
  readonly height: number;
  readonly weights: readonly PlaneWeights[];
  readonly planes: readonly ReferencePlane[];
  /** Where bands would show; null where nothing is smooth. */
  readonly smooth: SmoothAreas | null;
}

/** What of a tile is measured. */
export interface TileMeasures {
  /** First scale to compare: 1 leaves the full size out, which takes three quarters of the time [0]. */
  readonly fromScale?: number;
  /** Where bands count ['on-ramps']. */
  readonly bands?: BandsAsked;
}

/** A candidate's tile beside the reference's. */
export interface TileComparison {
  readonly errors: ErrorSums;
  /** How visible the bands are that the reference has not, in levels of dark grey; 0 for none. */
  readonly banding: number;
}

interface ReferencePlane {
  readonly weights: PlaneWeights;
  /** Rows of whole vectors, as the kernels want them. */
  readonly samples: Float32Array;
  /** Blurred samples. */
  readonly mean: Float32Array;
  /** Blurred squares less the square of the blurred samples; empty where no structure is compared. */
  readonly variance: Float32Array;
}

/** Error sums of one or more tiles with the same number of scales. */
export class ErrorSums {
  readonly planes: readonly PlaneWeights[];
  readonly sums: Float64Array;
  readonly counts: Float64Array;

  constructor(planes: readonly PlaneWeights[]) {
    this.planes = planes;
    this.sums = new Float64Array(planes.length * SUMS);
    this.counts = new Float64Array(planes.length);
  }

  add(other: ErrorSums): void {
    for (let i = 0; i < this.sums.length; i++) this.sums[i]! += other.sums[i]!;
    for (let i = 0; i < this.counts.length; i++) this.counts[i]! += other.counts[i]!;
  }

  /** The score of all tiles added, as if they were one picture. */
  score(): number {
    return scoreOfError(this.weightedSum());
  }

  /** The weighted errors of some scales [all]. */
  weightedSum(counts: (scale: number) => boolean = () => true): number {
    let error = 0;
    this.planes.forEach(({ weights, scale }, i) => {
      if (!counts(scale)) return;
      const count = this.counts[i]!;
      for (let map = 0; map < 3; map++) {
        error += (weights[map]! * this.sums[i * SUMS + map]!) / count;
        error += weights[map + 3]! * (this.sums[i * SUMS + map + 3]! / count) ** (1 / 4);
      }
    });
    return error;
  }
}

/**
 * The score of tiles of one size, as if they were one picture.
 * @param tiles  at least one; where `finest` is given without their full size
 * @param finest tiles of the same picture that tell what its full size shows
 */
export function scoreOfAll(tiles: readonly ErrorSums[], finest?: readonly ErrorSums[]): number {
  const sum = sumOf(tiles);
  if (!finest) return sum.score();
  return scoreOfError(sum.weightedSum() + sumOf(finest).weightedSum((scale) => scale === 0));
}

function sumOf(tiles: readonly ErrorSums[]): ErrorSums {
  const sum = new ErrorSums(tiles[0]!.planes);
  for (const errors of tiles) sum.add(errors);
  return sum;
}

/** Sums of a plane: of three maps of errors, and of their fourth powers. */
const SUMS = 6;

/** Scales with a side below this many pixels are not measured. */
const MIN_SIDE = 8;

/**
 * @param rgb      8-bit sRGB samples of the tile, three a pixel
 * @param measures what of it is measured
 */
export function referenceTile(
  rgb: Uint8Array,
  width: number,
  height: number,
  measures: TileMeasures = {},
): ReferenceTile {
  const { fromScale = 0, bands = 'on-ramps' } = measures;
  const weights = WEIGHTS_BY_SCALES[scaleCount(width, height)]!.filter(({ scale }) => scale >= fromScale);
  const scales = openScales({ rgb, width, height });
  const planes = weights.map((weight) => {
    const plane = scales.plane(weight);
    return scales.arena.lentTo(() => referencePlane(scales.arena, weight, plane));
  });
  const smooth =
    scaleCount(width, height) > BAND_CELL_SCALE
      ? smoothAreas({ rgb, width, height, texture: scales.texture() }, scales.cellMeans(), bands)
      : null;
  return { width, height, weights, planes, smooth };
}

/** Frees the memory of a reference that is compared with nothing any more. */
export function releaseTile({ planes }: ReferenceTile): void {
  for (const { samples, mean, variance } of planes)
    for (const { buffer } of [samples, mean, variance]) releaseBytes(new Uint8Array(buffer));
}

/**
 * Compares a tile with its reference.
 * @param rgb      8-bit sRGB samples of the candidate, same size as the reference
 * @param rounding what single precision adds, see {@link ROUNDING}; longer lengths than those of the tile add more
 */
export function compareTile(reference: ReferenceTile, rgb: Uint8Array, rounding = ROUNDING): TileComparison {
  const { weights, width, height, smooth } = reference;
  const errors = new ErrorSums(weights);
  const scales = openScales({ rgb, width, height });
  const { arena } = scales;
  weights.forEach((weight, index) => {
    const plane = scales.plane(weight);
    const sums = arena.lentTo(() => comparePlane(arena, reference.planes[index]!, plane, rounding));
    errors.sums.set(sums, index * SUMS);
    errors.counts[index] = plane.width * plane.height;
  });
  return { errors, banding: smooth ? banding(smooth, scales.cellMeans()) : 0 };
}

const WEIGHTS_BY_SCALES = Array.from({ length: SCALES + 1 }, (_, scales) => planeWeights(scales));

/** As published: a scale is measured when the one before it was large enough. */
function scaleCount(width: number, height: number): number {
  let scales = 1;
  for (let side = Math.min(width, height); scales < SCALES && side >= MIN_SIDE; side = (side + 1) >> 1)
    scales++;
  return scales;
}

function referencePlane(arena: Arena, weights: PlaneWeights, plane: Plane): ReferencePlane {
  const rows = new BlurredRows(arena, plane, weights.needsStructure ? plane : undefined);
  const mean = new Float32Array((plane.height * rows.stride) / 4);
  const variance = new Float32Array(weights.needsStructure ? mean.length : 0);
  const spread = arena.take(rows.stride);
  for (let y = 0, at = 0; y < plane.height; y++, at += rows.stride / 4) {
    rows.blur(y);
    mean.set(arena.floatsAt(rows.mean, rows.stride / 4), at);
    if (!weights.needsStructure) continue;
    arena.kernels.variance(rows.mean, rows.squares, spread, rows.columns);
    variance.set(arena.floatsAt(spread, rows.stride / 4), at);
  }
  const samples = arena.floatsAt(plane.at, (plane.stride * plane.height) / 4).slice();
  return { weights, samples, mean, variance };
}

/** Blurs candidate, its squares and the squared differences row by row, and sums up the three error maps. */
function comparePlane(
  arena: Arena,
  reference: ReferencePlane,
  candidate: Plane,
  rounding: number,
): Float64Array {
  const { needsStructure, needsEdges } = reference.weights;
  const { kernels } = arena;
  const original = { ...candidate, at: framedCopy(arena, reference.samples, candidate) };
  const mean = arena.copyOf(reference.mean);
  const variance = arena.copyOf(reference.variance);
  const rows = new BlurredRows(arena, candidate, needsStructure ? original : undefined);
  const lanes = arena.take(LANE_BYTES);
  const sums = new Float64Array(SUMS);
  const structure = new Float64Array(4);
  for (let y = 0, at = 0; y < candidate.height; y++, at += rows.stride) {
    rows.blur(y);
    if (needsStructure) {
      const { mean: blurred, squares, differences, columns } = rows;
      kernels.structure(blurred, squares, differences, mean + at, variance + at, lanes, columns);
      addLanes(arena.floats, lanes, structure, [0, 1, 2, 3]);
    }
    if (needsEdges) {
      const row = y * candidate.stride;
      kernels.edges(candidate.at + row, rows.mean, original.at + row, mean + at, lanes, rows.columns);
      addLanes(arena.floats, lanes, sums, EDGE_SUMS);
    }
  }
  addStructure(structure, rounding * Math.sqrt(candidate.width + candidate.height), sums);
  return sums;
}

/** Four vectors. */
const LANE_BYTES = 64;
function addStructure(structure: Float64Array, rounding: number, sums: Float64Array): void {
  const [lost, fourth, flat, flat4] = structure as unknown as readonly [number, number, number, number];
  if (lost === 0) return;
  sums[0]! += lost + rounding * flat;
  sums[3]! += fourth + (ROUNDING_4 * rounding) ** 4 * flat4;
}

/** Which sums the vectors of the edge kernels belong to: artefact and detail, then their fourth powers. */
const EDGE_SUMS = [1, 2, 4, 5] as const;

function addLanes(floats: Float32Array, lanes: number, sums: Float64Array, to: readonly number[]): void {
  for (let i = 0, at = lanes >> 2; i < to.length; i++, at += 4) {
    sums[to[i]!]! += floats[at]! + floats[at + 1]! + floats[at + 2]! + floats[at + 3]!;
  }
}
