import type { Raster } from '../../base/raster.ts';
import { releaseRaster } from '../../base/release-raster.ts';
import type { TakeBand } from '../../codecs/ports/image-codec.ts';
import { backgroundsOf } from '../../quality/metrics/composited-bands.ts';
import { BlockMeansByBands, type MeansOverBackgrounds } from '../../quality/metrics/block-means.ts';
import type { CellsOverBackgrounds } from '../../quality/metrics/stroke-cells.ts';
import { AXES, coordinatesOf, sampleDistance } from '../colour-metric.ts';
import {
  bandsOf,
  isOpaquePalette,
  rasterOf,
  renderBands,
  type IndexedPicture,
  type RenderIndexed,
} from '../map/indexed-picture.ts';
import type { LockedBlocks } from '../map/map-options.ts';
import { ADDED_APART, AGAIN_APART, HANDFUL_COLOURS, MOST_ADDED, MOST_COLOURS } from '../tuning.ts';
import { withColours } from './add-colours.ts';
import { missedColours } from './missed-colours.ts';
import { StrokeSearch, type MissedStrokes } from './missed-strokes.ts';
import { shiftedBlocksOf, shiftedColours } from './shifted-blocks.ts';

/** What more a palette is asked for than colours that were missed. */
export interface MendRequest {
  /** Even areas that get colours of their own [none]. */
  readonly shifted?: LockedBlocks | null;
  /** Whether sixteen colours may become more, each of a byte a pixel: where locking blocks mended nothing [only many more]. */
  readonly mayGrow?: boolean;
  /** Whether blocks were locked before: they then get colours that differ by next to nothing [false]. */
  readonly isAgain?: boolean;
  /** What {@link strokesOf} has found [looked for in the samples]. */
  readonly strokes?: MissedStrokes;
  /** How many of the palette's last colours stay: they were added to it before [none]. */
  readonly firm?: number | undefined;
}

/** A palette whose last colours are new. */
export interface Mended {
  /** RGBA. */
  readonly palette: Uint8Array;
  readonly added: number;
}

/**
 * A palette with colours for what it shows wrong: quantisers go by numbers of pixels. A small red dot on a large grey picture may
 * well become grey, and a pale sky behind foliage shares two colours with the light on the leaves, out of which no dithering
 * mixes its own. The furthest ones come first, so that dithering has something to mix between.
 * @param raster  the samples that were mapped
 * @returns the picture's palette itself when nothing is missed; a full one gives up colours that are hardly used
 */
export function mendedPalette(
  raster: Raster,
  picture: IndexedPicture,
  {
    shifted = null,
    mayGrow = false,
    isAgain = false,
    strokes = strokesOfSamples(raster, picture),
    firm,
  }: MendRequest = {},
): Mended {
  const { palette, indexes } = picture;
  const apart = isAgain ? AGAIN_APART : ADDED_APART;
  const areas = shifted ? absentOf(shiftedColours(meansOf(raster, picture), shifted), palette, apart) : [];
  const added = furthestOf(missedColours(raster, picture), palette, areas);
  const present = Uint8Array.from([...palette, ...added.flat()]);
  const all = [...added, ...absentOf(strokes.colours, present, apart)];
  const most = !mayGrow && staysHandful(palette, all) ? HANDFUL_COLOURS : MOST_COLOURS;
  return { palette: withColours(palette, indexes, all, { most, firm }), added: all.length };
}

/** Whether a palette of at most sixteen colours, which take half a byte a pixel, is asked for few more. */
function staysHandful({ length }: Uint8Array, added: readonly unknown[]): boolean {
  return length / 4 <= HANDFUL_COLOURS && added.length <= HANDFUL_COLOURS / 4;
}

/** Those of some colours, in their order, that a palette lacks. @param apart squared levels within which one does for another */
function absentOf(
  colours: readonly (readonly number[])[],
  palette: Uint8Array,
  apart: number,
): (readonly number[])[] {
  const absent: (readonly number[])[] = [];
  const wanted = coordinatesOf(Uint8Array.from(colours.flat()), 0);
  let present = coordinatesOf(palette, 0);
  for (let at = 0; at < colours.length && absent.length < MOST_ADDED; at++) {
    if (leastDistance(wanted, at * AXES, present) <= apart) continue;
    absent.push(colours[at]!);
    present = Float64Array.from([...present, ...wanted.subarray(at * AXES, (at + 1) * AXES)]);
  }
  return absent;
}

