import { samplingOf, StillJudge } from '../../quality/judge.ts';
import type { Sampling } from '../../quality/metrics/ssimulacra2/sample-tiles.ts';
import type { Raster } from '../../base/raster.ts';
import { releaseRaster } from '../../base/release-raster.ts';
import { areaForecaster } from '../quality/area-forecast.ts';
import { StrokeForecast } from '../quality/stroke-forecast.ts';
import { probeOf, type Probe } from '../quality/mosaic.ts';
import { slopeTrial } from '../quality/slope-trial.ts';
import { searchToFloor, type FloorSubject } from '../quality/search-to-floor.ts';
import { trialOf } from '../quality/trial.ts';
import { encodeOnTrial, type Encoded, type FloorRequest, type Setting } from './floor-request.ts';
import { WholeCosts } from './whole-costs.ts';
import { wholeEncoder } from './whole-encoder.ts';
import { HUGE_PIXELS, LEAST_QUALITY, TOLERANCE_POINTS, TOO_LONG } from '../tuning.ts';

/**
 * The smallest encode, of several settings, whose visual score reaches the floor. Large pictures are searched on a
 * mosaic; the result itself was always decoded, measured and compared with the source all over.
 * @returns null when no setting reaches the floor
 * @throws the signal's reason when cancelled
 */
export async function encodeToFloor(
  raster: Raster,
  settings: readonly Setting[],
  request: FloorRequest,
): Promise<Encoded | null> {
  const { floor, budget, minQuality, maxBytes = Infinity, enoughBytes = 0 } = request;
  const sampling = samplingOf(request.reference ?? raster, 'blocks');
  const probe = probeOf(raster, sampling);
  const share = pixelsOf(probe.raster) / pixelsOf(raster);
  const learnt = await learntShare(raster, probe, request);
  const factor = TOO_LONG[probe.isWhole ? 'whole' : learnt ? 'learnt' : 'sampled'];
  const costs = new WholeCosts(budget, share);
  const isHuge = pixelsOf(raster) > HUGE_PIXELS;
  const found = await searchToFloor(
    settings,
    {
      trials: {
        floor,
        tolerance: TOLERANCE_POINTS.trials,
        minQuality,
        tooLongBytes: factor * (learnt ?? share) * maxBytes,
        enoughBytes: share * enoughBytes,
      },
      budget,
      results: {
        floor,
        tolerance: TOLERANCE_POINTS.results,
        maxBytes,
        takesFirst: isHuge,
      },
    },
    stillSubject(raster, { sampling, probe }, request, costs),
  );
  if (!found?.result) return null;
  const { setting, ...result } = found.result;
  return { ...result, setting: setting.name, judged: found.made };
}

function pixelsOf({ width, height }: Raster): number {
  return width * height;
}

/** Share of a picture's bytes that its mosaic takes; null where the share of its pixels has to do. */
async function learntShare(
  raster: Raster,
  probe: Probe,
  { maxBytes = Infinity, encodeQuickly }: FloorRequest,
): Promise<number | null> {
  if (probe.isWhole || maxBytes === Infinity || !encodeQuickly) return null;
  const whole = await encodeQuickly(raster);
  return (await encodeQuickly(probe.raster)).length / whole.length;
}

/**
 * A picture, and its mosaic for trials. The colours of all areas and the worst tile are judged in results alone: few pictures fail
 * them, and a search follows a score that leaps badly.
 */
function stillSubject(
  raster: Raster,
  { sampling, probe }: { readonly sampling: Sampling; readonly probe: Probe },
  request: FloorRequest,
  costs: WholeCosts,
): FloorSubject<Setting> {
  const { floor, reference = raster, signal, decodeForDisplay, onTrial } = request;
  const probeReference = reference === raster ? probe.raster : probeOf(reference, sampling).raster;
  const judge = new StillJudge(probeReference, { floor, as: 'blocks', sampling: probe.sampling });
  const makeWhole = wholeEncoder(raster, request, sampling);
  const slope = probe.isWhole ? null : slopeTrial(raster, sampling, request);
  let isReleased = false;
  const release = (): void => {
    if (isReleased) return;
    isReleased = true;
    judge.release();
    if (!probe.isWhole) for (const mosaic of new Set([probe.raster, probeReference])) releaseRaster(mosaic);
  };
  return {
    makeTrial: async ({ setting, quality }, isTooLong) => {
      const trial = await costs.counted(setting, async () => {
        signal.throwIfAborted();
        const bytes = await encodeOnTrial(setting, probe.raster, quality);
        if (isTooLong(bytes)) return { bytes, score: -Infinity };
        const score = judge.trial(await decodeForDisplay(bytes));
        return { bytes, score: score + (setting.trialGainPoints ?? 0) };
      });
      const { bytes } = trial;
      const score =
        slope && trial.score >= floor ? Math.min(trial.score, await slope(setting, quality)) : trial.score;
      onTrial?.({ step: 'trial', setting: setting.name, quality, bytes: bytes.length, score });
      return { bytes, score };
    },
    makeResult: async (choice, trials) => {
      release();
      const isSame = probe.isWhole && !choice.setting.hasOtherTrials;
      const result = await makeWhole(choice, isSame ? trialOf(choice, trials) : undefined);
      const { bytes, score, cause } = result;
      const { setting, quality } = choice;
      onTrial?.({ step: 'result', setting: setting.name, quality, bytes: bytes.length, score, cause });
      return result;
    },
    forecasts: [
      ...(request.areBlocksApart ? [new StrokeForecast(raster, request)] : []),
      areaForecaster(raster, request),
    ],
    reserveMs: () => costs.reserveMs,
    affordable: (trials) => costs.affordable(trials.filter(({ score }) => score >= floor)),
    leastQuality: (setting, found) =>
      setting === found.setting && !setting.hasOtherTrials
        ? found.quality
        : (request.minQuality ?? LEAST_QUALITY),
  };
}
