import type { Codecs } from '../../codecs/ports/codecs.ts';
import { profileChunk, readChunks, writeChunks, type Chunk } from '../../containers/png/chunks.ts';
import { readIcc } from '../../metadata/icc.ts';
import { hasAlpha, type Raster } from '../../base/raster.ts';
import { rasterOf, type RenderIndexed } from './indexed-picture.ts';

/** How samples are shown, in sRGB. */
export interface Display {
  /** Renders samples; makes a raster of its own each time. */
  readonly raster: (raster: Raster) => Promise<Raster>;
  readonly indexed: RenderIndexed;
}

/** Shows samples by the profile that they are stored with, alpha as it is. @param icc of an RGB or grey picture */
export function shownByProfile(icc: Uint8Array, { deflate, image }: Codecs): Display {
  const isGrey = readIcc(icc).space === 'grey';
  let chunk: Promise<Chunk> | undefined;
  const raster = async (stored: Raster): Promise<Raster> => {
    const [head, ...rest] = readChunks(await image.encodePng(isGrey ? asGrey(stored) : asRgb(stored)));
    const profile = await (chunk ??= profileChunk(icc, deflate, 1));
    return image.decode(writeChunks([head!, profile, ...rest]), { colour: 'srgb' });
  };
  // A profile converts each colour by itself: converting a palette once is enough.
  const palettes = new WeakMap<Uint8Array, Uint8Array>();
  const shownPalette = async (data: Uint8Array): Promise<Uint8Array> => {
    const shown = await raster({ width: data.length / 4, height: 1, channels: 4, space: 'rgb', data });
    return withAlphaOf(data, shown);
  };
  return {
    raster,
    indexed: async (picture) => {
      const palette = palettes.get(picture.palette) ?? (await shownPalette(picture.palette));
      palettes.set(picture.palette, palette);
      return rasterOf({ ...picture, palette });
    },
  };
}

/** The colours that a palette of the same order has, shown. */
function withAlphaOf(palette: Uint8Array, { data, channels }: Raster): Uint8Array {
  const [green, blue] = channels < 3 ? [0, 0] : [1, 2];
  return palette.map((alpha, i) => {
    const at = (i >> 2) * channels;
    return [data[at]!, data[at + green]!, data[at + blue]!, alpha][i & 3]!;
  });
}

function asGrey(raster: Raster): Raster {
  return raster.channels < 3 ? raster : withChannels(raster, hasAlpha(raster) ? [0, 3] : [0], 'grey');
}

function asRgb(raster: Raster): Raster {
  return raster.channels > 2
    ? raster
    : withChannels(raster, hasAlpha(raster) ? [0, 0, 0, 1] : [0, 0, 0], 'rgb');
}

/** @param from channel of the raster for each of the result's */
function withChannels(raster: Raster, from: readonly number[], space: Raster['space']): Raster {
  const channels = from.length as Raster['channels'];
  const data = new Uint8Array(raster.width * raster.height * channels);
  for (let to = 0, at = 0; to < data.length; to += channels, at += raster.channels)
    for (let c = 0; c < channels; c++) data[to + c] = raster.data[at + from[c]!]!;
  return { ...raster, channels, space, data };
}
