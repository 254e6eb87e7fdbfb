import type { Raster } from '../../base/raster.ts';
import { colourGroups } from './colour-cells.ts';
import { ColourClusters } from './colour-clusters.ts';
import { straight } from '../colour-metric.ts';
import { HUE_OF_GROUPS, MOST_COLOURS, MOST_GROUPS } from '../tuning.ts';

/** By their number of pixels, as smooth areas need many colours that are hardly apart: by a root of it, skies had bands. */
const WEIGHTS = { hue: HUE_OF_GROUPS, favoursRare: false };

/**
 * The finest palette of a picture: its colours in groups, merged down to 256. Takes 0.1 to 0.2 s a megapixel, and is the same
 * on every machine.
 * @returns RGBA
 */
export function fullPalette(raster: Raster): Uint8Array {
  const groups = colourGroups(raster, MOST_GROUPS, WEIGHTS.hue);
  const clusters = new ColourClusters(groups, WEIGHTS);
  while (clusters.length > MOST_COLOURS) clusters.merge();
  return Uint8Array.from(clusters.groups.flatMap(({ colour }) => straight(colour)));
}
