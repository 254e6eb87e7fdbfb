import type Vips from 'wasm-vips';
import { KIND_INFO } from '../../api/kinds.ts';
import { ENGINE_LIMITS } from '../../api/limits.ts';
import type { Raster, Raster16 } from '../../base/raster.ts';
import { CodecBreakdownError, reading, writing } from '../codec-breakdown.ts';
import { damaged } from '../damaged-picture.ts';
import type { DeflateCodec } from '../ports/deflate-codec.ts';
import { MOZJPEG_TABLES } from '../encoder-tables.ts';
import {
  MAX_JPEG_SIDE,
  MAX_WEBP_SIDE,
  type AnimationOptions,
  type AvifOptions,
  type DecodeOptions,
  type ImageCodec,
  type ImageInfo,
  type JpegOptions,
  type TakeBand,
  type WebpOptions,
} from '../ports/image-codec.ts';
import { checkSides } from '../picture-sides.ts';
import { withoutDensity, withoutTexts } from '../../containers/png/without-chunks.ts';
import { greyAlpha, isDeepAvif, narrow, widen } from '../raster-forms.ts';
import { withSecondOpinion } from '../second-opinion.ts';
import { createPngOptimizer, type Reloadable } from '../shared/index.ts';
import type { LoadAsset } from './assets.ts';
import { createJpegTranscoder } from './jpeg-transcoder.ts';
import type { VipsLibrary } from './load-vips.ts';
import {
  imageOf,
  infoOf,
  lentRasterOf,
  ownBytes,
  rasterOfImage,
  takeBands,
  type Held,
  type Hold,
} from './vips-pictures.ts';
import { LENT_FROM_PIXELS } from '../tuning.ts';

/**
 * libvips for what sharp does on the server, step by step as sharp calls it, so that samples and bytes are the same;
 * mozjpeg's transcoder, and the optimiser of PNGs that the native codec has. Each is loaded at first use.
 */
export function createBrowserImageCodec(
  load: LoadAsset,
  libraries: VipsLibraries,
  deflate: DeflateCodec,
): ImageCodec {
  const within = runner(libraries.vips);
  const withAvif = runner(libraries.vipsWithAvif);
  const reader = (bytes: Uint8Array): Within => (isAvif(bytes) ? withAvif : within);
  const transcodeJpeg = createJpegTranscoder(load);
  const decode: ImageCodec['decode'] = (bytes, options) => reader(bytes)(decoding(bytes, options));
  return {
    probe: (bytes) => reading(() => reader(bytes)((vips, hold) => infoOf(open(vips, hold, bytes))), damaged),
    decode: (bytes, options) => reading(() => decode(bytes, options), damaged),
    decodeBands: (bytes, take, options) =>
      reading(() => reader(bytes)(decodingBands(bytes, take, options)), damaged),
    decodeFrames: (bytes) => reading(() => within(decodingFrames(bytes)), damaged),
    decode16: (bytes) => reading(async () => reader(bytes)(decoding16(bytes)), damaged),
    resize: (raster, width, height) => writing(() => within(resizing(raster, width, height))),
    encodeJpeg: (raster, options) => writing(() => within(encodingJpeg(raster, options))),
    encodeWebp: (raster, options) => writing(() => within(encodingWebp(raster, options))),
    encodeAvif: (raster, options) => writing(() => withAvif(encodingAvif(raster, options))),
    recodeAnimation: (bytes, options) => reading(() => within(recoding(bytes, options)), damaged),
    encodePng: (raster) =>
      writing(async () =>
        withoutDensity(
          await within((vips, hold) => ownBytes(imageOf(vips, hold, raster).pngsaveBuffer(PLAIN_PNG))),
        ),
      ),
    transcodeJpeg: (bytes) =>
      reading(
        () =>
          withSecondOpinion(
            () => transcodeJpeg(bytes),
            () => decode(bytes),
          ),
        damaged,
      ),
    optimizePng: createPngOptimizer(deflate),
  };
}

/** Each is loaded at first use; few need the one with AVIF, which takes 3.8 MB more. */
interface VipsLibraries {
  readonly vips: Reloadable<VipsLibrary>;
  readonly vipsWithAvif: Reloadable<VipsLibrary>;
}

type Work<T> = (vips: VipsLibrary, hold: Hold) => T;
type Within = <T>(work: Work<T>) => Promise<T>;

/** Runs work with images of libvips that are freed afterwards; a library that trapped is loaded anew. */
function runner(library: Reloadable<VipsLibrary>): Within {
  return async (work) => {
    const vips = await library.get();
    const held: Held[] = [];
    try {
      return work(vips, (item) => (held.push(item), item));
    } catch (error) {
      if (isTrap(error)) library.forget();
      throw isMisuse(error)
        ? new CodecBreakdownError('libvips was called wrongly.', { cause: error })
        : error;
    } finally {
      if (held.length > 0) free(held, () => library.forget());
    }
  };
}

