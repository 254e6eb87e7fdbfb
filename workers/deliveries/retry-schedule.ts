const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];

/** Pauses after each attempt that did not count: eleven attempts within a day, a little more with the jitter. */
const PAUSES_MS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  1 * HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  8 * HOUR,
];
/** A pause is up to this much shorter or longer, so that what failed together does not come again together. */
const JITTER_RATIO = 0.2;
/** Longest pause that a receiver can ask for. */
const MAX_ASKED_MS = 6 * HOUR;

/**
 * When to try again.
 * @param attempts   so far, from 1
 * @param retryAfter the header of the answer: seconds, or a date
 * @param random     from 0 to 1
 * @returns ms since 1970, or null after the last attempt
 * Source: Standard Webhooks 1.0, "Deliverability and reliability".
 */
export function nextAttemptAt(
  attempts: number,
  nowMs: number,
  { retryAfter, random = Math.random() }: { retryAfter?: string | undefined; random?: number } = {},
): number | null {
  const pause = PAUSES_MS[attempts - 1];
  if (pause === undefined) return null;
  const own = pause * (1 + JITTER_RATIO * (2 * random - 1));
  return Math.round(nowMs + Math.max(own, askedPause(retryAfter, nowMs)));
}

/** Source: RFC 9110, 10.2.3. */
function askedPause(retryAfter: string | undefined, nowMs: number): number {
  if (retryAfter === undefined) return 0;
  const isDate = / GMT$/.test(retryAfter);
  const asked = isDate ? Date.parse(retryAfter) - nowMs : Number(retryAfter) * SECOND;
  return Number.isNaN(asked) ? 0 : Math.min(Math.max(asked, 0), MAX_ASKED_MS);
}
