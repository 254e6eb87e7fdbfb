import type { ImageCodec } from '../codecs/image-codec.ts';
import type { Raster } from '../raster.ts';
import { readPalette } from './indexed-picture.ts';

/** How a palette is made. The quality is the quantiser's, which then uses as few colours as it needs. */
interface Way {
  readonly colors: number;
  readonly quality: number;
  readonly effort: number;
}

const FEW: Way = { colors: 16, quality: 100, effort: 5 };
const ROUGH: Way = { colors: 256, quality: 40, effort: 3 };
const MIDDLE: Way = { colors: 256, quality: 60, effort: 3 };
const FINE: Way = { colors: 256, quality: 80, effort: 3 };
const FULL: Way = { colors: 256, quality: 100, effort: 5 };
const FULL_QUICKLY: Way = { colors: 256, quality: 100, effort: 3 };

export type LadderKind = 'whole' | 'hurried' | 'large';

/**
 * Palettes for a picture, from a handful of colours to 256, each made when it is asked for.
 * Pictures above a megapixel are looked at in a part of their pixels: a palette hardly changes by it.
 * @param kind "hurried" leaves out the finest ones, "large" makes only one
 */
export async function* paletteLadder(
  raster: Raster,
  kind: LadderKind,
  codec: ImageCodec,
): AsyncGenerator<Uint8Array> {
  const source = thinnedOut(raster);
  const make = async (way: Way): Promise<Uint8Array | null> =>
    readPalette(await codec.quantizePng(source, { dither: 0, ...way }));
  if (kind !== 'large') {
    const first = [await make(FEW), await make(ROUGH)].filter((palette) => palette !== null);
    yield* first.sort((a, b) => a.length - b.length);
  }
  for (const way of LATER[kind]) {
    const palette = await make(way);
    if (palette) yield palette;
  }
}

const LATER: Readonly<Record<LadderKind, readonly Way[]>> = {
  whole: [MIDDLE, FINE, FULL],
  hurried: [MIDDLE],
  large: [FULL_QUICKLY],
};

/** Pixels that a palette is made from, at least a quarter of this. */
const LOOKED_AT = 1_000_000;

/** Every n-th pixel of every n-th row, shifted from row to row so that thin lines are met wherever they run. */
function thinnedOut(raster: Raster): Raster {
  const step = Math.ceil(Math.sqrt((raster.width * raster.height) / LOOKED_AT));
  if (step < 2) return raster;
  const { channels } = raster;
  const width = Math.floor(raster.width / step);
  const height = Math.floor(raster.height / step);
  const data = new Uint8Array(width * height * channels);
  for (let y = 0, to = 0; y < height; y++) {
    const row = (y * step + (y % step)) * raster.width;
    for (let x = 0; x < width; x++) {
      const from = (row + x * step + ((x + y) % step)) * channels;
      for (let c = 0; c < channels; c++) data[to++] = raster.data[from + c]!;
    }
  }
  return { ...raster, width, height, data };
}
