import { KERNEL, KERNEL_REACH } from './gaussian.ts';
import { conesFromRgb, halve, opsinPlane, type Cones } from './opsin.ts';
import { planeWeights, SCALES, scoreOfError, type PlaneWeights } from './weights.ts';

/** What of a reference tile can be computed once and compared with many candidates. */
export interface ReferenceTile {
  readonly width: number;
  readonly height: number;
  readonly weights: readonly PlaneWeights[];
  readonly planes: readonly ReferencePlane[];
}

interface ReferencePlane {
  readonly weights: PlaneWeights;
  readonly width: number;
  readonly height: number;
  readonly step: number;
  readonly samples: Float32Array;
  /** Blurred samples, at every step-th column and row. */
  readonly mean: Float32Array;
  /** Blurred squares less the square of the blurred samples. */
  readonly variance: Float32Array;
}

/** Error sums of one or more tiles with the same number of scales. */
export class ErrorSums {
  readonly planes: readonly PlaneWeights[];
  readonly sums: Float64Array;
  readonly counts: Float64Array;

  constructor(planes: readonly PlaneWeights[]) {
    this.planes = planes;
    this.sums = new Float64Array(planes.length * 6);
    this.counts = new Float64Array(planes.length);
  }

  add(other: ErrorSums): void {
    for (let i = 0; i < this.sums.length; i++) this.sums[i]! += other.sums[i]!;
    for (let i = 0; i < this.counts.length; i++) this.counts[i]! += other.counts[i]!;
  }

  /** The score of all tiles added, as if they were one picture. */
  score(): number {
    let error = 0;
    this.planes.forEach(({ weights }, i) => {
      const count = this.counts[i]!;
      for (let map = 0; map < 3; map++) {
        error += (weights[map]! * this.sums[i * 6 + map]!) / count;
        error += weights[map + 3]! * (this.sums[i * 6 + map + 3]! / count) ** 0.25;
      }
    });
    return scoreOfError(error);
  }
}

/** Scales with a side below this many pixels are not measured. */
const MIN_SIDE = 8;

/** @param rgb 8-bit sRGB samples of the tile, three a pixel */
export function referenceTile(rgb: Uint8Array, width: number, height: number): ReferenceTile {
  const weights = WEIGHTS_BY_SCALES[scaleCount(width, height)]!;
  const planes: ReferencePlane[] = [];
  forEachPlane(weights, conesFromRgb(rgb, width, height), (plane, cones) => {
    const samples = opsinPlane(cones, plane.channel);
    const size = {
      width: cones.width,
      height: cones.height,
      step: sampleStep(plane, cones.width, cones.height),
    };
    const mean = blurred(samples, size);
    const variance = plane.needsStructure ? blurred(samples.map(squared), size) : mean;
    if (plane.needsStructure) for (let i = 0; i < variance.length; i++) variance[i]! -= mean[i]! * mean[i]!;
    planes.push({ weights: plane, ...size, samples, mean, variance });
  });
  return { width, height, weights, planes };
}

/**
 * Compares a tile with its reference.
 * @param rgb 8-bit sRGB samples of the candidate, same size as the reference
 */
export function compareTile(reference: ReferenceTile, rgb: Uint8Array): ErrorSums {
  const result = new ErrorSums(reference.weights);
  let index = 0;
  forEachPlane(reference.weights, conesFromRgb(rgb, reference.width, reference.height), (plane, cones) => {
    comparePlane(reference.planes[index]!, opsinPlane(cones, plane.channel), result, index++);
  });
  return result;
}

const WEIGHTS_BY_SCALES = Array.from({ length: SCALES + 1 }, (_, scales) => planeWeights(scales));

/** As published: a scale is measured when the one before it was large enough. */
function scaleCount(width: number, height: number): number {
  let scales = 1;
  for (let side = Math.min(width, height); scales < SCALES && side >= MIN_SIDE; side = (side + 1) >> 1)
    scales++;
  return scales;
}

