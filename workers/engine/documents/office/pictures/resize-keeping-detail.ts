import type { EngineContext } from '../../../context.ts';
import type { Raster } from '../../../base/raster.ts';
import type { NewPicture } from './new-picture.ts';
import { DetailMeter } from './detail-meter.ts';
import { WORK_MS } from '../../../budget/work-costs.ts';
import {
  CHARGED_PIXELS,
  LARGEST_SCALE,
  MOST_SIZES_ENCODED,
  SIZE_GROWTH,
  USUAL_STRUCTURE_LOSS,
} from '../tuning.ts';

export interface ResizeRequest {
  readonly raster: Raster;
  /** Smallest size wanted: the one it is shown at. */
  readonly size: { readonly width: number; readonly height: number };
  /** Least structural similarity to the source at its own size; 0 for any. */
  readonly detail: number;
  readonly context: EngineContext;
  readonly encode: (small: Raster) => Promise<NewPicture | null>;
}

/**
 * Encodes a picture at the smallest size, from the one it is shown at upwards, that keeps its detail when it is enlarged
 * again: decks are shown on screens of all sizes, and people look closer.
 * @returns null when only (nearly) the full size keeps it
 */
export async function resizeKeepingDetail(request: ResizeRequest): Promise<NewPicture | null> {
  const { raster, detail, context } = request;
  const meter = detail > 0 ? new DetailMeter(raster, context.codecs.image) : null;
  let encodes = 0;
  let encodingLoss = meter ? USUAL_STRUCTURE_LOSS : 0;
  let { width, height } = request.size;
  for (
    ;
    width < raster.width * LARGEST_SCALE && encodes < MOST_SIZES_ENCODED;
    width = grow(width), height = grow(height)
  ) {
    context.signal.throwIfAborted();
    context.budget.charge(
      meter ? (Math.min(raster.width * raster.height, CHARGED_PIXELS) * WORK_MS.compareDetailPerMp) / 1e6 : 0,
    );
    const before = meter ? await meter.similarityAt({ width, height }) : 1;
    if (before < detail + encodingLoss) continue;
    const picture = await request.encode(await context.codecs.image.resize(raster, width, height));
    if (!meter) return picture;
    encodes++;
    if (!picture) return null;
    const after = await meter.similarity(await context.codecs.image.decode(picture.bytes));
    if (after >= detail) return picture;
    encodingLoss = before - after;
  }
  return null;
}

function grow(length: number): number {
  return Math.ceil(length * SIZE_GROWTH);
}
