import type * as Napi from '@napi-rs/image';
import type { Sharp, SharpConstructor, SharpOptions } from 'sharp';
import { ENGINE_LIMITS } from '../../api/limits.ts';
import type { Raster, Raster16 } from '../../base/raster.ts';
import { reading, writing } from '../codec-breakdown.ts';
import type { DeflateCodec } from '../ports/deflate-codec.ts';
import {
  type ImageInfo,
  MAX_JPEG_SIDE,
  MAX_WEBP_SIDE,
  type AnimationOptions,
  type AvifOptions,
  type DecodeOptions,
  type ImageCodec,
  type JpegOptions,
  type WebpOptions,
} from '../ports/image-codec.ts';
import { withSecondOpinion } from '../second-opinion.ts';
import { createPngOptimizer, Reloadable } from '../shared/index.ts';
import { wrapAsCmykTiff } from '../cmyk-tiff.ts';
import { decodeStillWebp } from './webp-decoder.ts';
import { damaged } from '../damaged-picture.ts';
import { MOZJPEG_TABLES } from '../encoder-tables.ts';
import { imageInfo } from '../image-info.ts';
import { checkSides } from '../picture-sides.ts';
import { withoutDensity, withoutTexts } from '../../containers/png/without-chunks.ts';
import { releaseRaster } from '../../base/release-raster.ts';
import { greyAlpha, isDeepAvif, narrow, widen } from '../raster-forms.ts';

/** sharp (libvips, mozjpeg, libwebp, libimagequant) and @napi-rs/image (mozjpeg's transcoder), loaded at first use. */
export function createNativeImageCodec(deflate: DeflateCodec): ImageCodec {
  return {
    probe: (bytes) => reading(async () => imageInfo(await (await open(bytes)).metadata()), damaged),
    decode: (bytes, options) => reading(() => decode(bytes, options), damaged),
    decodeBands: (bytes, take, options) =>
      reading(async () => {
        const whole = await decode(bytes, options);
        take(whole, 0);
        releaseRaster(whole);
      }, damaged),
    decodeFrames: (bytes) => reading(() => decodeFrames(bytes), damaged),
    decode16: (bytes) => reading(() => decode16(bytes), damaged),
    resize: (raster, width, height) => writing(() => resize(raster, width, height)),
    encodeJpeg: (raster, options) => writing(() => encodeJpeg(raster, options)),
    encodeWebp: (raster, options) => writing(() => encodeWebp(raster, options)),
    encodeAvif: (raster, options) => writing(() => encodeAvif(raster, options)),
    recodeAnimation: (bytes, options) => reading(() => recodeAnimation(bytes, options), damaged),
    encodePng: (raster) =>
      writing(async () => withoutDensity(view(await (await fromRaster(raster)).png(PLAIN_PNG).toBuffer()))),
    transcodeJpeg: (bytes) =>
      reading(
        () =>
          withSecondOpinion(
            () => transcodeJpeg(bytes),
            () => decodeWithoutComplaint(bytes),
          ),
        damaged,
      ),
    optimizePng: createPngOptimizer(deflate),
  };
}

async function decode(
  bytes: Uint8Array,
  { colour = 'stored', frame = 0, strict = false }: DecodeOptions = {},
): Promise<Raster> {
  const ignoreIcc = colour === 'stored';
  const sharp = await open(bytes, { ignoreIcc, page: frame, ...(strict ? { failOn: 'warning' } : {}) });
  const info = imageInfo(await sharp.metadata());
  const showsStored = ignoreIcc || !info.icc;
  if (info.format === 'webp' && frame === 0 && showsStored && !strict) {
    const still = await decodeStillWebp(bytes, info);
    if (still) return still;
  }
  const isDeep = isDeepAvif(info) && showsStored;
  return isDeep ? narrow(await decode16(bytes)) : samplesOf(sharp, info, ignoreIcc);
}

