import type { ImageCodec, WebpOptions } from '../codecs/image-codec.ts';
import type { Raster } from '../raster.ts';
import { encodeToFloor, type Encoded, type FloorRequest, type Setting } from './encode-to-floor.ts';

export interface WebpFloorRequest
  extends Omit<FloorRequest, 'decodeLook'>, Partial<Pick<FloorRequest, 'decodeLook'>> {
  readonly codec: ImageCodec;
  /** 0-6 [6]: 3 % smaller than 4 and, with loss, hardly slower. */
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
  const decodeLook = request.decodeLook ?? ((bytes: Uint8Array) => request.codec.decode(bytes));
  return encodeToFloor(raster, webpSettings(request), { ...request, decodeLook });
}

/** The ways of encoding that a request allows; the likely winner comes first. */
export function webpSettings(
  request: Pick<WebpFloorRequest, 'codec' | 'effort' | 'variants' | 'maxQuality'>,
): Setting[] {
  const { codec, effort = 6, maxQuality = 98, variants = [{}, { smartSubsample: true }] } = request;
  return variants.map((variant) => ({
    name: Object.keys(variant).join(' + ') || 'plain',
    start: 68,
    max: maxQuality,
    // Deblocking takes three times as long: one trial, unless that leads.
    ...(variant.smartDeblock ? { patience: 0 } : {}),
    // With alpha the highest efforts take up to a hundred times longer.
    encode: (picture: Raster, quality: number) =>
      codec.encodeWebp(picture, {
        ...variant,
        quality,
        effort: picture.channels % 2 === 0 ? Math.min(4, effort) : effort,
      }),
  }));
}
