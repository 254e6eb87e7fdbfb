import { areaScore } from '../perceptual/area-score.ts';
import { VisualMeter } from '../perceptual/visual-score.ts';
import type { Raster } from '../raster.ts';
import { releaseRaster } from '../release-raster.ts';
import type { DisplayRequest, Encoded, Setting } from './floor-request.ts';

/** One encode of a setting at a quality, measured. Throws the signal's reason when cancelled. */
export type EncodeAt = (setting: Setting, quality: number) => Promise<Encoded>;

/** Above this an encode takes so long, and so much memory, that 50 MB of the reference are computed again for each. */
const LARGE_PIXELS = 4_000_000;

/** How to encode a whole picture and measure the result; the score is -Infinity where a part of it is lost. */
export function wholeEncoder(raster: Raster, request: Omit<DisplayRequest, 'budget'>): EncodeAt {
  const reference = request.reference ?? raster;
  const isLarge = reference.width * reference.height > LARGE_PIXELS;
  const meter = new VisualMeter(reference, request.orientation, undefined, !isLarge);
  return async (setting, quality) => {
    request.signal.throwIfAborted();
    const bytes = await setting.encode(raster, quality);
    const render = await request.decodeForDisplay(bytes);
    const most = areaScore(reference, render);
    // Left to garbage collection, two more pictures would be in memory during the next encode.
    if (most === -Infinity) releaseRaster(render);
    const score = most === -Infinity ? most : Math.min(most, meter.scoreOfLast(render));
    return { bytes, quality, score, setting: setting.name };
  };
}
