import type { EngineContext } from '../context.ts';
import { ACCEPTABLE_SCORE, AMPLE_SCORE } from '../presets.ts';
import { outcome } from '../report/findings.ts';
import type { Outcome } from '../report/report.ts';
import { NEAR_ENOUGH, reachTarget } from '../search/reach-target.ts';
import { choosePng, roundedOutcome } from './choose-png.ts';
import type { PngSource, PngStrategies, ReducedPng } from './png-source.ts';

/** Scores between which a target is looked for: above the highest a palette is not told from the source. */
const HIGHEST_SCORE = 96;

/** Reductions at most: each takes about as long as one without a target. */
const MAX_ATTEMPTS = 5;

/** Share of the scores within which the result hardly changes: a quarter of a point. */
const RESOLUTION = 0.25 / (HIGHEST_SCORE - ACCEPTABLE_SCORE);

/** A PNG of at most the target size: without loss where that fits, else at the best score that fits. */
export async function fitPng(
  source: PngSource,
  { pack, reduce, round, fill, findings }: PngStrategies,
  targetBytes: number,
  context: EngineContext,
): Promise<Outcome> {
  const packed = await context.steps.timed('pack', () => pack());
  const losslessBytes = Math.min(packed?.length ?? Infinity, source.bytes.length);
  if (losslessBytes <= targetBytes) {
    const target = { bytes: targetBytes, met: true };
    const result = choosePng(source, packed, null, 1);
    return outcome(result.bytes, findings, result, { target });
  }
  const tooLarge: ReducedPng[] = [];
  const { result: fitting, target } = await reachTarget<ReducedPng | null>({
    targetBytes,
    attempt: async (effort) => {
      const attempt = await reduce(HIGHEST_SCORE - effort * (HIGHEST_SCORE - ACCEPTABLE_SCORE));
      if (attempt && attempt.bytes.length > targetBytes) tooLarge.push(attempt);
      return attempt;
    },
    sizeOf: (attempt) => Math.min(attempt?.bytes.length ?? Infinity, losslessBytes),
    // Where the smallest acceptable is too large, one reduction says so.
    firstEffort: 1,
    maxAttempts: MAX_ATTEMPTS,
    resolution: RESOLUTION,
    isSpent: () => context.budget.isSpent,
  });
  const gentler = tooLarge.toSorted((a, b) => a.bytes.length - b.bytes.length)[0] ?? null;
  const isRoomy = target.met && fitting !== null && fitting.bytes.length < NEAR_ENOUGH * targetBytes;
  const filled = isRoomy ? await fill({ targetBytes, present: fitting, gentler }) : null;
  const reduced = filled ?? fitting;
  const isShort = target.met && (reduced?.bytes.length ?? 0) < NEAR_SHARE * targetBytes;
  const leastScore = Math.min(reduced?.score ?? ACCEPTABLE_SCORE, AMPLE_SCORE);
  const rounded = isShort ? await round({ targetBytes, losslessBytes, leastScore }) : null;
  const result =
    rounded && rounded.bytes.length > (reduced?.bytes.length ?? 0)
      ? roundedOutcome(source, rounded)
      : choosePng(source, packed, reduced, 1);
  return outcome(result.bytes, findings, result, { target });
}

/** Palettes that take less than this share of the target leave room for true colours. */
const NEAR_SHARE = 0.9;
