import type { Raster } from '#engine/base/raster.ts';

/** Classes of pictures that meters and codecs treat differently. */
export const PICTURE_CLASSES = ['photo', 'graphics', 'user interface', 'dense text'] as const;
export type PictureClass = (typeof PICTURE_CLASSES)[number];

/** Shares of pixels, 0 to 1, and levels, by which classes are told apart; chosen by looking at sixty pictures. */
const TEXT = { edges: 0.06, light: 0.5, chroma: 12 };
const FLAT = { graphics: 0.3, userInterface: 0.7 };

/**
 * The class of an RGB picture by its samples: text is mostly light or dark, grey and full of edges; user interfaces are
 * flat nearly everywhere, photographs nearly nowhere.
 */
export function classOf({ data, width, height }: Raster): PictureClass {
  let [edges, flat, light, dark, chroma] = [0, 0, 0, 0, 0];
  const lightness = (at: number): number => (data[at]! + 2 * data[at + 1]! + data[at + 2]!) / 4;
  const differs = (a: number, b: number): boolean => [0, 1, 2].some((c) => data[a + c] !== data[b + c]);
  for (let y = 1; y < height; y++) {
    for (let x = 1; x < width; x++) {
      const at = (y * width + x) * 3;
      const value = lightness(at);
      if (Math.abs(value - lightness(at - 3)) > 48) edges++;
      if (!differs(at, at - 3) && !differs(at, at - width * 3)) flat++;
      if (value > 176) light++;
      if (value < 80) dark++;
      chroma += Math.abs(data[at]! - data[at + 1]!) + Math.abs(data[at + 1]! - data[at + 2]!);
    }
  }
  const pixels = (width - 1) * (height - 1);
  const isPage = Math.max(light, dark) > TEXT.light * pixels && chroma < TEXT.chroma * pixels;
  if (isPage && edges > TEXT.edges * pixels) return 'dense text';
  if (flat > FLAT.userInterface * pixels) return 'user interface';
  return flat > FLAT.graphics * pixels ? 'graphics' : 'photo';
}