function leastDistance(colours: Float64Array, at: number, present: Float64Array): number {
  let least = Infinity;
  for (let other = 0; other < present.length; other += AXES)
    least = Math.min(least, sampleDistance(colours, at, present, other));
  return least;
}

/** Colours that are added before, and those of some others that are lacking, the furthest first. */
function furthestOf(
  wanted: readonly (readonly number[])[],
  palette: Uint8Array,
  before: readonly (readonly number[])[],
): (readonly number[])[] {
  const coordinates = coordinatesOf(Uint8Array.from(wanted.flat()), 0);
  const present = coordinatesOf(Uint8Array.from([...palette, ...before.flat()]), 0);
  const distances = wanted.map((_, at) => leastDistance(coordinates, at * AXES, present));
  const added = [...before];
  while (added.length < MOST_ADDED) {
    const furthest = distances.indexOf(Math.max(...distances));
    if (furthest < 0 || distances[furthest]! <= ADDED_APART) break;
    added.push(wanted[furthest]!);
    for (let at = 0; at < distances.length; at++)
      distances[at] = Math.min(
        distances[at]!,
        sampleDistance(coordinates, at * AXES, coordinates, furthest * AXES),
      );
  }
  return added;
}

/** What is wrong with a mapped picture. */
export interface BlockFaults {
  /** Even areas have another colour. */
  readonly isShifted: boolean;
  /** Faint strokes have lost contrast: what {@link strokesOf} has found; null where none have. */
  readonly strokes: MissedStrokes | null;
}

/** The blocks of a mapped picture that show a fault, all with strokes where some have faded, and those known before. */
export function blocksToLock(
  raster: Raster,
  picture: IndexedPicture,
  { isShifted, strokes }: BlockFaults,
  known?: LockedBlocks | null,
): LockedBlocks {
  const shifted = isShifted || !strokes ? shiftedBlocks(raster, picture, known) : null;
  if (!strokes) return shifted!;
  const { columns, marks } = strokes;
  const others = shifted ?? known;
  return { columns, marks: others ? marks.map((mark, at) => mark | others.marks[at]!) : marks };
}

/** The even areas of a mapped picture that have another colour. @param known blocks that had one when they were mapped before */
export function shiftedBlocks(
  raster: Raster,
  picture: IndexedPicture,
  known?: LockedBlocks | null,
): LockedBlocks {
  return shiftedBlocksOf(meansOf(raster, picture), known);
}

/** A picture that palettes are tried on. */
export interface ShownPicture {
  /** Its samples, and what they look like. */
  readonly raster: Raster;
  readonly reference: Raster;
  /** The faint strokes of the reference [looked for]. */
  readonly strokes?: () => CellsOverBackgrounds;
  /** What they look like in a palette. */
  readonly render: RenderIndexed;
}

/** The faint strokes of a picture, and those that its mapping shows too weakly, both as a screen shows them. */
export async function strokesOf(shown: ShownPicture, picture: IndexedPicture): Promise<MissedStrokes> {
  const search = new StrokeSearch(shown.raster, shown.reference, shown.strokes?.());
  await renderBands(picture, shown.render, (band, y) => search.add(band, y));
  return search.found;
}

function strokesOfSamples(raster: Raster, picture: IndexedPicture): MissedStrokes {
  const search = new StrokeSearch(raster, raster);
  eachBand(picture, (band, y) => search.add(band, y));
  return search.found;
}

function meansOf(raster: Raster, picture: IndexedPicture): MeansOverBackgrounds {
  const isOpaque = isOpaquePalette(picture.palette);
  const means = new BlockMeansByBands(raster, isOpaque ? backgroundsOf(raster) : [255, 0]);
  eachBand(picture, (band, y) => means.add(band, y));
  return means.blocks;
}

function eachBand(picture: IndexedPicture, take: TakeBand): void {
  for (const { band, y } of bandsOf(picture)) {
    const rendered = rasterOf(band);
    take(rendered, y);
    releaseRaster(rendered);
  }
}
