import type { Raster } from '../raster.ts';
import { VisualMeter } from '../perceptual/visual-score.ts';
import type { Encoded, FloorRequest, Setting } from './encode-to-floor.ts';

/**
 * The best encode that fits a size: the highest quality whose bytes do not pass it.
 * @param maxBytes of the encoder's output alone, without the metadata that the caller adds
 * @returns null when even the lowest quality is larger
 */
export async function encodeToTarget(
  raster: Raster,
  setting: Setting,
  maxBytes: number,
  request: FloorRequest,
): Promise<Encoded | null> {
  let low = 1;
  let high = setting.max;
  let best: { bytes: Uint8Array; quality: number } | null = null;
  let quality = setting.start;
  // Each step halves the range at worst; seven reach every quality.
  for (let step = 0; step < 8 && low <= high; step++) {
    request.signal.throwIfAborted();
    const bytes = await setting.encode(raster, quality);
    if (bytes.length <= maxBytes) {
      best = { bytes, quality };
      low = quality + 1;
      if (bytes.length >= CLOSE_ENOUGH * maxBytes) break;
    } else {
      high = quality - 1;
    }
    quality = (low + high) >> 1;
  }
  if (!best) return null;
  const meter = new VisualMeter(request.look ?? raster, request.orientation);
  return { ...best, score: meter.score(await request.decodeLook(best.bytes)), setting: setting.name };
}

const CLOSE_ENOUGH = 0.975;
