import type { FrameSequence } from '#engine/formats/animation/frame-sequence.ts';
import { isAllOpaque, pixelsOf, type Pixels } from '#engine/formats/animation/pixels.ts';
import type { Raster } from '#engine/base/raster.ts';

/** Rasters of one size as the frames of an animation. */
export function sequenceOf(rasters: readonly Raster[], still: Raster | null = null): FrameSequence {
  const frames = rasters.map(pixelsOf);
  const [{ width, height }] = rasters as readonly [Raster];
  return {
    width,
    height,
    count: frames.length,
    still: still && pixelsOf(still),
    isOpaque: frames.every(isAllOpaque),
    frames: async function* () {
      for (const entry of frames.entries()) yield await Promise.resolve(entry);
    },
    pick: (numbers) => Promise.resolve(numbers.map((number): Pixels => frames[number]!)),
  };
}
