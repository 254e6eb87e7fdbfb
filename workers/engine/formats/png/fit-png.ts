import type { EngineContext, SizeTarget } from '../../context.ts';
import { ACCEPTABLE_SCORE, AMPLE_SCORE, PRESET_INFO } from '../../api/presets.ts';
import { outcome } from '../../api/report/findings.ts';
import type { Outcome } from '../../api/report/report.ts';
import { reachTarget } from '../../search/target/reach-target.ts';
import { NEAR_ENOUGH, NEAR_SHARE } from '../../search/target/tuning.ts';
import { choosePng, roundedOutcome } from './choose-png.ts';
import type { PngSource, PngStrategies, ReducedPng } from './png-source.ts';

/** Scores between which a target is looked for: above the highest a palette is not told from the source. */
const HIGHEST_SCORE = 96;

/** Reductions at most: each takes about as long as one without a target. */
const MAX_ATTEMPTS = 5;

/** Points within which the result hardly changes. */
const SAME_SCORE = 0.25;

/** A PNG of at most the target size, at the best score that fits: what the preset made is too large, with loss or without. */
export async function fitPng(
  source: PngSource,
  { reduce, round, fill, findings }: PngStrategies,
  { bytes: targetBytes, tooLarge, fitting, packed }: SizeTarget,
  context: EngineContext,
): Promise<Outcome> {
  const losslessBytes = packed?.length ?? source.bytes.length;
  const isReduced = tooLarge.score !== null;
  const highest = isReduced ? PRESET_INFO[tooLarge.preset].scoreFloor : HIGHEST_SCORE;
  const lowest = fitting ? PRESET_INFO[fitting.preset].scoreFloor : ACCEPTABLE_SCORE;
  const range = highest - lowest;
  const gentler: ReducedPng[] = [];
  const { result: found, target } = await reachTarget<ReducedPng | null>({
    targetBytes,
    attempt: async (effort) => {
      const attempt = await reduce(highest - effort * range);
      if (attempt && attempt.bytes.length > targetBytes) gentler.push(attempt);
      return attempt;
    },
    sizeOf: (attempt) => Math.min(attempt?.bytes.length ?? Infinity, losslessBytes),
    // Where the smallest acceptable is too large, one reduction says so.
    ...(fitting
      ? { fitting: { effort: 1, size: fitting.bytes.length }, firstEffort: 0.5 }
      : { firstEffort: 1 }),
    ...(isReduced ? { gentlestBytes: tooLarge.bytes.length } : {}),
    maxAttempts: MAX_ATTEMPTS,
    resolution: SAME_SCORE / range,
    isSpent: () => context.budget.isSpent,
  });
  const isRoomy = target.met && found !== null && found.bytes.length < NEAR_ENOUGH * targetBytes;
  const [nearest] = gentler.toSorted((a, b) => a.bytes.length - b.bytes.length);
  const nextGentler = async () => nearest ?? (isReduced ? reduce(highest) : null);
  const filled = isRoomy ? await fill({ targetBytes, present: found, nextGentler }) : null;
  const reduced = filled ?? found;
  const isShort = target.met && (reduced?.bytes.length ?? 0) < NEAR_SHARE * targetBytes;
  const leastScore = Math.min(reduced?.score ?? ACCEPTABLE_SCORE, AMPLE_SCORE);
  const rounded = isShort ? await round({ targetBytes, losslessBytes, leastScore }) : null;
  const result =
    rounded && rounded.bytes.length > (reduced?.bytes.length ?? 0)
      ? roundedOutcome(source, rounded)
      : choosePng(source, packed ?? null, reduced, 1);
  return outcome(result.bytes, findings, result, { target });
}
