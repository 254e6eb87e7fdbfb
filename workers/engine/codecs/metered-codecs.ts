import { latin1 } from '../base/bytes.ts';
import { hasAlpha } from '../base/raster.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import type { Codecs } from './ports/codecs.ts';
import { deflateMs } from './deflate-work.ts';
import type { AvifOptions, ImageCodec, JpegOptions, WebpOptions } from './ports/image-codec.ts';
import { unpackedBytes } from './unpacked-bytes.ts';
import { WORK_MS } from '../budget/work-costs.ts';

/**
 * Codecs that count their work. All that takes long goes through them, so nothing else need count.
 * The rates stand in `budget/work-costs.ts`.
 */
export function meteredCodecs(codecs: Codecs, budget: WorkBudget): Codecs {
  const { deflate, ciphers, jpx, fonts, pages } = codecs;
  return {
    image: meteredImageCodec(codecs.image, budget),
    deflate: {
      inflate: async (bytes, options) => {
        const result = await deflate.inflate(bytes, options);
        budget.charge(millions(result.length) * WORK_MS.inflatePerMb);
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
        budget.charge(millions(raster.data.length) * WORK_MS.decodeJpxPerMb);
        return raster;
      },
    },
    fonts: {
      subset: (font, glyphs, keepTables) => {
        budget.charge(millions(font.length) * WORK_MS.subsetFontPerMb);
        return fonts.subset(font, glyphs, keepTables);
      },
    },
    pages: {
      open: async (bytes, renderBudget) => {
        const document = await pages.open(bytes, renderBudget);
        return {
          pageCount: document.pageCount,
          render: (index, options) => {
            budget.charge(WORK_MS.drawPage);
            return document.render(index, options);
          },
          close: () => document.close(),
        };
      },
    },
  };
}

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
    decodeFrames: (bytes) => chargeAfter(image.decodeFrames(bytes), WORK_MS.decodeFramesPerMp),
    decode16: (bytes) => chargeAfter(image.decode16(bytes), WORK_MS.decode16PerMp),
    resize: (raster, width, height) => {
      chargeFor(raster, WORK_MS.resizePerMp);
      return chargeAfter(image.resize(raster, width, height), WORK_MS.resizePerMp);
    },
    encodeJpeg: async (raster, options) => {
      chargeFor(raster, jpegRate(options));
      const encoded = await image.encodeJpeg(raster, options);
      budget.charge(millions(encoded.length) * WORK_MS.codeJpegPerMb);
      return encoded;
    },
    encodeWebp: async (raster, options) => {
      chargeFor(raster, options.lossless ? losslessWebpRate(options) : webpRate(options, hasAlpha(raster)));
      const encoded = await image.encodeWebp(raster, options);
      if (!options.lossless) budget.charge(millions(encoded.length) * WORK_MS.codeWebpPerMb);
      return encoded;
    },
    encodeAvif: (raster, options) => {
      chargeFor(raster, avifRate(options));
      return image.encodeAvif(raster, options);
    },
    recodeAnimation: async (bytes, options) => {
      const { width, height, frames } = await image.probe(bytes);
      const rate = options.lossless ? losslessWebpRate(options) / 2 : webpRate(options, false);
      chargeFor({ width, height: height * frames }, rate);
      return image.recodeAnimation(bytes, options);
    },
    encodePng: (raster) => {
      chargeFor(raster, WORK_MS.encodePngPerMp);
      return image.encodePng(raster);
    },
    transcodeJpeg: (bytes) => {
      chargeForFile(bytes, WORK_MS.transcodeJpegPerMp);
      return image.transcodeJpeg(bytes);
    },
    optimizePng: (bytes, options) => {
      budget.charge(millions(unpackedBytes(bytes)) * WORK_MS.optimisePngPerMb[options.effort ?? 'full']);
      const onPack = (length: number, level: number): void => budget.charge(deflateMs(length, level));
      return image.optimizePng(bytes, { ...options, onPack });
    },
  };
}

function jpegRate({ effort, chroma }: JpegOptions): number {
  const rates = WORK_MS.encodeJpegPerMp;
  return effort === 'fast' ? rates.fast : rates[chroma] * (effort === 'trial' ? WORK_MS.jpegTrialShare : 1);
}

function avifRate({ effort, depth }: AvifOptions): number {
  const rates = WORK_MS.encodeAvifPerMp;
  return (rates[effort] ?? rates.at(-1)!) * (depth === 10 ? WORK_MS.deepAvifShare : 1);
}

function losslessWebpRate({ effort = 4 }: WebpOptions): number {
  return WORK_MS.losslessWebpPerMp + WORK_MS.losslessWebpEffortPerMp * effort;
}

/** With loss. */
function webpRate({ effort = 4, smartSubsample, smartDeblock }: WebpOptions, alpha: boolean): number {
  const extras =
    (smartSubsample ? WORK_MS.sharpChromaPerMp : 0) +
    (smartDeblock ? WORK_MS.deblockPerMp : 0) +
    (alpha ? WORK_MS.webpAlphaPerMp : 0);
  return WORK_MS.encodeWebpPerMp + WORK_MS.encodeWebpEffortPerMp * effort + extras;
}

/** Decoding and measuring. */
function webpLookMs(megapixels: number, alpha: boolean): number {
  const { lookAtWebpPerMp, measureWebpPerMp } = WORK_MS;
  return (lookAtWebpPerMp * megapixels + measureWebpPerMp * Math.min(1, megapixels)) * (alpha ? 2 : 1);
}

/** Decoding, and measuring what was encoded as a JPEG. */
function lookMs(bytes: Uint8Array, megapixels: number): number {
  const measureMs = bytes[0] === 0xff ? WORK_MS.measureJpegPerMp * Math.min(1, megapixels) : 0;
  return WORK_MS.decodePerMp * megapixels + measureMs;
}

function isWebp(bytes: Uint8Array): boolean {
  return latin1(bytes, 0, 4) === 'RIFF';
}

function millions(count: number): number {
  return count / 1e6;
}
