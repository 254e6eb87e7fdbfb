import { clamp } from '../../base/bytes.ts';
import type { TargetOutcome } from '../../api/report/report.ts';
import { AIM_SHARE, LEAST_STEP, NEAR_ENOUGH } from './tuning.ts';
import { MAX_TRIALS } from '../tuning.ts';

/** What a target-size search needs to know; the same for a picture, a PDF and a deck. */
export interface TargetSearch<T> {
  /** Size to reach, in bytes. */
  readonly targetBytes: number;
  /** Builds the result at an effort from 0 (gentlest) to 1 (smallest acceptable). Deterministic. */
  readonly attempt: (effort: number) => Promise<T>;
  /** Bytes of a result. */
  readonly sizeOf: (result: T) => number;
  /** Where to begin [0.5]. */
  readonly firstEffort?: number;
  /** A result that fits, though made in another way: no stronger effort is tried [none is known]. */
  readonly fitting?: Size | undefined;
  /** Size at effort 0 where it is known to be too large [not known]. */
  readonly gentlestBytes?: number;
  /** Attempts at most [8]. */
  readonly maxAttempts?: number;
  /** Efforts closer together than this give the same result [0: none do]. */
  readonly resolution?: number;
  /** Asked before each further attempt; true takes what there is. */
  readonly isSpent?: () => boolean;
}

export interface TargetResult<T> {
  readonly result: T;
  readonly target: TargetOutcome;
}

/**
 * The gentlest result within a target size. Sizes fall with effort by nearly equal ratios, so the next effort is
 * interpolated between the closest results on either side; as they may also leap, every third attempt halves the range.
 * @returns the largest result found within the target; where even effort 1 is larger, the smallest result, as the smallest
 *   acceptable one
 */
export async function reachTarget<T>(search: TargetSearch<T>): Promise<TargetResult<T>> {
  const { targetBytes, maxAttempts = MAX_TRIALS, isSpent = () => false } = search;
  const strongest = search.fitting?.effort ?? 1;
  const gentlest = search.gentlestBytes ? { effort: 0, size: search.gentlestBytes } : null;
  let known: KnownSizes<T> = { best: null, fitting: null, tooLarge: gentlest };
  let effort = search.firstEffort ?? 0.5;
  for (let attempts = 1; ; attempts++) {
    const result = await search.attempt(effort);
    const point = { effort, result, size: search.sizeOf(result) };
    known = withPoint(known, point, targetBytes);
    if (!known.best && effort === strongest) return missed(search, point);
    const isLast = attempts >= maxAttempts || isSpent();
    if (known.best && (isLast || isNearEnough(known, search)))
      return { result: known.best.result, target: { bytes: targetBytes, met: true } };
    effort = isLast ? strongest : effortAfter(known, search, attempts);
  }
}

/** What the attempts so far say of both sides of a target. */
interface KnownSizes<T> {
  /** The largest result within the target. */
  readonly best: Point<T> | null;
  /** The last one within it. */
  readonly fitting: Point<T> | null;
  /** The last one above it. */
  readonly tooLarge: Size | null;
}

function withPoint<T>(known: KnownSizes<T>, point: Point<T>, targetBytes: number): KnownSizes<T> {
  if (point.size > targetBytes) return { ...known, tooLarge: point };
  const isBest = !known.best || point.size > known.best.size;
  return { ...known, fitting: point, best: isBest ? point : known.best };
}

/** Whether the best result takes nearly all of the target, or no other effort lies between the two sides. */
function isNearEnough<T>({ best, fitting, tooLarge }: KnownSizes<T>, search: TargetSearch<T>): boolean {
  const { targetBytes, resolution = 0 } = search;
  if (best && best.size >= NEAR_ENOUGH * targetBytes) return true;
  return fitting !== null && fitting.effort - (tooLarge?.effort ?? 0) <= resolution;
}

/** The effort to try after an attempt; the strongest one where no smaller result is known. */
function effortAfter<T>(
  known: KnownSizes<T>,
  { fitting, targetBytes }: TargetSearch<T>,
  attempts: number,
): number {
  const stronger = known.fitting ?? fitting;
  if (!stronger) return 1;
  return nextEffort(stronger, known.tooLarge, targetBytes, attempts);
}

/** Bytes that an effort leads to. */
interface Size {
  readonly effort: number;
  readonly size: number;
}

interface Point<T> extends Size {
  readonly result: T;
}

function missed<T>({ targetBytes }: TargetSearch<T>, { result, size }: Point<T>): TargetResult<T> {
  return { result, target: { bytes: targetBytes, met: false, smallestBytes: size } };
}

function nextEffort(fitting: Size, tooLarge: Size | null, targetBytes: number, attempts: number): number {
  if (!tooLarge) return attempts === 1 ? fitting.effort / 2 : 0;
  const fall = Math.log(tooLarge.size / fitting.size);
  const share =
    attempts % 3 === 0 ? 0.5 : Math.log(tooLarge.size / (AIM_SHARE * targetBytes)) / Math.max(0, fall);
  return tooLarge.effort + (fitting.effort - tooLarge.effort) * clamp(share, LEAST_STEP, 1 - LEAST_STEP);
}
