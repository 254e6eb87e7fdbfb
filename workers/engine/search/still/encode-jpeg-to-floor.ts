import type { ChromaSubsampling, ImageCodec, QuantizationTable } from '../../codecs/ports/image-codec.ts';
import type { Raster } from '../../base/raster.ts';
import { encodeToFloor } from './encode-to-floor.ts';
import type { Encoded, FloorRequest, Setting } from './floor-request.ts';
import { STEPS_OF_A_POINT, USUAL_QUALITY, USUAL_SCORE } from '../tuning.ts';

export interface JpegFloorRequest
  extends Omit<FloorRequest, 'decodeForDisplay'>, Partial<Pick<FloorRequest, 'decodeForDisplay'>> {
  readonly codec: ImageCodec;
  /** Chroma samplings to try; the first is the likely one [4:2:0]. */
  readonly chroma?: readonly ChromaSubsampling[];
  /** Highest quality worth trying, e.g. that of the source [96]. */
  readonly maxQuality?: number;
  /** Base quantization tables to try, in this order ["klein", "ms-ssim"]. */
  readonly tables?: readonly QuantizationTable[];
  /** Share of bytes by which a trial of any but the first setting may lie behind the leader and still be followed [0.08]. */
  readonly marginShare?: number;
}

/**
 * The smallest JPEG of a raster (grey, RGB or CMYK) that reaches a visual floor.
 * Tries two quantization tables, as which one is smaller depends on the picture.
 * @returns null when no quality up to `maxQuality` reaches the floor
 */
export function encodeJpegToFloor(raster: Raster, request: JpegFloorRequest): Promise<Encoded | null> {
  const decodeForDisplay = request.decodeForDisplay ?? ((bytes: Uint8Array) => request.codec.decode(bytes));
  return encodeToFloor(raster, jpegSettings(request), {
    ...request,
    decodeForDisplay,
    areBlocksApart: true,
  });
}

/** The settings that a request allows; the likely winner comes first. */
export function jpegSettings(
  request: Pick<JpegFloorRequest, 'codec' | 'chroma' | 'maxQuality' | 'tables' | 'marginShare'> &
    Partial<Pick<JpegFloorRequest, 'floor'>>,
): Setting[] {
  const { codec, chroma = ['4:2:0'], maxQuality = 96, tables = ['klein', 'ms-ssim'], marginShare } = request;
  const { floor = USUAL_SCORE } = request;
  const moreSteps = Math.round((floor - USUAL_SCORE) * STEPS_OF_A_POINT);
  return chroma.flatMap((sampling, index) =>
    (index === 0 ? tables : tables.slice(0, 1)).map((quantization) => ({
      name: `${sampling} table ${quantization}`,
      start: USUAL_QUALITY[quantization] + moreSteps,
      max: maxQuality,
      ...(marginShare === undefined ? {} : { marginShare }),
      encode: (picture: Raster, quality: number) =>
        codec.encodeJpeg(picture, { quality, chroma: sampling, quantization }),
      encodeTrial: (picture: Raster, quality: number) =>
        codec.encodeJpeg(picture, { quality, chroma: sampling, quantization, effort: 'trial' }),
    })),
  );
}
