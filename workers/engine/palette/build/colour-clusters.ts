import type { ColourGroup } from './colour-groups.ts';
import { AXES, writeCoordinates } from '../colour-metric.ts';

/** Samples of a colour: red, green and blue as far as it is opaque, and alpha. */
const SAMPLES = 4;

/** Two clusters that have become one. They are known by the place of their first group. */
export interface Merge {
  readonly into: number;
  readonly from: number;
  /** What the pixels of both lose in their samples, in squared levels over all of them. */
  readonly loss: number;
}

/** How colours are weighed against each other. */
export interface ClusterWeights {
  /** What a squared level of hue counts beside one of samples. */
  readonly hue: number;
  /** Whether rare colours weigh more than their pixels: the more pixels a colour has, the less each weighs. */
  readonly favoursRare: boolean;
}

/**
 * Groups of colours that are merged two by two, those first that lose least by it (pairwise nearest neighbours: Equitz, 1989).
 * Only sums, products and roots decide, so that all machines merge the same.
 */
export class ColourClusters {
  private readonly weights: ClusterWeights;
  /** Means, four samples each. */
  private readonly colours: Float64Array;
  private readonly coordinates: Float64Array;
  private readonly pixels: Float64Array;
  /** What the pixels count. */
  private readonly masses: Float64Array;
  /** For each the one with which it loses least, and what is lost: at least that where `isOld`, as that one has changed. */
  private readonly nearest: Int32Array;
  private readonly losses: Float64Array;
  private readonly isOld: Uint8Array;
  /** Those that are left. */
  private readonly left: Int32Array;
  private count: number;

  constructor(groups: readonly Pick<ColourGroup, 'colour' | 'pixels'>[], weights: ClusterWeights) {
    const { length } = groups;
    this.weights = weights;
    this.count = length;
    this.colours = new Float64Array(length * SAMPLES);
    this.coordinates = new Float64Array(length * AXES);
    this.pixels = Float64Array.from(groups, ({ pixels }) => pixels);
    this.masses = Float64Array.from(groups, ({ pixels }) => massOf(pixels, weights));
    this.nearest = new Int32Array(length).fill(-1);
    this.losses = new Float64Array(length).fill(Infinity);
    this.isOld = new Uint8Array(length);
    this.left = Int32Array.from(groups, (_, at) => at);
    groups.forEach(({ colour }, at) => {
      this.colours.set(colour, at * SAMPLES);
      writeCoordinates(colour, weights.hue, this.coordinates, at * AXES);
    });
    // A pair stands with one of both.
    for (let at = 0; at < length; at++) this.findNearest(at, at + 1);
  }

  /** How many are left. */
  get length(): number {
    return this.count;
  }

  /** What is left, in no special order. */
  get groups(): Pick<ColourGroup, 'colour' | 'pixels'>[] {
    return Array.from(this.left.subarray(0, this.count), (at) => this.groupAt(at));
  }

  /** The mean of a cluster that is left, and its pixels. */
  groupAt(at: number): Pick<ColourGroup, 'colour' | 'pixels'> {
    return {
      colour: Array.from(this.colours.subarray(at * SAMPLES, (at + 1) * SAMPLES)),
      pixels: this.pixels[at]!,
    };
  }

  /** Merges the two that lose least; there must be two. */
  merge(): Merge {
    const into = this.cheapest();
    const from = this.nearest[into]!;
    const loss = this.sampleLoss(into, from);
    this.join(into, from);
    this.remove(from);
    this.findNearest(into);
    for (let i = 0; i < this.count; i++) {
      const other = this.left[i]!;
      const isGone = this.nearest[other] === from || this.nearest[other] === into;
      // With others it loses no less, and what it loses with the new one stands there: looked for when it matters.
      if (isGone && other !== into) this.isOld[other] = 1;
    }
    return { into, from, loss };
  }

  /** The cluster that loses least by being merged. */
  private cheapest(): number {
    for (;;) {
      let least = this.left[0]!;
      for (let i = 1; i < this.count; i++)
        if (this.losses[this.left[i]!]! < this.losses[least]!) least = this.left[i]!;
      if (this.isOld[least] === 0) return least;
      this.findNearest(least);
    }
  }

  /** Innermost of all. @param first of those that are left from which on it is looked for */
  private findNearest(at: number, first = 0): void {
    const { left, count, masses, coordinates } = this;
    let [nearest, least] = [-1, Infinity];
    const mass = masses[at]!;
    const place = at * AXES;
    const [p0, p1, p2] = [coordinates[place]!, coordinates[place + 1]!, coordinates[place + 2]!];
    const [p3, p4, p5] = [coordinates[place + 3]!, coordinates[place + 4]!, coordinates[place + 5]!];
    for (let i = first; i < count; i++) {
      const other = left[i]!;
      if (other === at) continue;
      const share = shared(mass, masses[other]!);
      const from = other * AXES;
      const d1 = coordinates[from + 1]! - p1;
      let loss = share * d1 * d1;
      // Most are far apart in their green alone.
      if (loss >= least) continue;
      const d0 = coordinates[from]! - p0;
      const d2 = coordinates[from + 2]! - p2;
      const d3 = coordinates[from + 3]! - p3;
      const d4 = coordinates[from + 4]! - p4;
      const d5 = coordinates[from + 5]! - p5;
      loss += share * (d0 * d0 + d2 * d2 + d3 * d3 + d4 * d4 + d5 * d5);
      if (loss < least) [nearest, least] = [other, loss];
    }
    this.nearest[at] = nearest;
    this.losses[at] = least;
    this.isOld[at] = 0;
  }

  /** Squared levels over all pixels of both, where they take the mean of both. */
  private sampleLoss(a: number, b: number): number {
    let distance = 0;
    for (let axis = 0; axis < SAMPLES; axis++)
      distance += (this.coordinates[a * AXES + axis]! - this.coordinates[b * AXES + axis]!) ** 2;
    return distance * shared(this.pixels[a]!, this.pixels[b]!);
  }

  private join(into: number, from: number): void {
    const pixels = this.pixels[into]! + this.pixels[from]!;
    const share = pixels === 0 ? 1 : this.pixels[into]! / pixels;
    for (let c = 0; c < SAMPLES; c++) {
      const at = into * SAMPLES + c;
      this.colours[at] = share * this.colours[at]! + (1 - share) * this.colours[from * SAMPLES + c]!;
    }
    this.pixels[into] = pixels;
    this.masses[into] = massOf(pixels, this.weights);
    const colour = this.colours.subarray(into * SAMPLES, (into + 1) * SAMPLES);
    writeCoordinates(colour, this.weights.hue, this.coordinates, into * AXES);
  }

  private remove(at: number): void {
    const place = this.left.indexOf(at);
    this.left[place] = this.left[--this.count]!;
  }
}

/** The share of their distance that two lose. */
function shared(a: number, b: number): number {
  const both = a + b;
  return both === 0 ? 0 : (a * b) / both;
}

/** What pixels of one colour count: roots are equal on all machines, other powers differ in their last digits. */
export function massOf(pixels: number, { favoursRare }: ClusterWeights): number {
  return favoursRare ? Math.sqrt(pixels) : pixels;
}
