import { releaseLarge } from '../../../base/release-raster.ts';
import type { Raster } from '../../../base/raster.ts';
import type { EngineContext } from '../../../context.ts';
import { PaletteMemory } from '../../../palette/measure/palette-memory.ts';
import type { PngSource } from '../png-source.ts';
import { isTooLongToPack } from '../compress-without-decoding.ts';
import type { PngPicture } from '../png-strategies.ts';
import { LARGE_PIXELS } from '../tuning.ts';
import { packLosslessly } from './pack-losslessly.ts';
import { reduceToFloor, type PackedPictures } from './reduce-to-floor.ts';
import { reduceToSize } from './reduce-to-size.ts';
import { roundToFloor } from './round-to-floor.ts';
import { roundToSize } from './round-to-size.ts';

/** The strategies for a still picture. The samples of a large one are let go before packing. @param stored its samples */
export function stillPng(source: PngSource, stored: Raster, context: EngineContext): PngPicture {
  const known = new PaletteMemory();
  const packed: PackedPictures = {};
  const isLarge = stored.width * stored.height > LARGE_PIXELS;
  let kept: Raster | null = stored;
  const samples = async (): Promise<Raster> => (kept ??= await context.codecs.image.decode(source.bytes));
  const letGo = async (): Promise<void> => {
    if (!isLarge || !kept) return;
    await releaseLarge(kept);
    kept = null;
  };
  return {
    strategies: {
      pack: async (maxBytes) => {
        if (isTooLongToPack(source)) return null;
        await letGo();
        return packLosslessly(source, kept, context, maxBytes);
      },
      reduceToFloor: async (floor, mostBytes = Infinity) =>
        reduceToFloor(
          source,
          await samples(),
          { floor, mostBytes, known, packed, onReduced: letGo },
          context,
        ),
      roundToFloor: async (floor) => roundToFloor(source, await samples(), floor, context),
      reduceToSize: async (request) => reduceToSize(source, await samples(), request, context),
      roundToSize: async (request) => roundToSize(source, await samples(), request, context),
    },
    findings: {},
  };
}
