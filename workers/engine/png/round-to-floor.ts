import type { EngineContext } from '../context.ts';
import { StillJudge } from '../perceptual/still-judge.ts';
import { cautiousFloor, isTiny, TINY_STRUCTURE } from '../perceptual/tiny-pictures.ts';
import { VisualMeter } from '../perceptual/visual-score.ts';
import { hasAlpha, type Raster } from '../raster.ts';
import { releaseRaster } from '../release-raster.ts';
import { COARSEST_STEP, roundSamples } from '../round-samples.ts';
import { markerChunk } from './kept-chunks.ts';
import { packPlainly } from './pack-plainly.ts';
import type { PngSource, RoundedPng } from './png-source.ts';
import { prepareStill, releasePrepared } from './reduce-still.ts';
import { sameSamples } from './same-samples.ts';

/** Larger pictures would take a second for each step. */
const MOST_PIXELS = 16_000_000;

/** Work of rounding a picture and judging it over one background, ms a million pixels. */
const STEP_MS = 250;

/** Work of packing a million samples well. */
const PACK_MS = 500;

/** Rounding to even numbers saves a bit of eight, which a palette without a loss would often save as well. */
const LEAST_STEP = 3;

/**
 * A still picture in true colours, its samples rounded as far as the floor allows: for those that no palette shows well
 * enough. Between 256 colours and no loss at all lies half of the size of a photograph.
 * @returns null where that misses the floor, or a profile stands between samples and display
 */
export async function roundToFloor(
  source: PngSource,
  stored: Raster,
  floor: number,
  context: EngineContext,
): Promise<RoundedPng | null> {
  // In a document what is opaque becomes a JPEG, which takes a part of this.
  const isForeign = source.embedded && !hasAlpha(stored);
  if (isForeign || stored.width * stored.height > MOST_PIXELS || context.budget.isSpent) return null;
  const prepared = await prepareStill(source, stored, context);
  const { raster, metadata, hasProfile } = prepared;
  const found = hasProfile ? null : await coarsestSound(raster, floor, source, context);
  if (!found) {
    releasePrepared(prepared, stored);
    return null;
  }
  const marker = source.embedded ? [] : [markerChunk(floor)];
  const isShort = context.budget.leftMs < (raster.data.length * PACK_MS) / 1e6;
  const bytes = await context.steps.timed('pack', () =>
    packPlainly(
      found.rounded,
      [...marker, ...metadata],
      context.codecs.image,
      isShort ? 'quick' : source.effort,
    ),
  );
  const isSame = sameSamples(await context.codecs.image.decode(bytes), found.rounded);
  releaseRaster(found.rounded);
  releasePrepared(prepared, stored);
  return isSame ? { bytes, score: found.score } : null;
}

interface Sound {
  readonly rounded: Raster;
  readonly score: number;
}

/** The picture in the coarsest whole step that reaches the floor, found by halving. */
async function coarsestSound(
  raster: Raster,
  floor: number,
  { ancillary }: PngSource,
  { signal, steps, budget }: EngineContext,
): Promise<Sound | null> {
  const meter = new VisualMeter(raster, ancillary.orientation);
  const least = cautiousFloor(floor, raster);
  const leastStructure = isTiny(raster) ? TINY_STRUCTURE : undefined;
  const judge = new StillJudge(raster, { floor: least, leastStructure }, meter);
  let best: Sound | null = null;
  await steps.timed('reduce', () => {
    for (let low = LEAST_STEP, high = COARSEST_STEP; low <= high;) {
      signal.throwIfAborted();
      budget.charge((raster.width * raster.height * STEP_MS * (hasAlpha(raster) ? 2 : 1)) / 1e6);
      const step = Math.floor((low + high) / 2);
      const rounded = roundSamples(raster, step);
      const { score } = judge.judge(rounded);
      if (score >= least) {
        if (best) releaseRaster(best.rounded);
        best = { rounded, score };
        low = step + 1;
      } else {
        releaseRaster(rounded);
        high = step - 1;
      }
    }
  });
  meter.release();
  return best;
}
