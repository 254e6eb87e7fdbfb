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
  const data = new Uint8Array(indexes.length * 3);
  for (let i = 0, at = 0; i < indexes.length; i++, at += 3) {
    const colour = indexes[i]! * 4;
    data[at] = palette[colour]!;
    data[at + 1] = palette[colour + 1]!;
    data[at + 2] = palette[colour + 2]!;
  }
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