/**
 * At full size, where most of the work is, large tiles are looked at in every second column and row (every fourth for X,
 * which weighs little there). The maps are blurred, so their means hardly notice: 0.1 points on photographs and screens.
 */
function sampleStep(plane: PlaneWeights, width: number, height: number): number {
  if (plane.scale > 0 || width * height < DENSE_PIXELS) return 1;
  return plane.channel === 'y' ? 2 : 4;
}

const DENSE_PIXELS = 60_000;

function forEachPlane(
  planes: readonly PlaneWeights[],
  full: Cones,
  visit: (weights: PlaneWeights, cones: Cones) => void,
): void {
  let cones = full;
  let scale = 0;
  for (const plane of planes) {
    for (; scale < plane.scale; scale++) cones = halve(cones);
    visit(plane, cones);
  }
}

const C2 = 0.0009;
const [K0, K1, K2, K3, K4] = KERNEL;

/** Blurs candidate, its squares and the squared differences row by row, and sums up the three error maps. */
function comparePlane(
  plane: ReferencePlane,
  candidate: Float32Array,
  result: ErrorSums,
  index: number,
): void {
  const { width, height, step, samples } = plane;
  const { needsStructure, needsEdges } = plane.weights;
  const blur = new RowBlur(plane, needsStructure ? 3 : 1, (y, [a, b, c]) => {
    const at = y * width;
    for (let x = 0; x < width; x++) a[x + KERNEL_REACH] = candidate[at + x]!;
    if (!needsStructure) return;
    for (let x = 0; x < width; x++) {
      const value = candidate[at + x]!;
      const difference = value - samples[at + x]!;
      b[x + KERNEL_REACH] = value * value;
      c[x + KERNEL_REACH] = difference * difference;
    }
  });
  const sums = result.sums.subarray(index * 6, index * 6 + 6);
  for (let y = 0, at = 0; y < height; y += step, at += blur.columns) {
    const rows = blur.at(y);
    if (needsStructure) addStructure(plane, at, rows, sums);
    if (needsEdges) addEdges(plane, candidate, { at, from: y * width }, rows[0], sums);
  }
  result.counts[index] = plane.mean.length;
}

function addStructure(plane: ReferencePlane, at: number, [a, b, c]: Rows, sums: Float64Array): void {
  const { mean, variance } = plane;
  let total = 0;
  let fourth = 0;
  for (let x = 0; x < a.length; x++) {
    const mean2 = a[x]!;
    const shift = (mean[at + x]! - mean2) ** 2;
    const spread = variance[at + x]! + b[x]! - mean2 * mean2 + C2;
    // Blurred squared difference less the squared difference of the means: the part of the spread that is not shared.
    const lost = 1 - ((1 - shift) * (spread - (c[x]! - shift))) / spread;
    if (lost > 0) {
      total += lost;
      fourth += lost * lost * lost * lost;
    }
  }
  sums[0]! += total;
  sums[3]! += fourth;
}

function addEdges(
  plane: ReferencePlane,
  candidate: Float32Array,
  { at, from }: { at: number; from: number },
  mean2: Float32Array,
  sums: Float64Array,
): void {
  const { samples, mean, step } = plane;
  let artefact = 0;
  let artefact4 = 0;
  let detail = 0;
  let detail4 = 0;
  for (let x = 0, full = from; x < mean2.length; x++, full += step) {
    const before = Math.abs(samples[full]! - mean[at + x]!);
    const edge = (Math.abs(candidate[full]! - mean2[x]!) - before) / (1 + before);
    const fourth = edge * edge * edge * edge;
    if (edge > 0) {
      artefact += edge;
      artefact4 += fourth;
    } else {
      detail -= edge;
      detail4 += fourth;
    }
  }
  sums[1]! += artefact;
  sums[2]! += detail;
  sums[4]! += artefact4;
  sums[5]! += detail4;
}

