import type { WebpOptions } from '../../codecs/ports/image-codec.ts';
import { ACCEPTABLE_SCORE } from '../../api/presets.ts';
import type { TargetOutcome } from '../../api/report/report.ts';
import { costAt } from '../../search/quality/exchange-rate.ts';
import { searchToFloor } from '../../search/quality/search-to-floor.ts';
import { smallestAtFloor, type SearchedSetting, type Trial } from '../../search/quality/trial.ts';
import { reachTarget } from '../../search/target/reach-target.ts';
import { LEAST_QUALITY, TOLERANCE_POINTS } from '../../search/tuning.ts';
import { HIGHEST_QUALITY } from './encode-webp-lossy.ts';
import type { AnimationEncoder } from './animation-encoder.ts';
import {
  ALPHA_QUALITY,
  FULL_EFFORT,
  USUAL_EFFORT,
  SMALL_FILE_PIXELS,
  START_QUALITY,
  USUAL_GAIN,
} from './tuning.ts';

/** A finished file and its score; null where nothing was lost. */
export interface EncodedAnimation {
  readonly bytes: Uint8Array;
  readonly score: number | null;
}

/** The only setting of an animation. */
const LOSSY: SearchedSetting = { start: START_QUALITY, max: HIGHEST_QUALITY };

type AnimationTrial = Trial<SearchedSetting>;

/** One encode of the whole animation at the quality where searches begin; null where frames were merged or dropped. */
export async function firstTrial(encoder: AnimationEncoder, floor: number): Promise<AnimationTrial | null> {
  const bytes = await encoder.encode(lossyOptions(START_QUALITY));
  const score = bytes && (await encoder.score(bytes, floor));
  return bytes && { setting: LOSSY, quality: START_QUALITY, bytes, score: score! };
}

/** Bytes that a search will end with, near enough, by its first trial. */
export function likelyBytes(first: AnimationTrial, floor: number): number {
  return USUAL_GAIN * Math.exp(costAt(floor, first));
}

/**
 * Full effort takes eight times as long and saves 8 %: it is spent at the quality found, and only while there is time.
 * @param first what {@link firstTrial} made, where that is known
 * @returns the smallest file that reaches the floor; null when none does
 */
export async function searchAnimation(
  encoder: AnimationEncoder,
  floor: number,
  first: AnimationTrial | null = null,
): Promise<EncodedAnimation | null> {
  const { context, source } = encoder;
  const encode = async (
    quality: number,
    effort: number,
  ): Promise<Pick<AnimationTrial, 'bytes' | 'score'>> => {
    const bytes = await encoder.encode({ ...lossyOptions(quality), effort });
    return bytes ? { bytes, score: await encoder.score(bytes, floor) } : MERGED;
  };
  const found = await searchToFloor(
    [LOSSY],
    {
      trials: {
        floor,
        tolerance: TOLERANCE_POINTS.trials,
        tooLongBytes: source.bytes.length / USUAL_GAIN,
        enoughBytes: 0,
      },
      budget: context.budget,
      results: {
        floor,
        tolerance: TOLERANCE_POINTS.results,
        maxBytes: Infinity,
        takesFirst: true,
      },
    },
    {
      makeTrial: async ({ quality }) => {
        context.signal.throwIfAborted();
        return quality === first?.quality ? first : encode(quality, USUAL_EFFORT);
      },
      leastQuality: (_, trial) => trial.quality,
      forecasts: [],
      makeResult: async ({ quality }, trials) => {
        const known = trials.find((each) => each.quality === quality);
        const made =
          context.budget.isSpent || encoder.pixels > SMALL_FILE_PIXELS
            ? known
            : await encode(quality, FULL_EFFORT);
        return { ...(made ?? MERGED), cause: 'structure' };
      },
    },
  );
  if (!found) return null;
  const best = smallestAtFloor(floor, [found.trial, ...(found.result ? [found.result] : [])])!;
  return { bytes: encoder.finish(best.bytes, floor), score: best.score };
}

/** Frames were merged or dropped: no quality is of use. */
const MERGED = { bytes: new Uint8Array(0), score: -Infinity };

interface AnimationTarget {
  readonly targetBytes: number;
  /** Size of the smallest file without loss, which is larger than the target. */
  readonly losslessBytes: number;
  /** What a preset made that fits: what looks worse is not worth having [none fits]. */
  readonly fitting: EncodedAnimation | undefined;
}

/**
 * The best quality whose file fits the target, else what a preset made or the smallest file of an acceptable score.
 * @returns the file, or null where none is smaller than without loss
 */
export async function fitAnimation(
  encoder: AnimationEncoder,
  { targetBytes, losslessBytes, fitting }: AnimationTarget,
): Promise<{ result: EncodedAnimation | null; target: TargetOutcome }> {
  const { context } = encoder;
  let acceptable: Promise<EncodedAnimation | null> | undefined;
  const smallest = () =>
    (acceptable ??= fitting ? Promise.resolve(fitting) : searchAnimation(encoder, ACCEPTABLE_SCORE));
  const leastScore = fitting?.score ?? ACCEPTABLE_SCORE;
  const attempt = async (effort: number): Promise<EncodedAnimation | null> => {
    context.signal.throwIfAborted();
    if (effort === 1) return smallest();
    const bare = await encoder.encode(lossyOptions(qualityAt(effort)));
    if (!bare) return null;
    const bytes = encoder.finish(bare, ACCEPTABLE_SCORE);
    // What is too large is not taken, so that its score does not matter.
    if (bytes.length > targetBytes) return { bytes, score: null };
    const score = await encoder.score(bare, ACCEPTABLE_SCORE);
    return score >= leastScore ? { bytes, score } : smallest();
  };
  return reachTarget({
    targetBytes,
    attempt,
    sizeOf: (encoded) => Math.min(encoded?.bytes.length ?? Infinity, losslessBytes),
    firstEffort: (HIGHEST_QUALITY - START_QUALITY) / (HIGHEST_QUALITY - LEAST_QUALITY),
    resolution: 1 / (HIGHEST_QUALITY - LEAST_QUALITY),
    isSpent: () => context.budget.isSpent,
  });
}

function qualityAt(effort: number): number {
  return Math.round(HIGHEST_QUALITY - effort * (HIGHEST_QUALITY - LEAST_QUALITY));
}

function lossyOptions(quality: number): WebpOptions {
  return { quality, effort: USUAL_EFFORT, alphaQuality: ALPHA_QUALITY };
}