/** The samples of 8 bits that a picture has, or is shown with. */
async function samplesOf(sharp: Sharp, info: ImageInfo, ignoreIcc: boolean): Promise<Raster> {
  if (info.space === 'cmyk' && ignoreIcc)
    return toRaster(sharp.pipelineColourspace('cmyk').toColourspace('cmyk'), 'cmyk');
  // libvips brings 16 bits with a profile to Display P3 on their way to another profile.
  if (info.depth === 16 && info.space === 'rgb' && info.icc && !ignoreIcc)
    return toRaster(sharp.withIccProfile('srgb').toColourspace('srgb'), 'rgb');
  if (info.space !== 'grey') return toRaster(sharp.toColourspace('srgb'), 'rgb');
  // Raw grey output of libvips loses the alpha channel.
  return info.hasAlpha
    ? greyAlpha(await toRaster(sharp.toColourspace('srgb'), 'rgb'))
    : toRaster(sharp, 'grey');
}

async function decodeFrames(bytes: Uint8Array): Promise<Raster> {
  return toRaster((await open(bytes, { animated: true, ignoreIcc: true })).toColourspace('srgb'), 'rgb');
}

async function decode16(bytes: Uint8Array): Promise<Raster16> {
  const sharp = await open(bytes, { ignoreIcc: true });
  const info = imageInfo(await sharp.metadata());
  if (info.depth !== 16) return widen(await decode(bytes));
  const space = info.space === 'grey' ? 'grey' : 'rgb';
  const wide = sharp.toColourspace(space === 'grey' ? 'grey16' : 'rgb16').raw({ depth: 'ushort' });
  const { data, info: out } = await wide.toBuffer({ resolveWithObject: true });
  // Small buffers of Node share one of its own and may begin at an odd place.
  const { buffer, byteOffset, length } = data;
  const samples =
    byteOffset % 2 === 0
      ? new Uint16Array(buffer, byteOffset, length / 2)
      : new Uint16Array(buffer.slice(byteOffset, byteOffset + length));
  return {
    width: out.width,
    height: out.height,
    channels: out.channels as 1 | 2 | 3 | 4,
    space,
    data: samples,
  };
}

async function resize(raster: Raster, width: number, height: number): Promise<Raster> {
  const full = await (raster.space === 'cmyk' ? fromInks(raster) : fromRaster(raster));
  const scaled = full.resize(width, height, { kernel: 'lanczos3', fit: 'fill' });
  if (raster.space !== 'grey' || raster.channels === 1) return toRaster(scaled, raster.space);
  return greyAlpha(await toRaster(scaled.toColourspace('srgb'), 'rgb'));
}

async function encodeJpeg(raster: Raster, options: JpegOptions): Promise<Uint8Array> {
  checkSides(raster, 'JPEG', MAX_JPEG_SIDE);
  const { effort = 'full' } = options;
  const settings = {
    quality: options.quality,
    chromaSubsampling: options.chroma,
    quantisationTable: MOZJPEG_TABLES[options.quantization ?? 'klein'],
    trellisQuantisation: effort !== 'fast',
    overshootDeringing: effort !== 'fast',
    optimiseScans: effort === 'full',
    progressive: true,
  };
  if (raster.space === 'cmyk') return view(await (await fromInks(raster)).jpeg(settings).toBuffer());
  const sharp = (await fromRaster(raster)).removeAlpha();
  return view(await sharp.jpeg(settings).toBuffer());
}

async function encodeWebp(raster: Raster, options: WebpOptions): Promise<Uint8Array> {
  checkSides(raster, 'WebP', MAX_WEBP_SIDE);
  return view(await (await fromRaster(raster)).webp(webpOptions(options)).toBuffer());
}

async function encodeAvif(
  raster: Raster,
  { described, keepsExif, chroma, quality, effort, depth }: AvifOptions,
): Promise<Uint8Array> {
  const bare = described ? await samplesIn(described) : await fromRaster(raster);
  const profiled = described ? bare.keepIccProfile() : bare;
  const sharp = keepsExif ? profiled.keepExif() : profiled;
  return view(await sharp.avif({ quality, effort, chromaSubsampling: chroma, bitdepth: depth }).toBuffer());
}