type Rows = readonly [Float32Array, Float32Array, Float32Array];

interface PlaneSize {
  readonly width: number;
  readonly height: number;
  /** Every how many columns and rows a blurred value is wanted. */
  readonly step: number;
}

/** Blurs up to three planes at once, one row at a time, so that nothing but nine rows of each is kept. */
class RowBlur {
  /** Blurred values a row. */
  readonly columns: number;
  private readonly ring: Rows[];
  private readonly padded: Rows;
  private readonly out: Rows;
  private readonly zero: Float32Array;
  private next = 0;
  private readonly size: PlaneSize;
  private readonly planes: number;
  private readonly fill: (y: number, padded: Rows) => void;

  /** @param fill writes row y of the planes, from sample KERNEL_REACH on */
  constructor(size: PlaneSize, planes: 1 | 3, fill: (y: number, padded: Rows) => void) {
    this.size = size;
    this.planes = planes;
    this.fill = fill;
    this.columns = Math.ceil(size.width / size.step);
    this.ring = Array.from({ length: 2 * KERNEL_REACH + 1 }, () => emptyRows(this.columns));
    this.padded = emptyRows(size.width + 2 * KERNEL_REACH);
    this.out = emptyRows(this.columns);
    this.zero = new Float32Array(this.columns);
  }

  /** Rows must be asked for in rising order. */
  at(y: number): Rows {
    const { height, step } = this.size;
    for (; this.next <= Math.min(y + KERNEL_REACH, height - 1); this.next++) {
      this.fill(this.next, this.padded);
      const to = this.ring[this.next % this.ring.length]!;
      for (let p = 0; p < this.planes; p++) blurRow(this.padded[p]!, to[p]!, step);
    }
    for (let p = 0; p < this.planes; p++) {
      const row = (offset: number): Float32Array => {
        const at = y + offset;
        return at < 0 || at >= height ? this.zero : this.ring[at % this.ring.length]![p]!;
      };
      mixRows(row(-4), row(-3), row(-2), row(-1), row(0), row(1), row(2), row(3), row(4), this.out[p]!);
    }
    return this.out;
  }
}

function emptyRows(width: number): Rows {
  return [new Float32Array(width), new Float32Array(width), new Float32Array(width)];
}

function blurRow(padded: Float32Array, to: Float32Array, step: number): void {
  for (let x = 0, at = 0; x < to.length; x++, at += step) {
    to[x] =
      K0 * padded[at + 4]! +
      K1 * (padded[at + 3]! + padded[at + 5]!) +
      K2 * (padded[at + 2]! + padded[at + 6]!) +
      K3 * (padded[at + 1]! + padded[at + 7]!) +
      K4 * (padded[at]! + padded[at + 8]!);
  }
}

type Row = Float32Array;

function mixRows(
  r0: Row,
  r1: Row,
  r2: Row,
  r3: Row,
  r4: Row,
  r5: Row,
  r6: Row,
  r7: Row,
  r8: Row,
  to: Row,
): void {
  for (let x = 0; x < to.length; x++) {
    to[x] =
      K0 * r4[x]! +
      K1 * (r3[x]! + r5[x]!) +
      K2 * (r2[x]! + r6[x]!) +
      K3 * (r1[x]! + r7[x]!) +
      K4 * (r0[x]! + r8[x]!);
  }
}

function blurred(plane: Float32Array, size: PlaneSize): Float32Array {
  const { width, height, step } = size;
  const blur = new RowBlur(size, 1, (y, [padded]) =>
    padded.set(plane.subarray(y * width, (y + 1) * width), KERNEL_REACH),
  );
  const result = new Float32Array(blur.columns * Math.ceil(height / step));
  for (let y = 0, at = 0; y < height; y += step, at += blur.columns) result.set(blur.at(y)[0], at);
  return result;
}

function squared(value: number): number {
  return value * value;
}
