import { differsGrossly } from '../perceptual/gross-difference.ts';
import { sampleTiles } from '../perceptual/sample-tiles.ts';
import { VisualMeter } from '../perceptual/visual-score.ts';
import type { Raster } from '../raster.ts';
import { releaseRaster } from '../release-raster.ts';
import type { WorkBudget } from '../work-budget.ts';
import { ExchangeRate, STRAIGHT } from './exchange-rate.ts';
import { probeOf } from './mosaic.ts';
import { searchQuality, slopeAt, type Trial } from './quality-search.ts';

/** One way of encoding, whose quality is searched. */
export interface Setting {
  readonly name: string;
  /** Quality to begin with, 1-100. */
  readonly start: number;
  readonly max: number;
  /** Share of bytes by which a trial may lie behind the leader and still be followed [0.08]. */
  readonly patience?: number;
  /** Trials at most, for slow ways [8]. */
  readonly maxTrials?: number;
  readonly encode: (raster: Raster, quality: number) => Promise<Uint8Array>;
  /** The same samples at less cost, hardly larger: for trials [encode]. */
  readonly encodeTrial?: (raster: Raster, quality: number) => Promise<Uint8Array>;
}

export interface FloorRequest {
  /** Lowest visual score accepted. */
  readonly floor: number;
  /** EXIF orientation 1-8 under which the picture is shown [1]. */
  readonly orientation?: number;
  /** How the picture looks, in sRGB, where that differs from its samples (ICC profile, CMYK) [the raster itself]. */
  readonly look?: Raster;
  /** How encoded bytes look, in sRGB: must decode them the way `look` was made, anew each time. */
  readonly decodeLook: (bytes: Uint8Array) => Promise<Raster>;
  /** A longer result is of no use: searches that promise one are given up [Infinity]. */
  readonly usefulBytes?: number;
  /** A result this short ends the search: what more could be saved does not matter [0]. */
  readonly enoughBytes?: number;
  /** Lowest quality worth having, whatever its score: coarse steps show as bands in gradients [5]. */
  readonly minQuality?: number;
  readonly signal: AbortSignal;
  /** Once spent, no further settings are tried. */
  readonly budget: WorkBudget;
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
  const probeShare = (probe.raster.width * probe.raster.height) / (raster.width * raster.height);
  const usefulBytes = request.usefulBytes ?? Infinity;
  const hopelessBytes = (probe.isWhole ? HOPELESS_WHOLE : HOPELESS) * probeShare * usefulBytes;
  const enoughBytes = probeShare * (request.enoughBytes ?? 0);
  const found = await search(
    settings,
    { ...request, hopelessBytes, enoughBytes },
    async (setting, quality) => {
      request.signal.throwIfAborted();
      const bytes = await (setting.encodeTrial ?? setting.encode)(probe.raster, quality);
      return { quality, bytes, score: probeMeter.score(await request.decodeLook(bytes)) };
    },
  );
  const [best] = found;
  if (!best || best.trial.bytes.length > hopelessBytes) return null;
  if (probe.isWhole) return finished(best, raster, usefulBytes);
  return encodeWhole(raster, look, found, request);
}

/** The trial's samples are the answer's; a cheap trial's bytes are not. */
async function finished(
  { setting, trial }: Found,
  raster: Raster,
  maxBytes: number,
): Promise<Encoded | null> {
  const bytes = setting.encodeTrial ? await setting.encode(raster, trial.quality) : trial.bytes;
  return bytes.length > maxBytes ? null : { ...trial, bytes, setting: setting.name };
}

/** What part of the picture takes says so much about the whole. */
const HOPELESS = 1.8;
/** And a trial of the whole, which a finished encode may undercut a little, so much. */
const HOPELESS_WHOLE = 1.15;

interface Found {
  readonly setting: Setting;
  readonly trial: Trial;
}

type Attempt = (setting: Setting, quality: number) => Promise<Trial>;

/** All that reached the floor, the cheapest first. */
async function search(
  settings: readonly Setting[],
  request: FloorRequest & { readonly hopelessBytes: number; readonly enoughBytes: number },
  attempt: Attempt,
): Promise<Found[]> {
  const { floor, hopelessBytes, enoughBytes, minQuality = MIN_QUALITY } = request;
  const found: Found[] = [];
  const rates = new ExchangeRate(floor);
  const cost = (trial: Trial): number => rates.cost(trial);
  const byCost = (a: Found, b: Found): number => cost(a.trial) - cost(b.trial);
  for (const setting of settings) {
    const isLate = request.budget.isSpent;
    const leader = found[0];
    const smallest = found.toSorted(bySize)[0];
    if (leader && (isLate || leader.trial.bytes.length <= enoughBytes)) break;
    let isGivenUp = false;
    let missed: Trial | undefined;
    const giveUpOn = (trial: Trial): boolean => {
      const before = missed;
      if (trial.score >= floor) return trial.bytes.length <= enoughBytes || isBehind(trial);
      missed = trial;
      return (
        trial.bytes.length > hopelessBytes ||
        isBehind(trial) ||
        (leader !== undefined && isFlat(before, trial))
      );
    };
    /** Whether even the highest quality would miss the floor, at the pace of two wide misses: near it scores may leap. */
    const isFlat = (before: Trial | undefined, trial: Trial): boolean => {
      if (!before || trial.quality <= before.quality || trial.score > floor - WIDE) return false;
      const slope = (trial.score - before.score) / (trial.quality - before.quality);
      return trial.score + slope * (setting.max - trial.quality) < floor;
    };
    const isBehind = (trial: Trial): boolean =>
      leader !== undefined &&
      Math.abs(trial.score - floor) < STRAIGHT &&
      cost(trial) > cost(leader.trial) + patienceWith(leader, setting, floor);
    const noted = async (quality: number): Promise<Trial> => {
      const trial = await attempt(setting, quality);
      if (!leader) rates.learn(trial);
      if (trial.score >= floor) found.push({ setting, trial });
      return trial;
    };
    const best = await searchQuality({
      floor,
      min: minQuality,
      max: setting.max,
      // Late, one generous guess has to do.
      start: smallest
        ? smallest.trial.quality + setting.start - smallest.setting.start
        : setting.start + (isLate ? 14 : 0),
      maxTrials: isLate ? 1 : (setting.maxTrials ?? 8),
      attempt: noted,
      isHopeless: (trial) => (isGivenUp = giveUpOn(trial)),
    });
    // Screens score erratically: where the search ended well above the floor, far lower qualities may do as well.
    if (best && !isLate && !isGivenUp && !setting.maxTrials && best.score > floor + ERRATIC) {
      for (const share of [0.4, 0.55, 0.7, 0.85])
        if (best.quality > minQuality) await noted(Math.max(minQuality, Math.round(best.quality * share)));
    }
    found.sort(byCost);
  }
  return found.sort(bySize);
}

