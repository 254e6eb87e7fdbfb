import { latin1 } from '../base/bytes.ts';
import { hasAlpha } from '../base/raster.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import type { Codecs } from './ports/codecs.ts';
import { deflateMs } from './deflate-work.ts';
import type { ImageCodec, JpegOptions, WebpOptions } from './ports/image-codec.ts';
import { unpackedBytes } from './unpacked-bytes.ts';

/**
 * Codecs that count their work. All that takes long goes through them, so nothing else need count.
 * The rates are ms of one core for a million pixels or bytes, measured on photographs and screens; being off by half
 * changes when a budget ends, never that it ends at the same point each time.
 */
export function meteredCodecs(codecs: Codecs, budget: WorkBudget): Codecs {
  const { deflate, ciphers, jpx, fonts, pages } = codecs;
  return {
    image: meteredImageCodec(codecs.image, budget),
    deflate: {
      inflate: async (bytes, options) => {
        const result = await deflate.inflate(bytes, options);
        budget.charge(millions(result.length) * 4);
        return result;
      },
      deflate: (bytes, options) => {
        budget.charge(deflateMs(bytes.length, options.level));
        return deflate.deflate(bytes, options);
      },
    },
    // A gigabyte takes a second or two: less than anything else that is done with those bytes.
    ciphers,
    jpx: {
      probe: jpx.probe,
      decode: async (bytes) => {
        const raster = await jpx.decode(bytes);
        budget.charge(millions(raster.data.length) * 150);
        return raster;
      },
    },
    fonts: {
      subset: (font, glyphs, keepTables) => {
        budget.charge(millions(font.length) * 20);
        return fonts.subset(font, glyphs, keepTables);
      },
    },
    pages: {
      open: async (bytes, renderBudget) => {
        const document = await pages.open(bytes, renderBudget);
        return {
          pageCount: document.pageCount,
          render: (index, options) => {
            budget.charge(PAGE_MS);
            return document.render(index, options);
          },
          close: () => document.close(),
        };
      },
    },
  };
}

/** A page drawn at 50 dpi. */
const PAGE_MS = 60;

type Pixels = { readonly width: number; readonly height: number };

function meteredImageCodec(image: ImageCodec, budget: WorkBudget): ImageCodec {
  const chargeFor = ({ width, height }: Pixels, rate: number): void =>
    budget.charge(millions(width * height) * rate);
  const chargeAfter = async <T extends Pixels>(work: Promise<T>, rate: number): Promise<T> => {
    const result = await work;
    chargeFor(result, rate);
    return result;
  };
  const chargeForLook = (bytes: Uint8Array, pixels: number, alpha: boolean): void =>
    budget.charge(isWebp(bytes) ? webpLookMs(millions(pixels), alpha) : lookMs(bytes, millions(pixels)));
  // How many pixels such a file holds is not known here; a byte of it stands for about four of them.
  const chargeForFile = (bytes: Uint8Array, rate: number): void =>
    budget.charge(millions(bytes.length * 4) * rate);
  return {
    probe: (bytes) => image.probe(bytes),
    // What is decoded is usually measured too.
    decode: async (bytes, options) => {
      const raster = await image.decode(bytes, options);
      chargeForLook(bytes, raster.width * raster.height, hasAlpha(raster));
      return raster;
    },
    decodeBands: async (bytes, take, options) => {
      let [pixels, alpha] = [0, false];
      await image.decodeBands(
        bytes,
        (band, y) => {
          pixels += band.width * band.height;
          alpha ||= hasAlpha(band);
          take(band, y);
        },
        options,
      );
      chargeForLook(bytes, pixels, alpha);
    },
    decodeFrames: (bytes) => chargeAfter(image.decodeFrames(bytes), 20),
    decode16: (bytes) => chargeAfter(image.decode16(bytes), 60),
    resize: (raster, width, height) => {
      chargeFor(raster, 15);
      return chargeAfter(image.resize(raster, width, height), 15);
    },
    encodeJpeg: async (raster, options) => {
      chargeFor(raster, jpegRate(options));
      const encoded = await image.encodeJpeg(raster, options);
      budget.charge(millions(encoded.length) * JPEG_BYTES_MS);
      return encoded;
    },
    encodeWebp: async (raster, options) => {
      chargeFor(raster, options.lossless ? losslessWebpRate(options) : webpRate(options, hasAlpha(raster)));
      const encoded = await image.encodeWebp(raster, options);
      if (!options.lossless) budget.charge(millions(encoded.length) * WEBP_BYTES_MS);
      return encoded;
    },
    recodeAnimation: async (bytes, options) => {
      const { width, height, frames } = await image.probe(bytes);
      const rate = options.lossless ? losslessWebpRate(options) / 2 : webpRate(options, false);
      chargeFor({ width, height: height * frames }, rate);
      return image.recodeAnimation(bytes, options);
    },
    encodePng: (raster) => {
      chargeFor(raster, 30);
      return image.encodePng(raster);
    },
    transcodeJpeg: (bytes) => {
      chargeForFile(bytes, 25);
      return image.transcodeJpeg(bytes);
    },
    optimizePng: (bytes, options) => {
      budget.charge(millions(unpackedBytes(bytes)) * OPTIMISER_MS[options.effort ?? 'full']);
      const onPack = (length: number, level: number): void => budget.charge(deflateMs(length, level));
      return image.optimizePng(bytes, { ...options, onPack });
    },
    quantizePng: (raster, options) => {
      chargeFor(raster, 50 + 25 * (options.effort ?? 7));
      return image.quantizePng(raster, options);
    },
  };
}

function jpegRate({ effort, chroma }: JpegOptions): number {
  if (effort === 'fast') return 20;
  return (chroma === '4:4:4' ? 160 : 110) * (effort === 'trial' ? 0.7 : 1);
}

/** Coding of coefficients: the highest qualities of a noisy picture take three times as long as usual ones. */
const JPEG_BYTES_MS = 450;

/** Reading samples, other ways to store them, and guesses at filters of rows; trials of these are counted as they are packed. */
const OPTIMISER_MS = { quick: 100, fast: 250, full: 250 } as const;

/** Coefficients are coded several times over: noise takes three times as long as an even picture of its size. */
const WEBP_BYTES_MS = 300;

function losslessWebpRate({ effort = 4 }: WebpOptions): number {
  return 50 + 120 * effort;
}

/** With loss. Sharp chroma is iterated, each strength of deblocking tried on all samples, and alpha packed without loss. */
function webpRate({ effort = 4, smartSubsample, smartDeblock }: WebpOptions, alpha: boolean): number {
  const extras = (smartSubsample ? 200 : 0) + (smartDeblock ? 1200 : 0) + (alpha ? 200 : 0);
  return 20 + 20 * effort + extras;
}

/** Decoding and measuring: tiles of a megapixel at most, all of it in blocks, and transparency over white and over black. */
function webpLookMs(megapixels: number, alpha: boolean): number {
  return (40 * megapixels + 100 * Math.min(1, megapixels)) * (alpha ? 2 : 1);
}

/** Decoding, and measuring what was encoded as a JPEG: tiles of a megapixel at most. */
function lookMs(bytes: Uint8Array, megapixels: number): number {
  return 20 * megapixels + (bytes[0] === 0xff ? 50 * Math.min(1, megapixels) : 0);
}

function isWebp(bytes: Uint8Array): boolean {
  return latin1(bytes, 0, 4) === 'RIFF';
}

function millions(count: number): number {
  return count / 1e6;
}
