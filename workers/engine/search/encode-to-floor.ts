import { grossDifference } from '../perceptual/gross-difference.ts';
import { sampleTiles } from '../perceptual/sample-tiles.ts';
import { VisualMeter } from '../perceptual/visual-score.ts';
import type { Raster } from '../raster.ts';
import { probeOf } from './mosaic.ts';
import { searchQuality, slopeAt, type Trial } from './quality-search.ts';

/** One way of encoding, whose quality is searched. */
export interface Setting {
  readonly name: string;
  /** Quality to begin with, 1-100. */
  readonly start: number;
  readonly max: number;
  readonly encode: (raster: Raster, quality: number) => Promise<Uint8Array>;
}

export interface FloorRequest {
  /** Lowest visual score accepted. */
  readonly floor: number;
  /** EXIF orientation 1-8 under which the picture is shown [1]. */
  readonly orientation?: number;
  /** How the picture looks, in sRGB, where that differs from its samples (ICC profile, CMYK) [the raster itself]. */
  readonly look?: Raster;
  /** How encoded bytes look, in sRGB: must decode them the way `look` was made. */
  readonly decodeLook: (bytes: Uint8Array) => Promise<Raster>;
  readonly signal: AbortSignal;
  /** `performance.now()` after which no further settings are tried. */
  readonly deadlineMs: number;
}

export interface Encoded {
  readonly bytes: Uint8Array;
  readonly quality: number;
  /** Measured on these very bytes. */
  readonly score: number;
  /** Name of the setting. */
  readonly setting: string;
}

/**
 * The smallest encode, of several settings, whose visual score reaches the floor. Large pictures are searched on a
 * mosaic; what is answered was always decoded and measured itself, and compared with the source all over.
 * @returns null when no setting reaches the floor
 * @throws the signal's reason when cancelled
 */
export async function encodeToFloor(
  raster: Raster,
  settings: readonly Setting[],
  request: FloorRequest,
): Promise<Encoded | null> {
  const look = request.look ?? raster;
  const sampling = sampleTiles(raster.width, raster.height, request.orientation);
  const probe = probeOf(raster, sampling);
  const probeMeter = new VisualMeter(
    look === raster ? probe.raster : probeOf(look, sampling).raster,
    1,
    probe.sampling,
  );
  const found = await bestSetting(settings, request, async (setting, quality) => {
    request.signal.throwIfAborted();
    const bytes = await setting.encode(probe.raster, quality);
    return { quality, bytes, score: probeMeter.score(await request.decodeLook(bytes)) };
  });
  if (!found) return null;
  if (probe.isWhole) return { ...found.trial, setting: found.setting.name };
  return encodeWhole(raster, look, found, request);
}

interface Found {
  readonly setting: Setting;
  readonly trial: Trial;
}

type Attempt = (setting: Setting, quality: number) => Promise<Trial>;

async function bestSetting(
  settings: readonly Setting[],
  request: FloorRequest,
  attempt: Attempt,
): Promise<Found | null> {
  let best: Found | null = null;
  for (const setting of settings) {
    const isLate = performance.now() > request.deadlineMs;
    if (best && isLate) break;
    const leader: Found | null = best;
    const trial = await searchQuality({
      floor: request.floor,
      min: MIN_QUALITY,
      max: setting.max,
      // Late, one generous guess has to do.
      start: leader
        ? leader.trial.quality + setting.start - leader.setting.start
        : setting.start + (isLate ? 14 : 0),
      ...(isLate ? { maxTrials: 1 } : {}),
      attempt: (quality) => attempt(setting, quality),
      isHopeless: (trial) =>
        leader !== null && cost(trial, request.floor) > cost(leader.trial, request.floor) + GIVE_UP,
    });
    if (trial && (!best || cost(trial, request.floor) < cost(best.trial, request.floor)))
      best = { setting, trial };
  }
  return best;
}

const MIN_QUALITY = 5;

/** Logarithm of the bytes that a trial would have at the floor: near it a point of score is worth 2.8 % of the bytes. */
function cost(trial: Trial, floor: number): number {
  return Math.log(trial.bytes.length) - 0.028 * (trial.score - floor);
}

/** A setting whose trial lies this far behind the leader (8 %) is not followed further. */
const GIVE_UP = 0.08;

/** Encodes the whole picture at the quality found; a little more where the whole turns out worse than its mosaic. */
async function encodeWhole(
  raster: Raster,
  look: Raster,
  found: Found,
  request: FloorRequest,
): Promise<Encoded | null> {
  const { setting } = found;
  const meter = new VisualMeter(look, request.orientation);
  let quality = found.trial.quality;
  for (let round = 0; round < 4 && quality <= setting.max; round++) {
    request.signal.throwIfAborted();
    const bytes = await setting.encode(raster, quality);
    const shown = await request.decodeLook(bytes);
    const score = grossDifference(look, shown) > GROSS_LIMIT ? -Infinity : meter.score(shown);
    if (score >= request.floor) return { bytes, quality, score, setting: setting.name };
    quality += Math.max(1, Math.min(15, Math.ceil((request.floor - score) / slopeAt(score))));
  }
  return null;
}

/** Levels of 255 by which the mean of a 32 px block may move. */
const GROSS_LIMIT = 12;
