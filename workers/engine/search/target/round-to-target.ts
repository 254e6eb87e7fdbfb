import { clamp } from '../../base/bytes.ts';
import type { Raster } from '../../base/raster.ts';
import { COARSEST_STEP, roundSamples } from '../../base/round-samples.ts';
import { reachTarget } from './reach-target.ts';
import { LEAST_STEP } from './tuning.ts';

export interface RoundingRequest<T> {
  readonly targetBytes: number;
  /** Of the picture as it is. */
  readonly losslessBytes: number;
  /** Stores a picture without loss. */
  readonly store: (raster: Raster) => Promise<T>;
  readonly sizeOf: (stored: T) => number;
}

/** A picture that was rounded and stored. */
export interface Rounded<T> {
  readonly stored: T;
  /** As {@link roundSamples} takes it. */
  readonly step: number;
}

/**
 * Fills the gap between the best lossy encoding and storing without loss: samples rounded as little as the target asks for.
 * @returns null where rounding is not enough
 */
export async function roundToTarget<T>(
  raster: Raster,
  { targetBytes, losslessBytes, store, sizeOf }: RoundingRequest<T>,
): Promise<Rounded<T> | null> {
  const bits = (8 * losslessBytes) / raster.data.length;
  const likely = (bits * (1 - targetBytes / losslessBytes)) / Math.log2(COARSEST_STEP);
  const { result, target } = await reachTarget<Rounded<T>>({
    targetBytes,
    attempt: async (effort) => {
      const step = COARSEST_STEP ** effort;
      return { step, stored: await store(roundSamples(raster, step)) };
    },
    sizeOf: ({ stored }) => sizeOf(stored),
    firstEffort: clamp(likely, LEAST_STEP, 1 - LEAST_STEP),
    gentlestBytes: losslessBytes,
  });
  return target.met ? result : null;
}
