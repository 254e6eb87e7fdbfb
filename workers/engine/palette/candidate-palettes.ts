import type { ImageCodec } from '../codecs/image-codec.ts';
import { readChunks, readHeader } from '../containers/png-chunks.ts';
import type { Raster } from '../raster.ts';

/** How a palette is made. The quality is the quantiser's, which then uses as few colours as it needs. */
interface QuantizerSettings {
  readonly colors: number;
  readonly quality: number;
  readonly effort: number;
}

const FEW: QuantizerSettings = { colors: 16, quality: 100, effort: 5 };
const ROUGH: QuantizerSettings = { colors: 256, quality: 40, effort: 3 };
const MIDDLE: QuantizerSettings = { colors: 256, quality: 60, effort: 3 };
const FINE: QuantizerSettings = { colors: 256, quality: 80, effort: 3 };
const FULL: QuantizerSettings = { colors: 256, quality: 100, effort: 5 };
const FULL_QUICKLY: QuantizerSettings = { colors: 256, quality: 100, effort: 3 };

/** Which palettes are made: all, all but the finest, some until one will do, or one. */
export type CandidateRange = 'all' | 'coarse' | 'hasty' | 'single';

/** Settings in their order; of the larger ranges those after the first two, which are sorted by their colours. */
const LATER: Readonly<Record<CandidateRange, readonly QuantizerSettings[]>> = {
  all: [MIDDLE, FINE, FULL],
  coarse: [MIDDLE],
  hasty: [FEW, MIDDLE, FULL_QUICKLY],
  single: [FULL_QUICKLY],
};

/** Pixels that a palette is made from; at least a quarter of this. */
const SAMPLED_PIXELS = 1_000_000;

/**
 * Palettes for a picture, from a handful of colours to 256, each made when it is asked for.
 * Of pictures above a megapixel a part of the pixels is sampled: a palette hardly changes by it.
 * @returns RGBA, four samples a colour
 */
export async function* candidatePalettes(
  raster: Raster,
  range: CandidateRange,
  codec: ImageCodec,
): AsyncGenerator<Uint8Array> {
  const source = sampled(raster);
  const make = async (settings: QuantizerSettings): Promise<Uint8Array | null> =>
    readPalette(await codec.quantizePng(source, { dither: 0, ...settings }));
  if (range === 'all' || range === 'coarse') {
    const first = [await make(FEW), await make(ROUGH)].filter((palette) => palette !== null);
    yield* first.sort((a, b) => a.length - b.length);
  }
  for (const settings of LATER[range]) {
    const palette = await make(settings);
    if (palette) yield palette;
  }
}

/** The palette of an indexed PNG as RGBA, or null when it has none. */
export function readPalette(png: Uint8Array): Uint8Array | null {
  const chunks = readChunks(png);
  const colours = chunks.find(({ type }) => type === 'PLTE')?.data;
  if (!colours || readHeader(chunks).colourType !== 3) return null;
  const alpha = chunks.find(({ type }) => type === 'tRNS')?.data;
  const palette = new Uint8Array((colours.length / 3) * 4);
  for (let i = 0; i * 3 < colours.length; i++) {
    palette.set(colours.subarray(i * 3, i * 3 + 3), i * 4);
    palette[i * 4 + 3] = alpha && i < alpha.length ? alpha[i]! : 255;
  }
  return palette;
}

/** Every n-th pixel of every n-th row, shifted from row to row so that thin lines are met wherever they run. */
function sampled(raster: Raster): Raster {
  const step = Math.ceil(Math.sqrt((raster.width * raster.height) / SAMPLED_PIXELS));
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
