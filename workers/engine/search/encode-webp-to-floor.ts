import type { ImageCodec, WebpOptions } from '../codecs/image-codec.ts';
import type { Raster } from '../raster.ts';
import { encodeToFloor, type Encoded, type FloorRequest } from './encode-to-floor.ts';

export interface WebpFloorRequest
  extends Omit<FloorRequest, 'decodeLook'>, Partial<Pick<FloorRequest, 'decodeLook'>> {
  readonly codec: ImageCodec;
  /** 0-6 [4]. */
  readonly effort?: number;
  /** Variants to try; the first is the likely one [plain, sharp chroma]. */
  readonly variants?: readonly Omit<WebpOptions, 'quality' | 'effort'>[];
  /** Highest quality worth trying [98]. */
  readonly maxQuality?: number;
}

/**
 * The smallest lossy WebP of a raster that reaches a visual floor; alpha is judged over white and over black.
 * @returns null when no quality up to `maxQuality` reaches the floor
 */
export function encodeWebpToFloor(raster: Raster, request: WebpFloorRequest): Promise<Encoded | null> {
  const { codec, effort = 4, maxQuality = 98, variants = [{}, { smartSubsample: true }] } = request;
  const settings = variants.map((variant) => ({
    name: Object.keys(variant).join(' + ') || 'plain',
    start: 68,
    max: maxQuality,
    encode: (picture: Raster, quality: number) => codec.encodeWebp(picture, { ...variant, quality, effort }),
  }));
  return encodeToFloor(raster, settings, {
    ...request,
    decodeLook: request.decodeLook ?? ((bytes) => codec.decode(bytes)),
  });
}
