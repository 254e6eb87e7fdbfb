import type { EngineContext } from '../../../context.ts';
import { judgeStill } from '../../../quality/judge.ts';
import type { Raster } from '../../../base/raster.ts';
import { roundToTarget } from '../../../search/target/round-to-target.ts';
import { lossMarker } from '../metadata/marker-chunk.ts';
import { packPlainly } from './pack-plainly.ts';
import type { PngSource } from '../png-source.ts';
import type { RoundedPng, RoundToSize } from '../png-strategies.ts';
import { prepareStill } from './prepare-still.ts';

/**
 * A still picture in true colours that takes the size asked for: between 256 colours and no loss at all there is a wide gap,
 * of half the bytes in photographs.
 * @returns null where rounding misses the size or the score
 */
export async function roundToSize(
  source: PngSource,
  stored: Raster,
  request: RoundToSize,
  context: EngineContext,
): Promise<RoundedPng | null> {
  const { image } = context.codecs;
  const { raster, reference, metadata, display } = await prepareStill(source, stored, context);
  const marker = lossMarker(source, request.leastScore);
  const store = (rounded: Raster): Promise<Uint8Array> => {
    context.signal.throwIfAborted();
    return packPlainly(rounded, [...marker, ...metadata], image);
  };
  const found = await context.steps.timed('pack', () =>
    roundToTarget(raster, { ...request, store, sizeOf: ({ length }) => length }),
  );
  if (!found) return null;
  const rounded = await image.decode(found.stored);
  const { score } = judgeStill(reference, display ? await display.raster(rounded) : rounded, {
    floor: request.leastScore,
    as: 'rounded',
  });
  return score >= request.leastScore ? { kind: 'rounded', bytes: found.stored, score } : null;
}
