import { isCodecBreakdown } from '../../../codecs/codec-breakdown.ts';
import { MAX_WEBP_SIDE } from '../../../codecs/ports/image-codec.ts';
import type { EngineContext } from '../../../context.ts';
import { isEngineError } from '../../../api/errors.ts';
import { hint } from '../../../api/report/findings.ts';
import type { Findings } from '../../../api/report/report.ts';
import { sampleTiles } from '../../../quality/metrics/ssimulacra2/sample-tiles.ts';
import type { Raster } from '../../../base/raster.ts';
import { probeOf } from '../../../search/quality/mosaic.ts';
import { HINT_SHARE, PHOTO_SAMPLES, PHOTO_SHARE, WEBP_QUALITY } from '../tuning.ts';

/** What a photograph is judged by: at most 0.8 MP of it. */
export interface PhotoProbe {
  readonly raster: Raster;
  /** Pixels of the picture for one of the probe. */
  readonly scale: number;
}

/** @returns null where the picture does not look like a photograph, or is too long for a WebP */
export function findPhoto(raster: Raster): PhotoProbe | null {
  if (Math.max(raster.width, raster.height) > MAX_WEBP_SIDE || !looksLikePhoto(raster)) return null;
  const probe = probeOf(raster, sampleTiles(raster.width, raster.height)).raster;
  return { raster: probe, scale: (raster.width * raster.height) / (probe.width * probe.height) };
}

/**
 * What a photograph stored as PNG would take as a WebP, where that is notably less. Costs one encode of the probe, from which the size
 * of a larger picture is estimated. An encode that fails gives no hint.
 * @param resultBytes of the PNG that was made
 */
export async function photoHint(
  { raster, scale }: PhotoProbe,
  resultBytes: number,
  context: EngineContext,
): Promise<Partial<Findings>> {
  if (context.budget.isSpent) return {};
  const options = { quality: WEBP_QUALITY, effort: 4 };
  const encoded = await context.codecs.image.encodeWebp(raster, options).catch((error: unknown) => {
    if (!isEngineError(error) && !isCodecBreakdown(error)) throw error;
    return null;
  });
  if (!encoded) return {};
  const bytes = Math.round(encoded.length * scale);
  return bytes > HINT_SHARE * resultBytes ? {} : { hints: [hint('photo-as-webp', { bytes })] };
}

/** Whether samples spread over the picture are mostly of different colours. Grey pictures never are. */
export function looksLikePhoto({ data, width, height, channels }: Raster): boolean {
  const pixels = width * height;
  if (channels < 3 || pixels < PHOTO_SAMPLES) return false;
  const colours = new Set<number>();
  // A step that shares no factor with usual widths, so that samples do not fall into columns.
  const step = Math.max(1, Math.floor(pixels / PHOTO_SAMPLES)) | 1;
  let samples = 0;
  for (let i = 0; i < pixels; i += step, samples++) {
    const at = i * channels;
    colours.add((data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!);
  }
  return colours.size > PHOTO_SHARE * samples;
}