/** All bits of a PNG, where sharp would go on with 8. */
async function samplesIn(png: Uint8Array): Promise<Sharp> {
  const sharp = await open(png, { ignoreIcc: true });
  const { depth, space } = imageInfo(await sharp.metadata());
  return depth === 16 ? sharp.toColourspace(space === 'grey' ? 'grey16' : 'rgb16') : sharp;
}

async function recodeAnimation(bytes: Uint8Array, options: AnimationOptions): Promise<Uint8Array> {
  const sharp = await open(bytes, { animated: true, ignoreIcc: true });
  const { minSize = false, mixed = false } = options;
  const encoded =
    options.format === 'webp'
      ? sharp.webp({ ...webpOptions(options), minSize, mixed })
      : sharp.gif({ effort: 10, reuse: true });
  return view(await encoded.toBuffer());
}

async function transcodeJpeg(bytes: Uint8Array): Promise<Uint8Array> {
  return view(await (await napi.get()).compressJpeg(bytes, { quality: 100 }));
}

/**
 * Reads a picture as strictly as can be: one reader shows what it has got where another gives up at what follows.
 * @throws what the reader says of a picture that is damaged or cut short
 */
async function decodeWithoutComplaint(bytes: Uint8Array): Promise<void> {
  await (await open(bytes, { ignoreIcc: true, failOn: 'warning' })).raw().toBuffer();
}

/** Quick and plain: what comes after decodes it again. */
const PLAIN_PNG = { compressionLevel: 1, palette: false } as const;

function webpOptions(options: WebpOptions) {
  const {
    effort = 4,
    nearLossless = false,
    smartSubsample = false,
    smartDeblock = false,
    exact = false,
  } = options;
  return {
    quality: options.quality,
    lossless: options.lossless ?? false,
    nearLossless,
    effort,
    smartSubsample,
    smartDeblock,
    alphaQuality: options.alphaQuality ?? 100,
    exact,
    preset: options.preset ?? 'default',
  } as const;
}

async function fromRaster(raster: Raster): Promise<Sharp> {
  const { width, height, channels } = raster;
  const sharp = (await sharpLibrary.get())(raster.data, {
    raw: { width, height, channels },
    limitInputPixels: ENGINE_LIMITS.maxPixels,
  });
  // Without this libvips writes grey as three equal channels.
  return raster.space === 'grey' ? sharp.toColourspace('b-w') : sharp;
}

/** A raw four-channel buffer would be taken as RGBA, black ink as alpha; a TIFF can say that it is CMYK. */
async function fromInks(raster: Raster): Promise<Sharp> {
  const sharp = await open(wrapAsCmykTiff(raster), { ignoreIcc: true });
  return sharp.pipelineColourspace('cmyk').toColourspace('cmyk');
}

async function toRaster(pipeline: Sharp, space: Raster['space']): Promise<Raster> {
  const sharp = space === 'grey' ? pipeline.toColourspace('b-w') : pipeline;
  const { data, info } = await sharp.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    channels: info.channels as Raster['channels'],
    space,
    data: view(data),
  };
}

async function open(bytes: Uint8Array, options: SharpOptions = {}): Promise<Sharp> {
  if (bytes.length === 0) throw damaged(undefined);
  const sharp = await sharpLibrary.get();
  // "truncated" lets camera files with harmless warnings through and refuses what is cut short.
  return sharp(withoutTexts(bytes), {
    failOn: 'truncated',
    limitInputPixels: ENGINE_LIMITS.maxPixels,
    ...options,
  });
}

const sharpLibrary = new Reloadable<SharpConstructor>(async () => {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
});

const napi = new Reloadable<typeof Napi>(() => import('@napi-rs/image'));

/** Loads the native libraries now and not with the first picture: a process may give up the right to load any. */
export async function loadNativeLibraries(): Promise<void> {
  await Promise.all([sharpLibrary.get(), napi.get()]);
}

function view(buffer: Uint8Array): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);
}
