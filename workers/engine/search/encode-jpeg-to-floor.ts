import type { ChromaSubsampling, ImageCodec, QuantizationTable } from '../codecs/image-codec.ts';
import type { Raster } from '../raster.ts';
import { encodeToFloor, type Encoded, type FloorRequest, type Setting } from './encode-to-floor.ts';

export interface JpegFloorRequest
  extends Omit<FloorRequest, 'decodeLook'>, Partial<Pick<FloorRequest, 'decodeLook'>> {
  readonly codec: ImageCodec;
  /** Chroma samplings to try; the first is the likely one [4:2:0]. */
  readonly chroma?: readonly ChromaSubsampling[];
  /** Highest quality worth trying, e.g. that of the source [96]. */
  readonly maxQuality?: number;
  /** Base quantization tables to try, in this order ["klein", "ms-ssim"]. */
  readonly tables?: readonly QuantizationTable[];
  /** Share of bytes by which a trial of any but the first way may lie behind the leader and still be followed [0.08]. */
  readonly patience?: number;
}

/**
 * The smallest JPEG of a raster (grey, RGB or CMYK) that reaches a visual floor.
 * Tries two quantization tables, as which one is smaller depends on the picture.
 * @returns null when no quality up to `maxQuality` reaches the floor
 */
export function encodeJpegToFloor(raster: Raster, request: JpegFloorRequest): Promise<Encoded | null> {
  const decodeLook = request.decodeLook ?? ((bytes: Uint8Array) => request.codec.decode(bytes));
  return encodeToFloor(raster, jpegSettings(request), { ...request, decodeLook });
}

/** The ways of encoding that a request allows; the likely winner comes first. */
export function jpegSettings(
  request: Pick<JpegFloorRequest, 'codec' | 'chroma' | 'maxQuality' | 'tables' | 'patience'>,
): Setting[] {
  const { codec, chroma = ['4:2:0'], maxQuality = 96, tables = ['klein', 'ms-ssim'], patience } = request;
  return chroma.flatMap((sampling, index) =>
    (index === 0 ? tables : tables.slice(0, 1)).map((quantization) => ({
      name: `${sampling} table ${quantization}`,
      start: START[quantization],
      max: maxQuality,
      ...(patience === undefined ? {} : { patience }),
      encode: (picture: Raster, quality: number) =>
        codec.encodeJpeg(picture, { quality, chroma: sampling, quantization }),
      encodeTrial: (picture: Raster, quality: number) =>
        codec.encodeJpeg(picture, { quality, chroma: sampling, quantization, effort: 'trial' }),
    })),
  );
}

/** Quality at which a table usually reaches a score of 70. */
const START: Readonly<Record<QuantizationTable, number>> = { klein: 66, 'ms-ssim': 67 };

/** Patience with pictures that come by the dozen: other tables and full chroma get one trial, unless it is close. */
export const ONE_OF_MANY_PATIENCE = 0.01;
