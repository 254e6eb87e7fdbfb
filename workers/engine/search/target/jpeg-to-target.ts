import type { ImageCodec, JpegOptions } from '../../codecs/ports/image-codec.ts';
import type { Raster } from '../../base/raster.ts';
import { reachTarget } from './reach-target.ts';
import { FULL_CHROMA_QUALITY, LEAST_JPEG_QUALITY, MOST_JPEG_QUALITY } from './tuning.ts';

export interface JpegSizeRequest<T> {
  readonly image: ImageCodec;
  readonly targetBytes: number;
  readonly signal: AbortSignal;
  /** Makes of a bare JPEG what is stored. */
  readonly store: (jpeg: Uint8Array) => Promise<T> | T;
  readonly sizeOf: (stored: T) => number;
}

/** A JPEG of the size asked for. */
export interface SizedJpeg<T> {
  readonly stored: T;
  readonly options: JpegOptions;
}

/**
 * The JPEG of highest quality within a size; with full chroma where that fits at a quality of 90.
 * @returns null where even the lowest quality is too large
 */
export async function jpegToTarget<T>(
  raster: Raster,
  request: JpegSizeRequest<T>,
): Promise<SizedJpeg<T> | null> {
  const { image, targetBytes, signal, store, sizeOf } = request;
  const encode = async (options: JpegOptions): Promise<SizedJpeg<T>> => {
    signal.throwIfAborted();
    return { options, stored: await store(await image.encodeJpeg(raster, options)) };
  };
  const full = await encode({ quality: FULL_CHROMA_QUALITY, chroma: '4:4:4' });
  const isFull = sizeOf(full.stored) <= targetBytes;
  const chroma = isFull || raster.space === 'cmyk' ? '4:4:4' : '4:2:0';
  const least = isFull ? FULL_CHROMA_QUALITY : LEAST_JPEG_QUALITY;
  const known = new Map(isFull ? [[FULL_CHROMA_QUALITY, full]] : []);
  const { result, target } = await reachTarget<SizedJpeg<T>>({
    targetBytes,
    attempt: async (effort) => {
      const quality = Math.round(MOST_JPEG_QUALITY - effort * (MOST_JPEG_QUALITY - least));
      const sized = known.get(quality) ?? (await encode({ quality, chroma }));
      known.set(quality, sized);
      return sized;
    },
    sizeOf: ({ stored }) => sizeOf(stored),
    resolution: 1 / (MOST_JPEG_QUALITY - least),
  });
  return target.met ? result : null;
}
