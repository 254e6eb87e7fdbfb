import type { Raster } from '../raster.ts';
import { VisualMeter } from '../perceptual/visual-score.ts';
import type { Encoded, FloorRequest, Setting } from './encode-to-floor.ts';

/**
 * The best encode that fits a size: the highest quality whose bytes do not pass it. Where the steps of one setting are
 * too coarse to come within 90 % of the size, the next setting is tried too.
 * @param maxBytes of the encoder's output alone, without the metadata that the caller adds
 * @returns null when even the lowest quality is larger
 */
export async function encodeToTarget(
  raster: Raster,
  settings: readonly Setting[],
  maxBytes: number,
  request: FloorRequest,
): Promise<Encoded | null> {
  let best: Fitting | null = null;
  for (const setting of settings) {
    const fitting = await largestFitting(raster, setting, maxBytes, request.signal);
    if (fitting && (!best || fitting.bytes.length > best.bytes.length)) best = fitting;
    if (best && best.bytes.length >= LANDED * maxBytes) break;
  }
  if (!best) return null;
  const meter = new VisualMeter(request.look ?? raster, request.orientation);
  return { ...best, score: meter.score(await request.decodeLook(best.bytes)) };
}

type Fitting = Omit<Encoded, 'score'>;

async function largestFitting(
  raster: Raster,
  setting: Setting,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Fitting | null> {
  let low = 1;
  let high = setting.max;
  let best: Fitting | null = null;
  let quality = setting.start;
  // Each step halves the range at worst; seven reach every quality.
  for (let step = 0; step < 8 && low <= high; step++) {
    signal.throwIfAborted();
    const bytes = await setting.encode(raster, quality);
    if (bytes.length <= maxBytes) {
      best = { bytes, quality, setting: setting.name };
      low = quality + 1;
      if (bytes.length >= CLOSE_ENOUGH * maxBytes) break;
    } else {
      high = quality - 1;
    }
    quality = (low + high) >> 1;
  }
  return best;
}

/** A fit this full is not searched further, and one this full needs no other setting. */
const CLOSE_ENOUGH = 0.975;
const LANDED = 0.93;
