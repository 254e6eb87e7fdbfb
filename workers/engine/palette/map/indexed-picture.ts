import type { Raster } from '../../base/raster.ts';
import { releaseRaster } from '../../base/release-raster.ts';
import type { TakeBand } from '../../codecs/ports/image-codec.ts';
import { BLOCK_SIDE_PX } from '../../quality/thresholds.ts';
import { BAND_PIXELS, LARGE_PIXELS } from '../tuning.ts';

/** A picture of at most 256 colours. */
export interface IndexedPicture {
  readonly width: number;
  readonly height: number;
  /** Four samples a colour, RGBA. */
  readonly palette: Uint8Array;
  /** One a pixel. */
  readonly indexes: Uint8Array;
}

/** Renders an indexed picture in sRGB; makes a raster of its own each time. */
export type RenderIndexed = (picture: IndexedPicture) => Promise<Raster>;

/** {@link RenderIndexed} where no profile stands between samples and display. */
export const renderPlain: RenderIndexed = (picture) => Promise.resolve(rasterOf(picture));

/** A part of an indexed picture, from a row on. */
export interface IndexedBand {
  readonly band: IndexedPicture;
  readonly y: number;
}

/** A picture in bands of whole blocks of 16 px, without a copy: as a whole where it has at most 12 MP, else of about 1 MP. */
export function* bandsOf(picture: IndexedPicture): Generator<IndexedBand> {
  const { width, height, indexes } = picture;
  const isLarge = width * height > LARGE_PIXELS;
  const rows = isLarge ? BLOCK_SIDE_PX * Math.ceil(BAND_PIXELS / width / BLOCK_SIDE_PX) : height;
  for (let y = 0; y < height; y += rows) {
    const end = Math.min(height, y + rows);
    yield {
      band: { ...picture, height: end - y, indexes: indexes.subarray(y * width, end * width) },
      y,
    };
  }
}

/** Renders a picture in its {@link bandsOf}, one in memory at a time. */
export async function renderBands(
  picture: IndexedPicture,
  render: RenderIndexed,
  take: TakeBand,
): Promise<void> {
  for (const { band, y } of bandsOf(picture)) {
    const rendered = await render(band);
    take(rendered, y);
    releaseRaster(rendered);
  }
}

/** The samples of an indexed picture: RGBA, or RGB when all its colours are opaque. */
export function rasterOf({ width, height, palette, indexes }: IndexedPicture): Raster {
  const isOpaque = isOpaquePalette(palette);
  const data = isOpaque ? opaqueSamples(palette, indexes) : seeThroughSamples(palette, indexes);
  return { width, height, channels: isOpaque ? 3 : 4, space: 'rgb', data };
}

function opaqueSamples(palette: Uint8Array, indexes: Uint8Array): Uint8Array {
  const colours = Uint32Array.from(
    { length: palette.length / 4 },
    (_, i) => palette[4 * i]! | (palette[4 * i + 1]! << 8) | (palette[4 * i + 2]! << 16),
  );
  const data = new Uint8Array(indexes.length * 3);
  // Four pixels make three words, the lowest byte of which comes first.
  const whole = indexes.length & ~3;
  const words = new Uint32Array(data.buffer, 0, (whole / 4) * 3);
  for (let i = 0, word = 0; i < whole; i += 4, word += 3) {
    const [b, c] = [colours[indexes[i + 1]!]!, colours[indexes[i + 2]!]!];
    words[word] = colours[indexes[i]!]! | (b << 24);
    words[word + 1] = (b >>> 8) | (c << 16);
    words[word + 2] = (c >>> 16) | (colours[indexes[i + 3]!]! << 8);
  }
  for (let i = whole; i < indexes.length; i++)
    for (let c = 0; c < 3; c++) data[3 * i + c] = palette[4 * indexes[i]! + c]!;
  return data;
}

/** Four samples at once: what order they have in a word does not matter where words are only copied. */
function seeThroughSamples(palette: Uint8Array, indexes: Uint8Array): Uint8Array {
  const colours = new Uint32Array(palette.slice().buffer);
  const words = new Uint32Array(indexes.length);
  for (let i = 0; i < indexes.length; i++) words[i] = colours[indexes[i]!]!;
  return new Uint8Array(words.buffer);
}

/** Whether every colour of a palette is opaque. @param palette RGBA */
export function isOpaquePalette(palette: Uint8Array): boolean {
  for (let i = 3; i < palette.length; i += 4) if (palette[i] !== 255) return false;
  return true;
}
