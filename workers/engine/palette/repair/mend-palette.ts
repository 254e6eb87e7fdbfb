import type { Raster } from '../../base/raster.ts';
import { releaseRaster } from '../../base/release-raster.ts';
import { blockMeans, type MeansOverBackgrounds } from '../../quality/metrics/block-means.ts';
import { AXES, coordinatesOf, sampleDistance } from '../colour-metric.ts';
import { rasterOf, type IndexedPicture } from '../map/indexed-picture.ts';
import type { LockedBlocks } from '../map/map-options.ts';
import { ADDED_APART, MOST_ADDED } from '../tuning.ts';
import { withColours } from './add-colours.ts';
import { missedColours } from './missed-colours.ts';
import { shiftedBlocksOf, shiftedColours } from './shifted-blocks.ts';

/**
 * A palette with colours for what it shows wrong: quantisers go by numbers of pixels. A small red dot on a large grey picture may
 * well become grey, and a pale sky behind foliage shares two colours with the light on the leaves, out of which no dithering
 * mixes its own. The furthest ones come first, so that dithering has something to mix between.
 * @param raster  the samples that were mapped
 * @param shifted even areas that get colours of their own [none]
 * @returns the picture's palette itself when nothing is missed; a full one gives up colours that are hardly used
 */
export function mendedPalette(raster: Raster, picture: IndexedPicture, shifted?: LockedBlocks): Uint8Array {
  const { palette, indexes } = picture;
  const wanted = [
    ...missedColours(raster, picture),
    ...(shifted ? shiftedColours(mappedBlocks(raster, picture), shifted) : []),
  ];
  return withColours(palette, indexes, furthestOf(wanted, palette));
}

/** Those of some colours that a palette lacks, the furthest first. */
function furthestOf(wanted: readonly (readonly number[])[], palette: Uint8Array): (readonly number[])[] {
  const coordinates = coordinatesOf(Uint8Array.from(wanted.flat()), 0);
  const present = coordinatesOf(palette, 0);
  const distances = wanted.map((_, at) => {
    let least = Infinity;
    for (let other = 0; other < present.length; other += AXES)
      least = Math.min(least, sampleDistance(coordinates, at * AXES, present, other));
    return least;
  });
  const added: (readonly number[])[] = [];
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

/** The even areas of a mapped picture that have another colour. @param known blocks that had one when they were mapped before */
export function shiftedBlocks(
  raster: Raster,
  picture: IndexedPicture,
  known?: LockedBlocks | null,
): LockedBlocks {
  return shiftedBlocksOf(mappedBlocks(raster, picture), known);
}

function mappedBlocks(raster: Raster, picture: IndexedPicture): MeansOverBackgrounds {
  const rendered = rasterOf(picture);
  const means = blockMeans(raster, rendered);
  releaseRaster(rendered);
  return means;
}