function isAvif(bytes: Uint8Array): boolean {
  return KIND_INFO.avif.signatureAt(bytes) === 0;
}

/** After a trap, or an abort of Emscripten's, memory cannot be trusted. */
function isTrap(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
}

/** Embind's complaint of arguments. */
function isMisuse(error: unknown): boolean {
  return error instanceof Error && error.name === 'BindingError';
}

function free(items: readonly Held[], onTrap: () => void): void {
  try {
    for (const item of items.toReversed()) item.delete();
  } catch {
    onTrap();
  }
}

function open(vips: VipsLibrary, hold: Hold, bytes: Uint8Array, options: object = {}): Vips.Image {
  if (bytes.length === 0) throw damaged(undefined);
  // "truncated" lets camera files with harmless warnings through and refuses what is cut short.
  const choices = { access: 'sequential', fail_on: 'truncated', ...options };
  return hold(vips.Image.newFromBuffer(withoutTexts(bytes), '', choices));
}

/** sharp's own limit, which libvips does not have. */
function checkLimit({ width, height }: Vips.Image): void {
  if (width * height > ENGINE_LIMITS.maxPixels) throw damaged(new Error('Input image exceeds pixel limit'));
}

function decoding(bytes: Uint8Array, options: DecodeOptions = {}): Work<Raster> {
  return (vips, hold) => {
    if (isAvif(bytes) && isRounded(infoOf(open(vips, hold, bytes)), options.colour))
      return narrow(decoding16(bytes)(vips, hold));
    const { image, space, isGreyAlpha } = shownAs(vips, hold, bytes, options);
    if (isGreyAlpha) return greyAlpha(rasterOfImage(hold, image, space));
    return options.isLent && image.width * image.height >= LENT_FROM_PIXELS
      ? lentRasterOf(vips, hold, image, space)
      : rasterOfImage(hold, image, space);
  };
}

/** An AVIF of more than 8 bits, whose profile does not matter. */
function isRounded(info: ImageInfo, colour: DecodeOptions['colour']): boolean {
  return isDeepAvif(info) && (colour !== 'srgb' || !info.icc);
}

function decodingBands(bytes: Uint8Array, take: TakeBand, options: DecodeOptions = {}): Work<void> {
  return (vips, hold) => {
    const { image, space, isGreyAlpha } = shownAs(vips, hold, bytes, options);
    takeBands(hold, image, space, isGreyAlpha ? (band, y) => take(greyAlpha(band), y) : take);
  };
}

/** A picture that is about to be decoded. */
interface Shown {
  readonly image: Vips.Image;
  readonly space: Raster['space'];
  /** It comes as RGBA, and its colours are grey. */
  readonly isGreyAlpha: boolean;
}

function shownAs(
  vips: VipsLibrary,
  hold: Hold,
  bytes: Uint8Array,
  { colour = 'stored', frame = 0, strict = false }: DecodeOptions,
): Shown {
  const choices = { ...(frame > 0 ? { page: frame } : {}), ...(strict ? { fail_on: 'warning' } : {}) };
  const stored = open(vips, hold, bytes, choices);
  checkLimit(stored);
  const { space, hasAlpha } = infoOf(stored);
  if (space === 'cmyk' && colour === 'stored') return { image: stored, space, isGreyAlpha: false };
  const image = inDeviceColours(hold, stored, colour === 'srgb');
  const isGreyAlpha = space === 'grey' && hasAlpha;
  return { image, space: space === 'grey' && !hasAlpha ? 'grey' : 'rgb', isGreyAlpha };
}

/** Converts by the embedded profile where asked to, and inks in any case, as sharp does before all else. */
function inDeviceColours(hold: Hold, image: Vips.Image, byProfile: boolean): Vips.Image {
  const space = image.interpretation as string;
  const isWide = space.endsWith('16');
  if (byProfile && image.getTypeof('icc-profile-data') !== 0 && space !== 'grey16') {
    try {
      const options = { embedded: true, depth: isWide ? 16 : 8, intent: 'perceptual' } as const;
      return hold(image.iccTransform('srgb', options));
    } catch (error) {
      if (isTrap(error)) throw error;
      // As sharp: a profile that cannot be used is none.
      return image;
    }
  }
  if (space !== 'cmyk') return image;
  return hold(image.iccTransform('srgb', { input_profile: 'cmyk', intent: 'perceptual' }));
}

function decodingFrames(bytes: Uint8Array): Work<Raster> {
  return (vips, hold) => {
    const image = open(vips, hold, bytes, { n: -1 });
    checkLimit(image);
    return rasterOfImage(hold, image, 'rgb');
  };
}