function bySize(a: Found, b: Found): number {
  return a.trial.bytes.length - b.trial.bytes.length;
}

/** Points below the floor that are no near miss. */
const WIDE = 5;

/** Points above the floor at which a search cannot have ended on a smooth curve. */
const ERRATIC = 1.5;

const MIN_QUALITY = 5;

/** A setting whose trial lies this far behind the leader (8 %) is not followed further. */
const GIVE_UP = 0.08;

/** A leader that ended well above the floor says little about how others do at it: then each has the usual patience. */
function patienceWith(leader: Found, { patience = GIVE_UP }: Setting, floor: number): number {
  return leader.trial.score > floor + ERRATIC ? GIVE_UP : patience;
}

/** Encodes the whole picture as found; where it turns out worse than its mosaic, as found next, then at more quality. */
async function encodeWhole(
  raster: Raster,
  look: Raster,
  found: readonly Found[],
  request: FloorRequest,
): Promise<Encoded | null> {
  const encodeAt = wholeEncoder(raster, { ...request, look });
  let last: Encoded | null = null;
  for (const { setting, trial } of found.slice(0, 3)) {
    last = await encodeAt(setting, trial.quality);
    if (last.bytes.length > (request.usefulBytes ?? Infinity)) return null;
    if (last.score >= request.floor) return last;
    // A near miss is mended by a little more quality; only a wide one is worth another trial.
    if (last.score > request.floor - 3) break;
  }
  const setting = found.find(({ setting }) => setting.name === last?.setting)?.setting;
  const isHuge = raster.width * raster.height > HUGE_PIXELS;
  return setting && last ? mended(setting, last, { ...request, isHuge }, encodeAt) : null;
}

type EncodeAt = ReturnType<typeof wholeEncoder>;

/** More quality until a whole picture that missed the floor reaches it, and half a step back where that was too much. */
async function mended(
  setting: Setting,
  missed: Encoded,
  { floor, budget, isHuge }: FloorRequest & { isHuge: boolean },
  encodeAt: EncodeAt,
): Promise<Encoded | null> {
  let low = missed;
  for (let round = 0; round < 5 && low.quality < setting.max; round++) {
    const step = Math.ceil((floor - low.score) / slopeAt(low.score));
    // Some scores hardly rise with quality: steps that grow reach the floor all the same.
    const least = 1 + 3 * round;
    const high = await encodeAt(
      setting,
      Math.min(setting.max, low.quality + Math.max(least, Math.min(15, step))),
    );
    if (high.score < floor) {
      low = high;
      continue;
    }
    const share = (floor + 0.15 - low.score) / (high.score - low.score);
    const between = Math.ceil(low.quality + share * (high.quality - low.quality));
    const isWorthwhile =
      high.score >= floor + OVERSHOT && between < high.quality && !isHuge && !budget.isSpent;
    if (!isWorthwhile) return high;
    const eased = await encodeAt(setting, between);
    return eased.score >= floor && eased.bytes.length < high.bytes.length ? eased : high;
  }
  return null;
}

/** Points above the floor that are worth one more encode of the whole. */
const OVERSHOT = 1;

/** Above this one more encode takes seconds. */
const HUGE_PIXELS = 20_000_000;

/**
 * How to encode a whole picture and measure what came out; the score is -Infinity where a part of it is lost.
 * @returns one encode of a setting at a quality; it throws the signal's reason when cancelled
 */
export function wholeEncoder(
  raster: Raster,
  request: Pick<FloorRequest, 'look' | 'orientation' | 'decodeLook' | 'signal'>,
): (setting: Setting, quality: number) => Promise<Encoded> {
  const look = request.look ?? raster;
  const meter = new VisualMeter(look, request.orientation);
  return async (setting, quality) => {
    request.signal.throwIfAborted();
    const bytes = await setting.encode(raster, quality);
    const shown = await request.decodeLook(bytes);
    const score = differsGrossly(look, shown) ? -Infinity : meter.score(shown);
    // Left to garbage collection, two more pictures would lie beside the next encode.
    releaseRaster(shown);
    return { bytes, quality, score, setting: setting.name };
  };
}
