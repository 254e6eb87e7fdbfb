import type Vips from 'wasm-vips';
import type { Raster } from '../../raster.ts';
import { CodecBreakdownError } from '../codec-breakdown.ts';
import type { ImageInfo } from '../image-codec.ts';
import { imageInfo } from '../image-info.ts';
import type { VipsLibrary } from './load-vips.ts';

/** Something in libvips' memory. */
export interface Held {
  delete(): void;
}

/** Takes something into what is freed when the work is done, the last first. */
export type Hold = <T extends Held>(item: T) => T;

/** libvips' name of the interpretation of a raster. */
const INTERPRETATIONS: Readonly<Record<Raster['space'], string>> = { grey: 'b-w', rgb: 'srgb', cmyk: 'cmyk' };

/**
 * A raster as an image of libvips. Its samples are copied straight to where they stay: libvips' own way copies them twice,
 * and its memory never gets smaller again.
 */
export function imageOf(
  vips: VipsLibrary,
  hold: Hold,
  { width, height, channels, data, space }: Raster,
): Vips.Image {
  if (data.length !== width * height * channels)
    throw new TypeError(`Expected ${width * height * channels} samples but received ${data.length}`);
  const address = vips._emscripten_builtin_malloc(data.length);
  if (address === 0) throw new CodecBreakdownError('libvips has no memory for a picture.');
  hold({ delete: () => vips._emscripten_builtin_free(address) });
  new Uint8Array(vips.wasmMemory.buffer).set(data, address);
  const { uchar } = vips.BandFormat;
  const plain = hold(vips.Image.newFromMemory(address, data.length, width, height, channels, uchar));
  return hold(plain.copy({ interpretation: INTERPRETATIONS[space] }));
}

/** The samples of an image, 8 bits each, in a colour space. */
export function rasterOf(hold: Hold, image: Vips.Image, space: Raster['space']): Raster {
  const wanted = INTERPRETATIONS[space];
  let out = image;
  if (out.interpretation !== wanted)
    out = hold(out.colourspace(wanted, { source_space: out.interpretation }));
  if (out.format !== 'uchar') out = hold(out.cast('uchar'));
  const { width, height, bands } = out;
  return { width, height, channels: bands as Raster['channels'], space, data: ownBytes(out.writeToMemory()) };
}

/** Bytes outside of libvips' shared memory. */
export function ownBytes({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  const view = new Uint8Array(buffer, byteOffset, byteLength);
  return buffer instanceof ArrayBuffer && byteLength === buffer.byteLength ? view : new Uint8Array(view);
}

/** libvips' loaders by how their names begin. */
const LOADERS = ['jpeg', 'png', 'webp', 'gif', 'tiff'] as const;

/** What the header says, as sharp reads it. */
export function infoOf(image: Vips.Image): ImageInfo {
  const has = (name: string): boolean => image.getTypeof(name) !== 0;
  const number = (name: string): number | undefined => (has(name) ? image.getInt(name) : undefined);
  const orientation = number('orientation') ?? 1;
  const loader = image.getString('vips-loader');
  return imageInfo({
    format: LOADERS.find((name) => loader.startsWith(name)),
    width: image.width,
    height: image.height,
    pageHeight: number('page-height'),
    bitsPerSample: number('bits-per-sample'),
    depth: image.format as string,
    channels: image.bands,
    space: image.interpretation as string,
    hasAlpha: image.hasAlpha(),
    pages: number('n-pages'),
    orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
    icc: has('icc-profile-data') ? image.getBlob('icc-profile-data') : undefined,
    isProgressive: number('interlaced') === 1,
    chromaSubsampling: has('jpeg-chroma-subsample') ? image.getString('jpeg-chroma-subsample') : undefined,
  });
}
