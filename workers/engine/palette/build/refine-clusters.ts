import { AXES, writeCoordinates } from '../colour-metric.ts';
import { AREA_SHARE, REFINED_ROUNDS } from '../tuning.ts';
import type { ColourGroup } from './colour-groups.ts';

/** Samples of a colour: red, green and blue as far as it is opaque, and alpha. */
const SAMPLES = 4;

/** How groups are shared out to the colours of a palette. */
export interface Refinement {
  readonly groups: readonly ColourGroup[];
  /** Of the groups. */
  readonly coordinates: Float64Array;
  readonly masses: Float64Array;
  /** What a squared level of hue counts beside one of samples. */
  readonly hue: number;
}

/**
 * Colours for groups that are shared out, and sharing out anew, in turn (k-means: Lloyd, 1982).
 * @param clusters the cluster of each group, none of them empty; changed
 * @param count    of the clusters
 * @returns as far as they are opaque, four samples each
 */
export function refinedColours(refinement: Refinement, clusters: Int32Array, count: number): Float64Array {
  const colours = new Float64Array(count * SAMPLES);
  moveColours(refinement, clusters, colours);
  for (let round = 0; round < REFINED_ROUNDS && shareOut(refinement, colours, clusters); round++)
    moveColours(refinement, clusters, colours);
  return colours;
}

/**
 * Moves each colour to the mean of its cluster; to the colour of an area where that is a good part of it, since a tint of a page or a
 * window shows. That of an empty one stays.
 */
function moveColours({ groups, masses }: Refinement, clusters: Int32Array, colours: Float64Array): void {
  const sums = new Float64Array(colours.length);
  const mass = new Float64Array(colours.length / SAMPLES);
  const pixels = new Float64Array(mass.length);
  const largest: (ColourGroup['area'] | undefined)[] = [];
  groups.forEach(({ colour, area, pixels: count }, at) => {
    const cluster = clusters[at]!;
    pixels[cluster]! += count;
    mass[cluster]! += masses[at]!;
    for (let c = 0; c < SAMPLES; c++) sums[cluster * SAMPLES + c]! += masses[at]! * colour[c]!;
    if (area.pixels >= (largest[cluster]?.pixels ?? 0)) largest[cluster] = area;
  });
  largest.forEach((area, cluster) => {
    const isArea = area!.pixels > AREA_SHARE * pixels[cluster]!;
    for (let c = 0, at = cluster * SAMPLES; c < SAMPLES; c++, at++)
      colours[at] = isArea ? area!.colour[c]! : sums[at]! / mass[cluster]!;
  });
}

/** Gives each group to the colour that is nearest to it. @returns whether any went to another one */
function shareOut(
  { groups, coordinates, hue }: Refinement,
  colours: Float64Array,
  clusters: Int32Array,
): boolean {
  const count = colours.length / SAMPLES;
  const places = new Float64Array(count * AXES);
  for (let i = 0; i < count; i++)
    writeCoordinates(colours.subarray(i * SAMPLES, (i + 1) * SAMPLES), hue, places, i * AXES);
  let isMoved = false;
  for (let at = 0; at < groups.length; at++) {
    const nearest = nearestOf(coordinates, at * AXES, places, clusters[at]!);
    if (nearest !== clusters[at]) isMoved = true;
    clusters[at] = nearest;
  }
  return isMoved;
}

/** @param known a colour that is likely near, and stays where no other is nearer */
function nearestOf(coordinates: Float64Array, place: number, places: Float64Array, known: number): number {
  const [p0, p1, p2] = [coordinates[place]!, coordinates[place + 1]!, coordinates[place + 2]!];
  const [p3, p4, p5] = [coordinates[place + 3]!, coordinates[place + 4]!, coordinates[place + 5]!];
  let nearest = known;
  let least = Infinity;
  for (let i = -1; i * AXES < places.length; i++) {
    const other = i < 0 ? known : i;
    const from = other * AXES;
    const d1 = places[from + 1]! - p1;
    let distance = d1 * d1;
    if (distance >= least) continue;
    distance +=
      (places[from]! - p0) ** 2 +
      (places[from + 2]! - p2) ** 2 +
      (places[from + 3]! - p3) ** 2 +
      (places[from + 4]! - p4) ** 2 +
      (places[from + 5]! - p5) ** 2;
    if (distance < least) [nearest, least] = [other, distance];
  }
  return nearest;
}
