import type { Raster } from '../../base/raster.ts';
import { hasAlpha } from '../../base/raster.ts';
import { WORK_MS } from '../../budget/work-costs.ts';
import { deflateMs } from '../../codecs/deflate-work.ts';
import { PACKING_LEVEL, TRANSPARENT_WORK } from '../tuning.ts';

/** Work of mapping and measuring a raster, ms. @param rate ms a million opaque pixels */
export function measuringMs(raster: Raster, rate: number): number {
  return ((raster.width * raster.height) / 1e6) * rate * (hasAlpha(raster) ? TRANSPARENT_WORK : 1);
}

/** Work of judging and packing an answer, ms. */
export function packingMs(reference: Raster): number {
  return (
    deflateMs(reference.width * reference.height, PACKING_LEVEL) +
    measuringMs(reference, WORK_MS.mapWholePerMp)
  );
}
