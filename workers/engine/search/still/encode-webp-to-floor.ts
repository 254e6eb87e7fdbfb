import type { ImageCodec, WebpOptions } from '../../codecs/ports/image-codec.ts';
import { hasAlpha, type Raster } from '../../base/raster.ts';
import { encodeToFloor } from './encode-to-floor.ts';
import type { Encoded, FloorRequest, Setting } from './floor-request.ts';
import { SLOW_VARIANT_MARGIN_SHARE, VARIANT_MARGIN_SHARE } from '../tuning.ts';

export interface WebpFloorRequest
  extends Omit<FloorRequest, 'decodeForDisplay'>, Partial<Pick<FloorRequest, 'decodeForDisplay'>> {
  readonly codec: ImageCodec;
  /** 0-6 [6]: 3 % smaller than 4 and, with loss, hardly slower. */
  readonly effort?: number;
  /** Effort of results, which are measured anew [effort]. */
  readonly resultEffort?: () => number;
  /** Variants to try; the first is the likely one [plain, sharp chroma]. */
  readonly variants?: readonly Omit<WebpOptions, 'quality' | 'effort'>[];
  /** Gives slow variants as many trials as the others: for small pictures [false]. */
  readonly isThorough?: boolean;
  /** Highest quality worth trying [98]. */
  readonly maxQuality?: number;
}

/**
 * The smallest lossy WebP of a raster that reaches a visual floor; alpha is judged over white and over black.
 * @returns null when no quality up to `maxQuality` reaches the floor
 */
export function encodeWebpToFloor(raster: Raster, request: WebpFloorRequest): Promise<Encoded | null> {
  const decodeForDisplay = request.decodeForDisplay ?? ((bytes: Uint8Array) => request.codec.decode(bytes));
  return encodeToFloor(raster, webpSettings(request), { ...request, decodeForDisplay });
}

/** The settings that a request allows; the likely winner comes first. */
export function webpSettings(
  request: Pick<
    WebpFloorRequest,
    'codec' | 'effort' | 'resultEffort' | 'variants' | 'maxQuality' | 'isThorough'
  >,
): Setting[] {
  const { codec, effort = 6, resultEffort, maxQuality = 98, isThorough = false } = request;
  const { variants = [{}, { smartSubsample: true }] } = request;
  return variants.map((variant) => {
    // With alpha the highest efforts take up to a hundred times longer.
    const encodeWith = (most: () => number) => (picture: Raster, quality: number) =>
      codec.encodeWebp(picture, {
        ...variant,
        quality,
        effort: hasAlpha(picture) ? Math.min(4, most()) : most(),
      });
    const encodeTrial = encodeWith(() => effort);
    return {
      name: variant.preset ?? (Object.keys(variant).join(' + ') || 'plain'),
      start: 68,
      max: maxQuality,
      ...trialLimitsOf(variant, isThorough),
      ...(resultEffort === undefined
        ? { encode: encodeTrial }
        : { encode: encodeWith(resultEffort), encodeTrial, hasOtherTrials: true }),
    };
  });
}

/**
 * What comes after the plain variant is tried at the quality that the smallest so far was found at, and followed only where
 * it lies half a percent behind at most: their scores are so close that one trial shows which is smaller. The slowest has to lead.
 */
function trialLimitsOf(
  { smartSubsample, smartDeblock, alphaQuality, preset }: Omit<WebpOptions, 'quality' | 'effort'>,
  isThorough: boolean,
): Partial<Setting> {
  if (smartDeblock)
    return { marginShare: SLOW_VARIANT_MARGIN_SHARE, ...(isThorough ? {} : { maxTrials: 2 }) };
  if (alphaQuality) return { marginShare: VARIANT_MARGIN_SHARE, maxTrials: 4 };
  return smartSubsample || preset ? { marginShare: VARIANT_MARGIN_SHARE } : {};
}
