import type { EngineContext } from '../../context.ts';
import type { Raster } from '../../raster.ts';
import type { NewPicture } from './new-picture.ts';
import { structureSimilarity } from './structure-similarity.ts';

export interface ResizeRequest {
  readonly raster: Raster;
  /** Smallest size wanted: the one it is shown at. */
  readonly size: { readonly width: number; readonly height: number };
  /** Least structural similarity to the source at its own size; 0 for any. */
  readonly detail: number;
  readonly context: EngineContext;
  readonly encode: (shown: Raster) => Promise<NewPicture | null>;
}

/**
 * Encodes a picture at the smallest size, from the one it is shown at upwards, that keeps its detail when it is enlarged
 * again: decks are shown on screens of all sizes, and people look closer.
 * @returns null when only (nearly) the full size keeps it
 */
export async function resizeKeepingDetail(request: ResizeRequest): Promise<NewPicture | null> {
  const { raster, detail, context } = request;
  const reference = await sourceToCompare(raster, detail, context);
  let encodes = 0;
  let encodingLoss = USUAL_LOSS;
  let { width, height } = request.size;
  for (
    ;
    width < raster.width * LARGEST_SHARE && encodes < MOST_ENCODES;
    width = grow(width), height = grow(height)
  ) {
    context.signal.throwIfAborted();
    const shown = await context.codecs.image.resize(raster, width, height);
    if (!reference) return request.encode(shown);
    const before = await similarity(reference, shown, context);
    if (before < detail + encodingLoss) continue;
    const picture = await request.encode(shown);
    encodes++;
    if (!picture) return null;
    const after = await similarity(reference, await context.codecs.image.decode(picture.bytes), context);
    if (after >= detail) return picture;
    encodingLoss = before - after;
  }
  return null;
}

function grow(length: number): number {
  return Math.ceil(length * GROWTH);
}

const GROWTH = 1.15;
const LARGEST_SHARE = 0.85;
const MOST_ENCODES = 3;
/** What encoding costs usually, so that hopeless sizes are not encoded. */
const USUAL_LOSS = 0.005;
/** Larger pictures are compared at this size, which bounds the memory. */
const COMPARED_PIXELS = 12_000_000;

async function sourceToCompare(
  raster: Raster,
  detail: number,
  context: EngineContext,
): Promise<Raster | null> {
  if (detail === 0) return null;
  const scale = Math.sqrt(COMPARED_PIXELS / (raster.width * raster.height));
  if (scale >= 1) return raster;
  return context.codecs.image.resize(
    raster,
    Math.round(raster.width * scale),
    Math.round(raster.height * scale),
  );
}

async function similarity(reference: Raster, shown: Raster, context: EngineContext): Promise<number> {
  const enlarged = await context.codecs.image.resize(shown, reference.width, reference.height);
  return structureSimilarity(reference, enlarged);
}
