import { clamp } from '../../base/bytes.ts';
import { sampleTiles } from '../../quality/metrics/ssimulacra2/sample-tiles.ts';
import { StillJudge } from '../../quality/judge.ts';
import type { Raster } from '../../base/raster.ts';
import { releaseRaster } from '../../base/release-raster.ts';
import { forecastAreas } from '../quality/area-forecast.ts';
import type { Encoded, FloorRequest, Setting } from './floor-request.ts';
import { probeOf, type Probe } from '../quality/mosaic.ts';
import { raiseToFloor } from '../quality/raise-to-floor.ts';
import { isFarTooLong, searchSettings, type Found } from '../quality/settings-search.ts';
import { WholeCosts } from './whole-costs.ts';
import { wholeEncoder, type EncodeAt } from './whole-encoder.ts';

/** Bytes of a mosaic that are hopeless, as a multiple of its share of the useful bytes. */
const HOPELESS = 1.8;
/** The same where its share of the bytes is known. */
const HOPELESS_LEARNT = 1.25;
/** The same for a trial of the whole, which a finished encode may undercut a little. */
const HOPELESS_WHOLE = 1.15;

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
  const { reference = raster, usefulBytes = Infinity } = request;
  const sampling = sampleTiles(raster.width, raster.height, request.orientation);
  const probe = probeOf(raster, sampling);
  const probeReference = reference === raster ? probe.raster : probeOf(reference, sampling).raster;
  const judge = new StillJudge(probeReference, {
    floor: request.floor,
    as: 'blocks',
    sampling: probe.sampling,
  });
  const probeShare = (probe.raster.width * probe.raster.height) / (raster.width * raster.height);
  const learnt = await learntShare(raster, probe, request);
  const hopeless = probe.isWhole ? HOPELESS_WHOLE : learnt ? HOPELESS_LEARNT : HOPELESS;
  const hopelessBytes = hopeless * (learnt ?? probeShare) * usefulBytes;
  const costs = new WholeCosts(request.budget, probe.isWhole ? 1 : probeShare);
  const found = await searchSettings(settings, {
    floor: request.floor,
    budget: request.budget,
    minQuality: request.minQuality,
    leastRate: request.leastRate,
    mostRate: request.mostRate,
    hopelessBytes,
    enoughBytes: probeShare * (request.enoughBytes ?? 0),
    reserveMs: () => costs.reserveMs,
    attempt: async (setting, quality) => {
      request.signal.throwIfAborted();
      return costs.counted(setting, async () => {
        const bytes = await (setting.encodeTrial ?? setting.encode)(probe.raster, quality);
        // What is of no use whatever its score is not worth decoding.
        if (isFarTooLong(bytes.length, { minQuality: request.minQuality, hopelessBytes }))
          return { quality, bytes, score: -Infinity };
        return { quality, bytes, score: judge.trial(await request.decodeForDisplay(bytes)) };
      });
    },
  });
  judge.release();
  const [best] = found;
  if (!best || best.trial.bytes.length > hopelessBytes) return null;
  if (!probe.isWhole) {
    for (const mosaic of new Set([probe.raster, probeReference])) releaseRaster(mosaic);
    return encodeWhole(raster, { found: costs.affordable(found), settings }, request);
  }
  const encoded = await finished(best, raster, request);
  const isSound = !encoded || encoded.score >= request.floor;
  return isSound
    ? encoded
    : encodeWhole(raster, { found: found.slice(1), settings }, request, { ...best, encoded });
}

/** Share of a picture's bytes that its mosaic takes; null where the share of its pixels has to do. */
async function learntShare(
  raster: Raster,
  probe: Probe,
  { usefulBytes = Infinity, encodeQuickly }: FloorRequest,
): Promise<number | null> {
  if (probe.isWhole || usefulBytes === Infinity || !encodeQuickly) return null;
  const whole = await encodeQuickly(raster);
  return (await encodeQuickly(probe.raster)).length / whole.length;
}

/**
 * The trial's samples are those of the result; the bytes of a cheap trial are not. Its score is held against the colours of all
 * areas and the worst place, which trials are not asked for: few pictures drift, and a search follows a score that leaps badly.
 */
async function finished(
  { setting, trial }: Found,
  raster: Raster,
  { reference = raster, usefulBytes = Infinity, floor, decodeForDisplay }: FloorRequest,
): Promise<Encoded | null> {
  const bytes = setting.encodeTrial ? await setting.encode(raster, trial.quality) : trial.bytes;
  if (bytes.length > usefulBytes) return null;
  const shown = await decodeForDisplay(bytes);
  const judge = new StillJudge(reference, { floor, as: 'blocks' });
  const { score, cause } = judge.judge(shown, { known: trial.score, isLast: true });
  return { ...trial, score, cause, bytes, setting: setting.name };
}

/** Above this one more encode takes seconds. */
const HUGE_PIXELS = 20_000_000;

/** Points below the floor up to which a little more quality is cheaper than another setting. */
const NEAR_MISS = 3;

interface Missed {
  readonly setting: Setting;
  readonly encoded: Encoded;
}

/** What a search found, the best first, and all settings that it was given. */
interface Choices {
  readonly found: readonly Found[];
  readonly settings: readonly Setting[];
}

/**
 * Encodes the whole picture as found; where it scores lower than its trial, as found next, then at more quality. Where its
 * worst place misses the floor by far, another setting may be what that needs, such as full chroma.
 * @param missed an encode of it whose areas or worst place alone are below the floor [none]
 */
async function encodeWhole(
  raster: Raster,
  { found, settings }: Choices,
  request: FloorRequest,
  missed: Missed | null = null,
): Promise<Encoded | null> {
  const { floor, budget, usefulBytes = Infinity } = request;
  const encodeAt = wholeEncoder(raster, request);
  let last = missed;
  for (const { setting, trial } of found.slice(0, 3)) {
    const encoded = await encodeAt(setting, trial.quality);
    if (encoded.bytes.length > usefulBytes) return null;
    if (encoded.score >= floor) return encoded;
    if (!last || encoded.cause !== 'worst-tile' || encoded.score > last.encoded.score)
      last = { setting, encoded };
    if (encoded.score > floor - NEAR_MISS) break;
  }
  if (!last) return null;
  const isHuge = raster.width * raster.height > HUGE_PIXELS;
  if (last.encoded.cause === 'worst-tile' && last.encoded.score <= floor - NEAR_MISS && !isHuge)
    last = await bestAtQuality(last, settings, request, encodeAt);
  const forecast = forecastAreas(raster, request);
  return raiseToFloor(last.setting, last.encoded, { floor, budget, isHuge, forecast }, encodeAt);
}

/** The best score of what missed and of other settings at the same quality, as far as the budget allows. */
async function bestAtQuality(
  missed: Missed,
  settings: readonly Setting[],
  { budget }: FloorRequest,
  encodeAt: EncodeAt,
): Promise<Missed> {
  let best = missed;
  for (const setting of settings) {
    if (setting === missed.setting || budget.isSpent) continue;
    const quality = missed.encoded.quality + setting.start - missed.setting.start;
    const encoded = await encodeAt(setting, clamp(quality, 1, setting.max));
    if (encoded.score > best.encoded.score) best = { setting, encoded };
  }
  return best;
}
