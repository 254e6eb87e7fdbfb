import { formatBytes } from '#platform/contracts/byte-size.ts';
import type { HeldHolding, HoldingLimits } from '#platform/ports/holdings.ts';
import { ApiError } from '../api-error.ts';
import { secondsUntilFree, sumOf } from './holding-times.ts';

const ASK_AGAIN_SECONDS = 10;
const DAY_SECONDS = 86_400;

/** For a client with as much in work as it may have. @param open how many jobs it has open */
export function openLimitReached(limits: HoldingLimits, open: number): ApiError {
  const message =
    open >= limits.jobs
      ? `You have ${open} files in work, as many as you may have at the same time. Please wait until some of them are done.`
      : 'The files that you have in work are too large together. Please wait until some of them are done.';
  return new ApiError('rate-limited', { message, retryAfterSeconds: ASK_AGAIN_SECONDS });
}

/**
 * For a client that stores as much as it may. Says when there will be room again.
 * @param excess bytes that must end before its file fits
 */
export function storedLimitReached(
  holdings: readonly HeldHolding[],
  excess: number,
  nowMs: number,
): ApiError {
  // What is in work will be fetched, and may be ended then.
  const isInWork = holdings.some(({ state }) => state === 'open');
  const isKnown = !isInWork && holdings.length > 0 && excess > 0;
  const seconds = isKnown ? Math.max(1, Math.ceil(secondsUntilFree(holdings, excess))) : ASK_AGAIN_SECONDS;
  const until = new Date(nowMs + seconds * 1_000).toISOString();
  const day = seconds < DAY_SECONDS ? '' : `${until.slice(0, 10)}, `;
  const message = `Your files here take up ${formatBytes(sumOf(holdings))}, and this one would be too much. Please download and delete some of them, or wait until ${day}${until.slice(11, 16)} UTC.`;
  return new ApiError('rate-limited', { message, retryAfterSeconds: seconds });
}