function decoding16(bytes: Uint8Array): Work<Raster16> {
  return (vips, hold) => {
    const image = open(vips, hold, bytes);
    checkLimit(image);
    const info = infoOf(image);
    if (info.depth !== 16) return widen(decoding(bytes)(vips, hold));
    const space = info.space === 'grey' ? 'grey' : 'rgb';
    const wanted = space === 'grey' ? 'grey16' : 'rgb16';
    const wide =
      image.interpretation === wanted
        ? image
        : hold(image.colourspace(wanted, { source_space: image.interpretation }));
    const { width, height, bands } = wide;
    const data = new Uint16Array(ownBytes(wide.writeToMemory()).buffer as ArrayBuffer);
    return { width, height, channels: bands as Raster16['channels'], space, data };
  };
}

function resizing(raster: Raster, width: number, height: number): Work<Raster> {
  return (vips, hold) => {
    const full = imageOf(vips, hold, raster);
    const hasAlpha = raster.space !== 'cmyk' && raster.channels % 2 === 0;
    const source = hasAlpha ? hold(hold(full.premultiply()).cast('uchar')) : full;
    const options = { vscale: height / raster.height, kernel: 'lanczos3' } as const;
    const scaled = hold(source.resize(width / raster.width, options));
    const result = hasAlpha ? hold(hold(scaled.unpremultiply()).cast('uchar')) : scaled;
    const { channels, space } = raster;
    return {
      width: result.width,
      height: result.height,
      channels,
      space,
      data: ownBytes(result.writeToMemory()),
    };
  };
}

function encodingJpeg(raster: Raster, options: JpegOptions): Work<Uint8Array> {
  checkSides(raster, 'JPEG', MAX_JPEG_SIDE);
  const { effort = 'full' } = options;
  return (vips, hold) => {
    const full = imageOf(vips, hold, raster);
    const hasAlpha = raster.space !== 'cmyk' && raster.channels % 2 === 0;
    const opaque = hasAlpha ? hold(full.extractBand(0, { n: raster.channels - 1 })) : full;
    return ownBytes(
      opaque.jpegsaveBuffer({
        keep: 'none',
        Q: options.quality,
        interlace: true,
        subsample_mode: options.chroma === '4:4:4' ? 'off' : 'on',
        trellis_quant: effort !== 'fast',
        quant_table: MOZJPEG_TABLES[options.quantization ?? 'klein'],
        overshoot_deringing: effort !== 'fast',
        optimize_scans: effort === 'full',
        optimize_coding: true,
      }),
    );
  };
}

function encodingAvif(
  raster: Raster,
  { described, keepsExif, chroma, quality, effort, depth }: AvifOptions,
): Work<Uint8Array> {
  return (vips, hold) => {
    const { icc, exif, none } = KEEP;
    return ownBytes(
      (described ? open(vips, hold, described) : imageOf(vips, hold, raster)).heifsaveBuffer({
        keep: described ? (keepsExif ? icc | exif : icc) : none,
        Q: quality,
        effort,
        compression: 'av1',
        subsample_mode: chroma === '4:4:4' ? 'off' : 'on',
        bitdepth: depth,
      }),
    );
  };
}

/** libvips' bits for what goes along (VipsForeignKeep). */
const KEEP = { none: 0, exif: 1, icc: 8 } as const;

function encodingWebp(raster: Raster, options: WebpOptions): Work<Uint8Array> {
  checkSides(raster, 'WebP', MAX_WEBP_SIDE);
  return (vips, hold) =>
    ownBytes(imageOf(vips, hold, raster).webpsaveBuffer({ keep: 'none', ...webpOptions(options) }));
}

function recoding(bytes: Uint8Array, options: AnimationOptions): Work<Uint8Array> {
  const { minSize = false, mixed = false } = options;
  return (vips, hold) => {
    const image = open(vips, hold, bytes, { n: -1 });
    checkLimit(image);
    if (options.format === 'gif')
      return ownBytes(image.gifsaveBuffer({ keep: 'none', bitdepth: 8, effort: 10, reuse: true, dither: 1 }));
    return ownBytes(
      image.webpsaveBuffer({ keep: 'none', ...webpOptions(options), min_size: minSize, mixed }),
    );
  };
}

/** Quick and plain: what comes after decodes it again. */
const PLAIN_PNG = { keep: 'none', compression: 1, filter: 'none', bitdepth: 8 } as const;

function webpOptions(options: WebpOptions) {
  return {
    Q: options.quality,
    lossless: options.lossless ?? false,
    near_lossless: options.nearLossless ?? false,
    smart_subsample: options.smartSubsample ?? false,
    smart_deblock: options.smartDeblock ?? false,
    preset: options.preset ?? 'default',
    effort: options.effort ?? 4,
    min_size: false,
    mixed: false,
    exact: options.exact ?? false,
    alpha_q: options.alphaQuality ?? 100,
  } as const;
}
