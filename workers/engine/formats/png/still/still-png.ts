import { releaseRaster } from '../../../base/release-raster.ts';
import type { Raster } from '../../../base/raster.ts';
import type { EngineContext } from '../../../context.ts';
import { PaletteMemory } from '../../../palette/measure/palette-memory.ts';
import type { PngSource } from '../png-source.ts';
import type { PngPicture } from '../png-strategies.ts';
import { LARGE_PIXELS } from '../tuning.ts';
import { packLosslessly } from './pack-losslessly.ts';
import { reduceToFloor } from './reduce-to-floor.ts';
import { reduceToSize } from './reduce-to-size.ts';
import { roundToFloor } from './round-to-floor.ts';
import { roundToSize } from './round-to-size.ts';

/** The strategies for a still picture. Packing comes last: it lets go of the samples of a large one. @param stored its samples */
export function stillPng(source: PngSource, stored: Raster, context: EngineContext): PngPicture {
  const known = new PaletteMemory();
  return {
    strategies: {
      pack: (maxBytes) => {
        const isLarge = stored.width * stored.height > LARGE_PIXELS;
        if (isLarge) releaseRaster(stored);
        return packLosslessly(source, isLarge ? null : stored, context, maxBytes);
      },
      reduceToFloor: (floor) => reduceToFloor(source, stored, { floor, known }, context),
      roundToFloor: (floor) => roundToFloor(source, stored, floor, context),
      reduceToSize: (request) => reduceToSize(source, stored, request, context),
      roundToSize: (request) => roundToSize(source, stored, request, context),
    },
    findings: {},
  };
}
