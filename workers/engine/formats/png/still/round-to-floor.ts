import type { EngineContext } from '../../../context.ts';
import type { Display } from '../../../palette/map/shown-by-profile.ts';
import { StillJudge } from '../../../quality/judge.ts';
import { floorForSize } from '../../../quality/tiny-pictures.ts';
import { hasAlpha, type Raster } from '../../../base/raster.ts';
import { releaseRaster } from '../../../base/release-raster.ts';
import { COARSEST_STEP, roundSamples } from '../../../base/round-samples.ts';
import { lossMarker } from '../metadata/marker-chunk.ts';
import { packPlainly } from './pack-plainly.ts';
import type { PngSource } from '../png-source.ts';
import type { RoundedPng } from '../png-strategies.ts';
import { LARGE_PIXELS, LEAST_STEP_LEVELS } from '../tuning.ts';
import { prepareStill, releasePrepared, type PreparedStill } from './prepare-still.ts';
import { sameSamples } from './same-samples.ts';
import { WORK_MS } from '../../../budget/work-costs.ts';

/**
 * A still picture in true colours, its samples rounded as far as the floor allows: for those that no palette shows well
 * enough. Between 256 colours and no loss at all lies half of the size of a photograph.
 * @returns null where that misses the floor
 */
export async function roundToFloor(
  source: PngSource,
  stored: Raster,
  floor: number,
  context: EngineContext,
): Promise<RoundedPng | null> {
  // A document stores an opaque picture as a JPEG, which takes a part of this.
  const isForeign = source.embedded && !hasAlpha(stored);
  if (isForeign || stored.width * stored.height > LARGE_PIXELS || context.budget.isSpent) return null;
  const prepared = await prepareStill(source, stored, context);
  const { raster, metadata } = prepared;
  const found = await coarsestAcceptable(prepared, floor, context);
  if (!found) {
    releasePrepared(prepared, stored);
    return null;
  }
  const marker = lossMarker(source, floor);
  const isShort = !context.budget.allows((raster.data.length * WORK_MS.packSamplesPerMb) / 1e6);
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
  return isSame ? { kind: 'rounded', bytes, score: found.score } : null;
}

interface Rounding {
  readonly rounded: Raster;
  readonly score: number;
}

/** The picture in the coarsest whole step that reaches the floor, found by halving. */
async function coarsestAcceptable(
  { raster, reference, display }: PreparedStill,
  floor: number,
  { signal, steps, budget }: EngineContext,
): Promise<Rounding | null> {
  const least = floorForSize(floor, raster);
  const coarsest = display ? await coarsestShown(display) : COARSEST_STEP;
  const judge = new StillJudge(reference, {
    floor: least,
    as: 'rounded',
  });
  let best: Rounding | null = null;
  await steps.timed('reduce', async () => {
    for (let low = LEAST_STEP_LEVELS, high = coarsest; low <= high;) {
      signal.throwIfAborted();
      budget.charge((raster.width * raster.height * WORK_MS.roundPerMp * (hasAlpha(raster) ? 2 : 1)) / 1e6);
      const step = Math.floor((low + high) / 2);
      const rounded = roundSamples(raster, step);
      const shown = display ? await display.raster(rounded) : rounded;
      const { score } = judge.judge(shown);
      if (shown !== rounded) releaseRaster(shown);
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
  judge.release();
  return best;
}

/** The coarsest step that shows no level further away than the coarsest one of sRGB is: dark levels of linear light lie apart. */
async function coarsestShown(display: Display): Promise<number> {
  const levels = Uint8Array.from({ length: 3 * 256 }, (_, i) => Math.floor(i / 3));
  const ramp: Raster = { width: 256, height: 1, channels: 3, space: 'rgb', data: levels };
  const { data: shown, channels } = await display.raster(ramp);
  const shownAs = (level: number): number => shown[level * channels]!;
  const isNear = (level: number, at: number): boolean =>
    Math.abs(shownAs(level) - shownAs(levels[at]!)) <= COARSEST_STEP;
  let step = COARSEST_STEP;
  while (step > 1 && !roundSamples(ramp, step).data.every(isNear)) step--;
  return step;
}
