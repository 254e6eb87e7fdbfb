import type Vips from 'wasm-vips';
import type { Raster } from '../../base/raster.ts';
import { onRelease, releaseBytes } from '../../base/release-raster.ts';
import { CodecBreakdownError } from '../codec-breakdown.ts';
import type { ImageInfo, TakeBand } from '../ports/image-codec.ts';
import { imageInfo, VIPS_FORMATS } from '../image-info.ts';
import type { VipsLibrary } from './load-vips.ts';
import { BAND_ROWS } from '../tuning.ts';

/** Something in libvips' memory. */
export interface Held {
  delete(): void;
}

/** Takes something into what is freed when the work is done, the last first. */
export type Hold = <T extends Held>(item: T) => T;

/** libvips' name of the interpretation of a raster. */
const INTERPRETATIONS: Readonly<Record<Raster['space'], string>> = { grey: 'b-w', rgb: 'srgb', cmyk: 'cmyk' };

/** Where samples lie that {@link lentRasterOf} has left in libvips' memory. */
const LENT = new WeakMap<Uint8Array, { readonly vips: VipsLibrary; readonly address: number }>();

/**
 * A raster as an image of libvips. Its samples are copied straight to where they stay: libvips' own way copies them twice,
 * and its memory never gets smaller again. Lent ones are there already.
 */
export function imageOf(
  vips: VipsLibrary,
  hold: Hold,
  { width, height, channels, data, space }: Raster,
): Vips.Image {
  if (data.length !== width * height * channels)
    throw new TypeError(`Expected ${width * height * channels} samples but received ${data.length}`);
  const lent = LENT.get(data);
  const address = lent?.vips === vips ? lent.address : copyInto(vips, hold, data);
  const { uchar } = vips.BandFormat;
  const plain = hold(vips.Image.newFromMemory(address, data.length, width, height, channels, uchar));
  return hold(plain.copy({ interpretation: INTERPRETATIONS[space] }));
}

function copyInto(vips: VipsLibrary, hold: Hold, data: Uint8Array): number {
  const address = roomFor(vips, data.length);
  hold({ delete: () => vips._emscripten_builtin_free(address) });
  new Uint8Array(vips.wasmMemory.buffer).set(data, address);
  return address;
}

function roomFor(vips: VipsLibrary, bytes: number): number {
  const address = vips._emscripten_builtin_malloc(bytes);
  if (address === 0) throw new CodecBreakdownError('libvips has no memory for an image.');
  return address;
}

/** The samples of an image, 8 bits each, in a colour space. */
export function rasterOfImage(hold: Hold, image: Vips.Image, space: Raster['space']): Raster {
  const out = inSpace(hold, image, space);
  const { width, height, bands } = out;
  return { width, height, channels: bands as Raster['channels'], space, data: ownBytes(out.writeToMemory()) };
}

/**
 * {@link rasterOfImage} whose samples stay in libvips' memory until they are released: no copy of them lies outside, and none is
 * made when they are encoded.
 */
export function lentRasterOf(
  vips: VipsLibrary,
  hold: Hold,
  image: Vips.Image,
  space: Raster['space'],
): Raster {
  const out = inSpace(hold, image, space);
  const { width, height, bands } = out;
  const rowBytes = width * bands;
  const address = roomFor(vips, rowBytes * height);
  const giveBack = () => vips._emscripten_builtin_free(address);
  try {
    takeBands(hold, out, space, ({ data }, y) =>
      new Uint8Array(vips.wasmMemory.buffer).set(data, address + y * rowBytes),
    );
  } catch (error) {
    giveBack();
    throw error;
  }
  const data = new Uint8Array(vips.wasmMemory.buffer, address, rowBytes * height);
  LENT.set(data, { vips, address });
  onRelease(data, giveBack);
  return { width, height, channels: bands as Raster['channels'], space, data };
}

/** {@link rasterOfImage} band by band: the whole is nowhere in memory, unless its decoder needs it. */
export function takeBands(hold: Hold, image: Vips.Image, space: Raster['space'], take: TakeBand): void {
  const out = inSpace(hold, image, space);
  const { width, height, bands } = out;
  for (let y = 0; y < height; y += BAND_ROWS) {
    const rows = Math.min(BAND_ROWS, height - y);
    const data = ownBytes(hold(out.crop(0, y, width, rows)).writeToMemory());
    take({ width, height: rows, channels: bands as Raster['channels'], space, data }, y);
    releaseBytes(data);
  }
}

function inSpace(hold: Hold, image: Vips.Image, space: Raster['space']): Vips.Image {
  const wanted = INTERPRETATIONS[space];
  let out = image;
  if (out.interpretation !== wanted)
    out = hold(out.colourspace(wanted, { source_space: out.interpretation }));
  return out.format === 'uchar' ? out : hold(out.cast('uchar'));
}

/** Bytes outside of libvips' shared memory. */
export function ownBytes({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  const view = new Uint8Array(buffer, byteOffset, byteLength);
  return buffer instanceof ArrayBuffer && byteLength === buffer.byteLength ? view : new Uint8Array(view);
}

/** What the header says, as sharp reads it. */
export function infoOf(image: Vips.Image): ImageInfo {
  const has = (name: string): boolean => image.getTypeof(name) !== 0;
  const number = (name: string): number | undefined => (has(name) ? image.getInt(name) : undefined);
  const orientation = number('orientation') ?? 1;
  const loader = image.getString('vips-loader');
  return imageInfo({
    // The names of libvips' loaders begin with the format.
    format: VIPS_FORMATS.find((name) => loader.startsWith(name)),
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
