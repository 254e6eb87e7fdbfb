import type { Display } from '../../palette/map/shown-by-profile.ts';
import type { FrameSequence } from './frame-sequence.ts';
import { pixelsOf, rasterOfPixels, type Pixels } from './pixels.ts';
import { KEPT_FRAMES_PIXELS } from './tuning.ts';

/** The frames of an animation as they are shown, in sRGB. */
export async function shownFrames(stored: FrameSequence, display: Display): Promise<FrameSequence> {
  const { width, height, count } = stored;
  const mayKeep = width * height * count <= KEPT_FRAMES_PIXELS;
  const kept = new Map<number, Pixels>();
  const shown = async (pixels: Pixels): Promise<Pixels> =>
    pixelsOf(await display.raster(rasterOfPixels(pixels, width, height)));
  const shownAt = async (number: number, pixels: Pixels): Promise<Pixels> => {
    const known = kept.get(number) ?? (await shown(pixels));
    if (mayKeep) kept.set(number, known);
    return known;
  };
  return {
    width,
    height,
    count,
    isOpaque: stored.isOpaque,
    still: stored.still && (await shown(stored.still)),
    frames: async function* () {
      for await (const [number, pixels] of stored.frames()) yield [number, await shownAt(number, pixels)];
    },
    pick: async (numbers) => {
      const picked: Pixels[] = [];
      for (const [i, pixels] of (await stored.pick(numbers)).entries())
        picked.push(await shownAt(numbers[i]!, pixels));
      return picked;
    },
  };
}
