import { coordinatesOfColours, straight } from '../colour-metric.ts';
import { MOST_COLOURS, MOST_GROUPS, PHOTO_WEIGHTS, SCREEN_AREAS, SCREEN_WEIGHTS } from '../tuning.ts';
import { colourGroups } from './colour-groups.ts';
import { ColourClusters, massOf, type Merge } from './colour-clusters.ts';
import type { ColourHistogram } from './colour-histogram.ts';
import { refinedColours, type Refinement } from './refine-clusters.ts';

const SAMPLES = 4;

/**
 * The palettes of one picture by their number of colours. Its colours are put into groups, and merged two by two, those first whose
 * pixels lose least (pairwise nearest neighbours: Equitz, 1989); those of a palette are refined.
 */
export class PaletteLadder {
  private readonly refinement: Refinement;
  private readonly merges: readonly Merge[];
  private readonly pixels: number;
  private readonly made = new Map<number, Uint8Array>();

  constructor(histogram: ColourHistogram) {
    const weights = isScreen(histogram) ? SCREEN_WEIGHTS : PHOTO_WEIGHTS;
    const groups = colourGroups(histogram, MOST_GROUPS, weights.hue);
    const colours = groups.map(({ colour }) => colour);
    this.refinement = {
      groups,
      coordinates: coordinatesOfColours(colours, weights.hue),
      masses: Float64Array.from(groups, ({ pixels }) => massOf(pixels, weights)),
      hue: weights.hue,
    };
    this.pixels = groups.reduce((sum, { pixels }) => sum + pixels, 0);
    const clusters = new ColourClusters(groups, weights);
    const merges: Merge[] = [];
    while (clusters.length > 1) merges.push(clusters.merge());
    this.merges = merges;
  }

  /** Colours of the fullest palette. */
  get most(): number {
    return Math.min(MOST_COLOURS, this.merges.length + 1);
  }

  /** The fullest palette, RGBA. */
  get fullest(): Uint8Array {
    return this.of(this.most);
  }

  /** A palette, RGBA. @param colours at least 1; from {@link most} on the fullest one itself comes back */
  of(colours: number): Uint8Array {
    const count = Math.min(this.most, Math.max(1, colours));
    const known = this.made.get(count);
    if (known) return known;
    const colour = refinedColours(this.refinement, this.clusters(count), count);
    const palette = new Uint8Array(count * SAMPLES);
    for (let at = 0; at < palette.length; at += SAMPLES)
      palette.set(straight([...colour.subarray(at, at + SAMPLES)]), at);
    this.made.set(count, palette);
    return palette;
  }

  /** The fewest colours with which the pixels move by no more than this on average (root of the mean square), in levels. */
  fewestWithin(levels: number): number {
    const first = this.merges.length + 1 - this.most;
    let loss = 0;
    const most = levels ** 2 * this.pixels;
    const kept = this.merges.findIndex((merge, at) => at >= first && (loss += merge.loss) > most);
    return kept < 0 ? 1 : Math.min(this.most, this.merges.length + 1 - kept);
  }

  /** Which of so many clusters each group is in. */
  private clusters(count: number): Int32Array {
    const { length } = this.refinement.groups;
    const into = Int32Array.from({ length }, (_, at) => at);
    for (const merge of this.merges.slice(0, length - count)) into[merge.from] = merge.into;
    const numbers = new Map<number, number>();
    return into.map((_, at) => {
      let root = at;
      while (into[root] !== root) root = into[root]!;
      if (!numbers.has(root)) numbers.set(root, numbers.size);
      return numbers.get(root)!;
    });
  }
}

/** Screens and drawings consist of areas, photographs of textures. */
function isScreen({ pixels, inAreas }: ColourHistogram): boolean {
  return sumOf(inAreas) >= SCREEN_AREAS * sumOf(pixels);
}

function sumOf(numbers: Uint32Array): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
