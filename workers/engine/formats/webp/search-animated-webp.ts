import type { WebpOptions } from '../../codecs/ports/image-codec.ts';
import { ACCEPTABLE_SCORE } from '../../api/presets.ts';
import type { TargetOutcome } from '../../api/report/report.ts';
import { searchQuality, type Trial } from '../../search/quality/quality-search.ts';
import { reachTarget } from '../../search/target/reach-target.ts';
import { USUAL_RATE } from '../../search/tuning.ts';
import type { AnimationEncoder } from './animation-encoder.ts';
import {
  ALPHA_QUALITY,
  FULL_EFFORT,
  LEAST_FLOOR_QUALITY,
  MAX_TRIALS,
  USUAL_EFFORT,
  EFFORT_SLACK_POINTS,
  LEAST_QUALITY,
  MAX_ATTEMPTS,
  MOST_QUALITY,
  SMALL_FILE_PIXELS,
  START_QUALITY,
  USUAL_GAIN,
} from './tuning.ts';

/** A finished file and its score; null where nothing was lost. */
export interface EncodedAnimation {
  readonly bytes: Uint8Array;
  readonly score: number | null;
}

/** One encode of the whole animation at the quality where searches begin; null where frames were merged or dropped. */
export async function firstTrial(encoder: AnimationEncoder, floor: number): Promise<Trial | null> {
  const bytes = await encoder.encode(lossyOptions(START_QUALITY));
  return bytes && { quality: START_QUALITY, bytes, score: await encoder.score(bytes, floor) };
}

/** Bytes that a search will end with, near enough, by its first trial. */
export function likelyBytes({ bytes, score }: Trial, floor: number): number {
  return bytes.length * USUAL_GAIN * Math.exp((floor - score) * USUAL_RATE);
}

/**
 * @param first what {@link firstTrial} made, where that is known
 * @returns the smallest file that reaches the floor; null when none does
 */
export async function searchAnimation(
  encoder: AnimationEncoder,
  floor: number,
  first: Trial | null = null,
): Promise<EncodedAnimation | null> {
  const { context, source } = encoder;
  const trial = await searchQuality({
    floor,
    min: LEAST_FLOOR_QUALITY,
    max: MOST_QUALITY,
    start: START_QUALITY,
    maxTrials: context.budget.isSpent ? 1 : MAX_TRIALS,
    attempt: async (quality) => {
      context.signal.throwIfAborted();
      if (quality === first?.quality) return first;
      const bytes = await encoder.encode(lossyOptions(quality));
      if (!bytes) return { quality, score: -Infinity, bytes: source.bytes };
      return { quality, bytes, score: await encoder.score(bytes, floor) };
    },
    shouldStop: ({ score, bytes }) =>
      score === -Infinity || (score < floor && bytes.length > source.bytes.length),
  });
  if (!trial) return null;
  const best = await withMoreEffort(trial, encoder, floor);
  return { bytes: encoder.finish(best.bytes, floor), score: best.score };
}

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
    firstEffort: (MOST_QUALITY - START_QUALITY) / (MOST_QUALITY - LEAST_QUALITY),
    maxAttempts: MAX_ATTEMPTS,
    resolution: 1 / (MOST_QUALITY - LEAST_QUALITY),
    isSpent: () => context.budget.isSpent,
  });
}

function qualityAt(effort: number): number {
  return Math.round(MOST_QUALITY - effort * (MOST_QUALITY - LEAST_QUALITY));
}

function lossyOptions(quality: number): WebpOptions {
  return { quality, effort: USUAL_EFFORT, alphaQuality: ALPHA_QUALITY };
}

/** Full effort takes eight times as long and saves 8 %: once, at the quality found, and only while there is time. */
async function withMoreEffort(trial: Trial, encoder: AnimationEncoder, floor: number): Promise<Trial> {
  if (encoder.context.budget.isSpent || encoder.pixels > SMALL_FILE_PIXELS) return trial;
  const bytes = await encoder.encode({ ...lossyOptions(trial.quality), effort: FULL_EFFORT });
  if (!bytes || bytes.length >= trial.bytes.length) return trial;
  const score = await encoder.score(bytes, floor);
  return score >= floor - EFFORT_SLACK_POINTS ? { quality: trial.quality, bytes, score } : trial;
}
