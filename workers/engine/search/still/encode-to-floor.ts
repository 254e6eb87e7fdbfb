import { sampleTiles } from '../../quality/metrics/ssimulacra2/sample-tiles.ts';
import { StillJudge } from '../../quality/judge.ts';
import type { Raster } from '../../base/raster.ts';
import { releaseRaster } from '../../base/release-raster.ts';
import { forecastAreas, type ForecastAreas } from '../quality/area-forecast.ts';
import type { Encoded, FloorRequest, Setting } from './floor-request.ts';
import { probeOf, type Probe } from '../quality/mosaic.ts';
import { isFarTooLong, searchSettings, type Found } from '../quality/settings-search.ts';
import { WholeCosts } from './whole-costs.ts';
import { encodeWhole, type Choices, type Missed } from './encode-whole.ts';
import { wholeEncoder } from './whole-encoder.ts';
import { HUGE_PIXELS, TOO_LONG } from '../tuning.ts';

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
  const { reference = raster, maxBytes = Infinity } = request;
  const sampling = sampleTiles(raster.width, raster.height);
  const probe = probeOf(raster, sampling);
  const probeReference = reference === raster ? probe.raster : probeOf(reference, sampling).raster;
  const judge = new StillJudge(probeReference, {
    floor: request.floor,
    as: 'blocks',
    sampling: probe.sampling,
  });
  const probeShare = (probe.raster.width * probe.raster.height) / (raster.width * raster.height);
  const learnt = await learntShare(raster, probe, request);
  const factor = TOO_LONG[probe.isWhole ? 'whole' : learnt ? 'learnt' : 'sampled'];
  const tooLongBytes = factor * (learnt ?? probeShare) * maxBytes;
  const costs = new WholeCosts(request.budget, probe.isWhole ? 1 : probeShare);
  const found = await searchSettings(settings, {
    floor: request.floor,
    budget: request.budget,
    minQuality: request.minQuality,
    leastRate: request.leastRate,
    mostRate: request.mostRate,
    tooLongBytes,
    enoughBytes: probeShare * (request.enoughBytes ?? 0),
    reserveMs: () => costs.reserveMs,
    attempt: async (setting, quality) => {
      request.signal.throwIfAborted();
      return costs.counted(setting, async () => {
        const bytes = await (setting.encodeTrial ?? setting.encode)(probe.raster, quality);
        // A trial that is too long at any score is not worth decoding.
        if (isFarTooLong(bytes.length, { minQuality: request.minQuality, tooLongBytes }))
          return { quality, bytes, score: -Infinity };
        return { quality, bytes, score: judge.trial(await request.decodeForDisplay(bytes)) };
      });
    },
  });
  judge.release();
  const [best] = found;
  if (!best || best.trial.bytes.length > tooLongBytes) return null;
  if (!probe.isWhole) {
    for (const mosaic of new Set([probe.raster, probeReference])) releaseRaster(mosaic);
    return encodedWhole(raster, { found: costs.affordable(found), settings }, request);
  }
  const encoded = await finished(best, raster, request);
  const isAcceptable = !encoded || encoded.score >= request.floor;
  return isAcceptable
    ? encoded
    : encodedWhole(raster, { found: found.slice(1), settings }, request, { ...best, encoded });
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
 * The result of a trial of the whole picture. A cheap trial has the samples of its result, and more bytes. The judge checks the
 * colours of all areas and the worst tile here alone: few pictures fail them, and a search follows a score that leaps badly.
 */
async function finished(
  { setting, trial }: Found,
  raster: Raster,
  { reference = raster, maxBytes = Infinity, floor, decodeForDisplay }: FloorRequest,
): Promise<Encoded | null> {
  const bytes = setting.encodeTrial ? await setting.encode(raster, trial.quality) : trial.bytes;
  if (bytes.length > maxBytes) return null;
  const decoded = await decodeForDisplay(bytes);
  const judge = new StillJudge(reference, { floor, as: 'blocks' });
  const { score, cause } = judge.judge(decoded, { known: trial.score, isLast: true });
  return { ...trial, score, cause, bytes, setting: setting.name };
}

/** Encodes the whole picture as found, and raises the quality where it misses the floor: {@link encodeWhole}. */
function encodedWhole(
  raster: Raster,
  choices: Choices,
  request: FloorRequest,
  missed: Missed | null = null,
): Promise<Encoded | null> {
  const isHuge = raster.width * raster.height > HUGE_PIXELS;
  const forecast = (): ForecastAreas | null => forecastAreas(raster, request);
  return encodeWhole(choices, { ...request, isHuge, forecast }, wholeEncoder(raster, request), missed);
}
