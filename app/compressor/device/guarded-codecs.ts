import type { Codecs } from '#engine/index.ts';
import type { DeviceLimits } from './device-limits.ts';

type ImageCodec = Codecs['image'];

/** A file holds more than this device can take. No error of the engine, which would leave a picture out and go on. */
export class TooMuchForDevice extends Error {
  override readonly name = 'TooMuchForDevice';
}

interface GuardedCodecs {
  readonly codecs: Codecs;
  /** Pixels of the largest picture so far. */
  largestPixels(): number;
  /** What was refused; null where nothing was. Documents leave a part that fails as it was and go on. */
  refused(): TooMuchForDevice | null;
}

/** The part of a picture's facts that tells how much memory its samples take. */
interface Extent {
  readonly width: number;
  readonly height: number;
  readonly frames?: number;
}

/**
 * Codecs that look at the size of a picture before they decode, scale or encode it.
 * They throw {@link TooMuchForDevice}; the caller looks at `refused` at the end.
 */
export function guardedCodecs(codecs: Codecs, { maxPixels }: Pick<DeviceLimits, 'maxPixels'>): GuardedCodecs {
  let largest = 0;
  let refused: TooMuchForDevice | null = null;
  const check = ({ width, height, frames = 1 }: Extent) => {
    const pixels = width * height * frames;
    largest = Math.max(largest, pixels);
    if (pixels <= maxPixels) return;
    const megapixels = Math.ceil(pixels / 1e6);
    refused ??= new TooMuchForDevice(
      `An image has ${megapixels} megapixels; this device has memory for up to ${maxPixels / 1e6}.`,
    );
    throw refused;
  };
  const { deflate, ciphers, jpx, fonts, pages } = codecs;
  return {
    largestPixels: () => largest,
    refused: () => refused,
    codecs: {
      image: guardedImages(codecs.image, check),
      jpx: {
        probe: (bytes) => jpx.probe(bytes),
        async decode(bytes) {
          check(jpx.probe(bytes));
          return jpx.decode(bytes);
        },
      },
      deflate,
      ciphers,
      fonts,
      pages,
    },
  };
}

function guardedImages(image: ImageCodec, check: (extent: Extent) => void): ImageCodec {
  const known = new WeakSet<Uint8Array>();
  const probe = async (bytes: Uint8Array) => {
    const info = await image.probe(bytes);
    check(info);
    known.add(bytes);
    return info;
  };
  const checked = async (bytes: Uint8Array) => {
    if (!known.has(bytes)) await probe(bytes);
    return bytes;
  };
  const small = <T extends Extent>(raster: T) => {
    check(raster);
    return raster;
  };
  return {
    probe,
    decode: async (bytes, options) => image.decode(await checked(bytes), options),
    decodeBands: async (bytes, take, options) => image.decodeBands(await checked(bytes), take, options),
    decodeFrames: async (bytes) => image.decodeFrames(await checked(bytes)),
    decode16: async (bytes) => image.decode16(await checked(bytes)),
    recodeAnimation: async (bytes, options) => image.recodeAnimation(await checked(bytes), options),
    transcodeJpeg: async (bytes) => image.transcodeJpeg(await checked(bytes)),
    optimizePng: async (bytes, options) => image.optimizePng(await checked(bytes), options),
    resize: async (raster, width, height) => image.resize(small(raster), width, height),
    encodeJpeg: async (raster, options) => image.encodeJpeg(small(raster), options),
    encodeWebp: async (raster, options) => image.encodeWebp(small(raster), options),
    encodeAvif: async (raster, options) => image.encodeAvif(small(raster), options),
    encodePng: async (raster) => image.encodePng(small(raster)),
  };
}
