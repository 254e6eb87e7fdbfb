import type { EngineContext, SizeTarget } from '../../context.ts';
import { ACCEPTABLE_SCORE, AMPLE_SCORE } from '../../api/presets.ts';
import { outcome } from '../../api/report/findings.ts';
import type { Outcome, TargetOutcome } from '../../api/report/report.ts';
import { reachTarget } from '../../search/target/reach-target.ts';
import { NEAR_ENOUGH, NEAR_SHARE } from '../../search/target/tuning.ts';
import { chooseSmallest, smallestCandidate } from './choose-smallest.ts';
import type { PngSource } from './png-source.ts';
import type { LossyPng, PackedPng, PalettePng, PngStrategies } from './png-strategies.ts';
import { HIGHEST_SCORE, MAX_ATTEMPTS, SAME_SCORE_POINTS } from './tuning.ts';

/** A PNG of at most the target size, at the best score that fits: what the preset made is too large, with loss or without. */
export async function pngToTarget(
  source: PngSource,
  strategies: PngStrategies,
  target: SizeTarget,
  context: EngineContext,
): Promise<Outcome> {
  const losslessBytes = target.packed?.length ?? source.bytes.length;
  const search = await searchPalettes(strategies, target, losslessBytes, context);
  const palette = await fillTarget(strategies, target, search);
  const rounded = search.target.met
    ? await roundIfShort(strategies, { targetBytes: target.bytes, losslessBytes, palette })
    : null;
  const packed: PackedPng | null = target.packed ? { kind: 'packed', bytes: target.packed } : null;
  // Any saving pays where a size is asked for.
  const result = chooseSmallest(source, [longestOf(palette, rounded), packed], () => 1);
  return outcome(result.bytes, result, { target: search.target });
}

interface PaletteSearch {
  /** The best that fits, or the smallest acceptable one; null where no palette is acceptable. */
  readonly palette: PalettePng | null;
  /** The smallest of those that were too large, if there is one. */
  readonly nextGentler: () => Promise<PalettePng | null>;
  readonly target: TargetOutcome;
}

/** Looks for the highest score whose palette fits: no higher than that of the preset, whose result is too large. */
async function searchPalettes(
  { reduceToFloor }: PngStrategies,
  { bytes: targetBytes, tooLarge, fitting }: SizeTarget,
  losslessBytes: number,
  context: EngineContext,
): Promise<PaletteSearch> {
  const isReduced = tooLarge.score !== null;
  const highest = isReduced ? tooLarge.floor : HIGHEST_SCORE;
  const lowest = fitting ? fitting.floor : ACCEPTABLE_SCORE;
  const range = highest - lowest;
  const gentler: PalettePng[] = [];
  const { result: palette, target } = await reachTarget<PalettePng | null>({
    targetBytes,
    attempt: async (effort) => {
      const attempt = await reduceToFloor(highest - effort * range);
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
    resolution: SAME_SCORE_POINTS / range,
    isSpent: () => context.budget.isSpent,
  });
  const nearest = smallestCandidate(gentler);
  const nextGentler = async () => nearest ?? (isReduced ? reduceToFloor(highest) : null);
  return { palette, nextGentler, target };
}

/** The palette, or one that takes more of the room that it leaves. */
async function fillTarget(
  { reduceToSize }: PngStrategies,
  { bytes: targetBytes }: SizeTarget,
  { palette, nextGentler, target }: PaletteSearch,
): Promise<PalettePng | null> {
  if (!target.met || !palette || palette.bytes.length >= NEAR_ENOUGH * targetBytes) return palette;
  return (await reduceToSize({ targetBytes, present: palette, nextGentler })) ?? palette;
}

/** Rounded samples where no palette takes what was promised of the room. */
async function roundIfShort(
  { roundToSize }: PngStrategies,
  {
    palette,
    targetBytes,
    losslessBytes,
  }: { palette: PalettePng | null; targetBytes: number; losslessBytes: number },
): Promise<LossyPng | null> {
  if ((palette?.bytes.length ?? 0) >= NEAR_SHARE * targetBytes) return null;
  const leastScore = Math.min(palette?.score ?? ACCEPTABLE_SCORE, AMPLE_SCORE);
  return roundToSize({ targetBytes, losslessBytes, leastScore });
}

function longestOf(palette: LossyPng | null, rounded: LossyPng | null): LossyPng | null {
  return rounded && rounded.bytes.length > (palette?.bytes.length ?? 0) ? rounded : palette;
}
