import type { Raster } from '../raster.ts';
import { exactly, mainColours, type MainColour } from './main-colours.ts';
import { ColourMapper } from './map-colours.ts';
import { BLUE, GREEN, RED } from './nearest-colours.ts';

/** Samples of a colour: red, green and blue as far as it is opaque, and alpha. */
const SAMPLES = 4;
const WEIGHTS = [RED, GREEN, BLUE, 1];

/**
 * The palettes of one picture by their number of colours: the fullest one, less two colours that are merged into one again and
 * again, those first whose pixels lose least by it (Ward's method, that is pairwise nearest neighbours: Equitz, 1989).
 * Takes 5 ms for 256 colours.
 */
export class PaletteLadder {
  /** The fullest palette, RGBA. */
  readonly fullest: Uint8Array;
  private readonly merges: readonly Merge[];
  private readonly pixels: number;

  /** @param palette of the picture, RGBA, at most 256 colours */
  constructor(raster: Raster, palette: Uint8Array) {
    const indexes = new ColourMapper(raster, palette).nearestIndexes();
    const mains = mainColours(raster, indexes, palette.length / SAMPLES);
    this.fullest = exactly(palette, mains);
    this.pixels = indexes.length;
    this.merges = mergesOf(clustersOf(this.fullest, indexes, mains));
  }

  /** Colours of the fullest palette. */
  get most(): number {
    return this.fullest.length / SAMPLES;
  }

  /** A palette, RGBA. @param colours at least 1; from {@link most} on the fullest one itself comes back */
  of(colours: number): Uint8Array {
    if (colours >= this.most) return this.fullest;
    const made = this.merges.slice(0, this.most - Math.max(1, colours));
    const gone = new Set(made.flatMap(({ into, from }) => [into, from]));
    const kept = Array.from({ length: this.most }, (_, at) => at).filter((at) => !gone.has(at));
    const merged = new Map<number, readonly number[]>();
    for (const { into, from, colour } of made) {
      merged.delete(from);
      merged.set(into, colour);
    }
    const colourOf = (at: number): number[] => [...this.fullest.subarray(at * SAMPLES, (at + 1) * SAMPLES)];
    return Uint8Array.from([...kept.map(colourOf), ...[...merged.values()].map(straight)].flat());
  }

  /** The fewest colours with which the pixels move by no more than this on average (root of the mean square), in levels. */
  fewestWithin(levels: number): number {
    let loss = 0;
    const most = levels ** 2 * this.pixels;
    const kept = this.merges.findIndex((merge) => (loss += merge.loss) > most);
    return kept < 0 ? 1 : this.most - kept;
  }
}

/** Two clusters that become one; they are known by their first colour. */
interface Merge {
  readonly into: number;
  readonly from: number;
  /** What becomes of both, as far as it is opaque. */
  readonly colour: readonly number[];
  /** Squared levels over all pixels. */
  readonly loss: number;
}

interface Cluster {
  readonly at: number;
  /** The mean. */
  colour: readonly number[];
  pixels: number;
  /** The largest area of one colour in it, as far as it is opaque. */
  main: MainColour;
  /** The cluster with which it loses least, and what is lost. */
  nearest: Cluster | null;
  loss: number;
}

function clustersOf(palette: Uint8Array, indexes: Uint8Array, mains: readonly MainColour[]): Cluster[] {
  const counts = new Uint32Array(palette.length / SAMPLES);
  for (let i = 0; i < indexes.length; i++) counts[indexes[i]!]!++;
  return Array.from(counts, (pixels, at) => {
    const [r, g, b, a] = palette.subarray(at * SAMPLES, (at + 1) * SAMPLES);
    const share = a! / 255;
    const colour = [r! * share, g! * share, b! * share, a!];
    const main = { colour, pixels: mains[at]!.pixels };
    return { at, colour, pixels, main, nearest: null, loss: Infinity };
  });
}

function mergesOf(clusters: readonly Cluster[]): Merge[] {
  let left = [...clusters];
  for (const cluster of left) findNearest(cluster, left);
  const merges: Merge[] = [];
  while (left.length > 1) {
    const into = left.reduce((least, cluster) => (cluster.loss < least.loss ? cluster : least));
    const from = into.nearest!;
    const { loss } = into;
    join(into, from);
    merges.push({ into: into.at, from: from.at, colour: shownOf(into), loss });
    left = left.filter((cluster) => cluster !== from);
    findNearest(into, left);
    for (const cluster of left) {
      if (cluster === into) continue;
      if (cluster.nearest === from || cluster.nearest === into) findNearest(cluster, left);
      else closer(cluster, into);
    }
  }
  return merges;
}

function findNearest(cluster: Cluster, others: readonly Cluster[]): void {
  cluster.nearest = null;
  cluster.loss = Infinity;
  for (const other of others) closer(cluster, other);
}

function closer(cluster: Cluster, other: Cluster): void {
  if (cluster === other) return;
  const loss = lossOf(cluster, other);
  if (loss < cluster.loss || cluster.nearest === null) Object.assign(cluster, { nearest: other, loss });
}

/** What the pixels of both lose, squared levels over all of them, where they take the mean of both. */
function lossOf(a: Cluster, b: Cluster): number {
  let distance = 0;
  for (let c = 0; c < SAMPLES; c++) distance += WEIGHTS[c]! * (a.colour[c]! - b.colour[c]!) ** 2;
  const pixels = a.pixels + b.pixels;
  return pixels === 0 ? 0 : (distance * a.pixels * b.pixels) / pixels;
}

function join(into: Cluster, from: Cluster): void {
  const pixels = into.pixels + from.pixels;
  const share = pixels === 0 ? 1 : into.pixels / pixels;
  into.colour = into.colour.map((sample, c) => share * sample + (1 - share) * from.colour[c]!);
  into.pixels = pixels;
  if (from.main.pixels > into.main.pixels) into.main = from.main;
}

/** The mean, but of a cluster most of which is one area its colour: a page or a window with a tint is seen. */
function shownOf({ colour, pixels, main }: Cluster): readonly number[] {
  return main.pixels * 2 > pixels ? main.colour : colour;
}

/** RGBA of a colour that counts as far as it is opaque. */
function straight([r, g, b, a]: readonly number[]): number[] {
  const scale = a! > 0 ? 255 / a! : 0;
  return [r! * scale, g! * scale, b! * scale, a!].map((sample) => Math.min(255, Math.round(sample)));
}
