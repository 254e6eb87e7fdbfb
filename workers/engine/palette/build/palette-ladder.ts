import type { Raster } from '../../base/raster.ts';
import type { ColourGroup } from './colour-cells.ts';
import { ColourClusters, type ClusterWeights, type Merge } from './colour-clusters.ts';
import { premultiplied, straight } from '../colour-metric.ts';
import { HUE_OF_MERGES } from '../tuning.ts';
import { exactly, mainColours, type MainColour } from './main-colours.ts';
import { ColourMapper } from '../map/map-colours.ts';

/** Samples of a colour: red, green and blue as far as it is opaque, and alpha. */
const SAMPLES = 4;

/** How the colours of a ladder are merged. */
export interface LadderWeights extends ClusterWeights {
  /** A merged colour is that of an area from this share of its pixels on. */
  readonly areaShare: number;
}

/** By what pixels lose in their samples: this packs best. */
const BY_SAMPLES: LadderWeights = { hue: 0, favoursRare: false, areaShare: 1 / 2 };

/**
 * Hues count beside samples, and rare colours go later. The blended edges of flat discs would move a colour by eleven levels
 * where areas took more of its pixels.
 */
export const BY_HUES: LadderWeights = { hue: HUE_OF_MERGES, favoursRare: true, areaShare: 1 / 4 };

/**
 * The palettes of one picture by their number of colours. Each is made from the next larger one by merging the two colours whose
 * pixels lose least (pairwise nearest neighbours: Equitz, 1989).
 * Takes 5 ms for 256 colours.
 */
export class PaletteLadder {
  /** The fullest palette, RGBA. */
  readonly fullest: Uint8Array;
  private readonly merges: readonly Step[];
  private readonly pixels: number;

  /** @param palette of the picture, RGBA, at most 256 colours */
  constructor(raster: Raster, palette: Uint8Array, weights: LadderWeights = BY_SAMPLES) {
    const indexes = new ColourMapper(raster, palette).nearestIndexes();
    const mains = mainColours(raster, indexes, palette.length / SAMPLES);
    this.fullest = exactly(palette, mains);
    this.pixels = indexes.length;
    const groups = groupsOf(this.fullest, indexes);
    const opaque = mains.map(({ pixels }, at) => ({ colour: groups[at]!.colour, pixels }));
    this.merges = stepsOf(groups, opaque, weights);
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

/** Two colours that become one. */
interface Step extends Merge {
  /** What becomes of both, as far as it is opaque. */
  readonly colour: readonly number[];
}

function groupsOf(palette: Uint8Array, indexes: Uint8Array): ColourGroup[] {
  const counts = new Uint32Array(palette.length / SAMPLES);
  for (let i = 0; i < indexes.length; i++) counts[indexes[i]!]!++;
  return Array.from(counts, (pixels, at) => ({
    colour: premultiplied(palette.subarray(at * SAMPLES, (at + 1) * SAMPLES)),
    pixels,
  }));
}

/** @param mains the largest area of one colour in each group, as far as it is opaque */
function stepsOf(
  groups: readonly ColourGroup[],
  mains: readonly MainColour[],
  weights: LadderWeights,
): Step[] {
  const clusters = new ColourClusters(groups, weights);
  const main = [...mains];
  const steps: Step[] = [];
  while (clusters.length > 1) {
    const merge = clusters.merge();
    const { into, from } = merge;
    if (main[from]!.pixels > main[into]!.pixels) main[into] = main[from]!;
    steps.push({ ...merge, colour: shownOf(clusters.groupAt(into), main[into]!, weights) });
  }
  return steps;
}

/** The mean of a cluster; the colour of an area where it is a good part of it, since a tint of a page or a window shows. */
function shownOf(
  { colour, pixels }: ColourGroup,
  main: MainColour,
  { areaShare }: LadderWeights,
): readonly number[] {
  return main.pixels > areaShare * pixels ? main.colour : colour;
}
