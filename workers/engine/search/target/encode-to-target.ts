import { clamp } from '../../base/bytes.ts';
import { StillJudge } from '../../quality/judge.ts';
import { ACCEPTABLE_SCORE, AMPLE_SCORE } from '../../api/presets.ts';
import type { Outcome } from '../../api/report/report.ts';
import type { Encoded, JudgedBytes, Setting } from '../still/floor-request.ts';
import { slopeAt } from '../quality/next-quality.ts';
import { reachTarget } from './reach-target.ts';
import type { LossyEncoder } from '../still/still-encoder.ts';
import { QUICK_PIXELS } from '../tuning.ts';
import { FURTHER_QUALITIES, NEAR_SHARE } from './tuning.ts';

interface TargetRequest {
  /** The encode of the smallest acceptable score, finished; not larger than the target. */
  readonly smallest: Encoded;
  /** Bare encodes of the whole that the preset judged: one of them may fit, and look better than a larger one [none]. */
  readonly judged?: readonly JudgedBytes[];
  readonly targetBytes: number;
  /** What the preset made: larger than the target. */
  readonly tooLarge: Pick<Outcome, 'bytes' | 'score'>;
}

/** One encode that was tried. */
interface Attempt {
  readonly setting: Setting;
  readonly quality: number;
  /** Null where it stands for the smallest acceptable encode. */
  readonly bare: Uint8Array | null;
  /** Finished bytes. */
  readonly size: number;
}

/**
 * The encode of highest quality that fits a target size. The setting of the smallest acceptable encode is searched; where
 * its steps are too coarse, or its highest quality too small, to take 90 % of the target, the others are searched too. What the
 * preset judged is taken instead where it fits and scores higher.
 * @returns finished bytes that score at least as high as the smallest acceptable encode, or amply
 */
export async function encodeToTarget(lossy: LossyEncoder, request: TargetRequest): Promise<JudgedBytes> {
  const { smallest, judged = [], targetBytes } = request;
  const { settings, beyond } = lossy;
  const own = settings.find(({ name }) => name === smallest.setting);
  const others = settings.filter((setting) => setting !== own);
  let best: JudgedBytes = smallest;
  let isExhausted = false;
  for (const setting of [own, ...others, beyond]) {
    if (!setting || (setting === beyond && !isExhausted)) continue;
    const quality = clamp(smallest.quality + setting.start - (own ?? setting).start, 1, setting.max);
    const lowest = { setting, quality, bare: null, size: smallest.bytes.length };
    const largest = await largestFitting(lossy, lowest, request);
    isExhausted ||= largest.quality === setting.max;
    if (largest.size > best.bytes.length) best = await betterOf(lossy, best, largest);
    if (best.bytes.length >= NEAR_SHARE * targetBytes || lossy.request.budget.isSpent) break;
  }
  return bestFitting([best, ...judged.map((each) => asStored(lossy, each))], targetBytes);
}

/** With the metadata of the result. */
function asStored({ finish }: LossyEncoder, { bytes, score }: JudgedBytes): JudgedBytes {
  return { bytes: finish(bytes, ACCEPTABLE_SCORE), score };
}

/** The one of the highest score that fits. @param encodes the first one fits */
function bestFitting(
  [first, ...encodes]: readonly [JudgedBytes, ...JudgedBytes[]],
  mostBytes: number,
): JudgedBytes {
  return encodes
    .filter(({ bytes }) => bytes.length <= mostBytes)
    .reduce((best, each) => (each.score > best.score ? each : best), first);
}

/** @param lowest what counts as the encode of the lowest acceptable quality; it fits */
async function largestFitting(
  { raster, request, finish }: LossyEncoder,
  lowest: Attempt,
  { targetBytes, smallest, tooLarge }: TargetRequest,
): Promise<Attempt> {
  const { setting } = lowest;
  const span = setting.max - lowest.quality;
  const attempts = new Map([[lowest.quality, lowest]]);
  const { result } = await reachTarget<Attempt>({
    targetBytes,
    attempt: async (effort) => {
      const quality = Math.round(setting.max - effort * span);
      const known = attempts.get(quality);
      if (known) return known;
      request.signal.throwIfAborted();
      const bare = await setting.encode(raster, quality);
      const attempt = { setting, quality, bare, size: finish(bare, ACCEPTABLE_SCORE).length };
      attempts.set(quality, attempt);
      return attempt;
    },
    sizeOf: ({ size }) => size,
    firstEffort: likelyEffort(targetBytes / lowest.size, span, {
      range: tooLarge.bytes.length / lowest.size,
      steps: stepsBetween(smallest.score, tooLarge.score),
    }),
    resolution: 1 / Math.max(1, span),
    isSpent: () => request.budget.isSpent,
  });
  return result;
}

/**
 * The middle where nothing is known of how sizes rise.
 * @param ratio of the target to the smallest acceptable size
 * @param span  qualities between the smallest acceptable and the highest
 * @param usual how much larger the preset's result is, and how many qualities lie between; 0 where that is not known
 */
function likelyEffort(ratio: number, span: number, usual: { range: number; steps: number }): number {
  const isKnown = usual.steps > 0 && usual.steps < span && usual.range > 1;
  if (!isKnown) return 0.5;
  const share = clamp(Math.log(ratio) / Math.log(usual.range), 0, 1);
  return 1 - (share * usual.steps) / span;
}

/** Qualities that usually lie between two scores. */
function stepsBetween(low: number, high: number | null): number {
  let steps = 0;
  for (let score = low; score < (high ?? low); score++) steps += 1 / slopeAt(score);
  return steps;
}

/**
 * A larger encode, or what there is where its score is too low: scores are not monotonic, and what lies beyond the highest
 * quality must not look worse than it. Of a small picture lower qualities are looked at for as long as they score better.
 */
async function betterOf(
  { raster, request, finish, beyond }: LossyEncoder,
  best: JudgedBytes,
  { bare, setting, quality: highest }: Attempt,
): Promise<JudgedBytes> {
  if (!bare) return best;
  const { reference = raster } = request;
  const isBeyond = setting === beyond;
  const least = Math.min(best.score, AMPLE_SCORE);
  const judge = new StillJudge(reference, { floor: least, as: 'blocks' });
  const lowest = isBeyond ? highest : Math.max(1, highest - FURTHER_QUALITIES);
  const isQuick = raster.width * raster.height <= QUICK_PIXELS;
  let better = best;
  for (let quality = highest; quality >= lowest; quality--) {
    const encoded = quality === highest ? bare : await setting.encode(raster, quality);
    const bytes = finish(encoded, ACCEPTABLE_SCORE);
    if (bytes.length <= best.bytes.length) break;
    const { score } = judge.judge(await request.decodeForDisplay(encoded), { isLast: true });
    if (better !== best && score <= better.score) break;
    if (score >= least) better = { bytes, score };
    if (better !== best && !isQuick) break;
  }
  return better;
}
