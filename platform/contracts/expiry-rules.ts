import { RETRY_WINDOW_MS } from './deliveries.ts';
import { OPERATING_LIMITS } from './operating-limits.ts';
import { PARTIAL_PREFIX } from './partial-upload.ts';

/** Seconds after which objects under a prefix are deleted; the prefix ends with a slash. */
export type ExpiryRules = Readonly<Record<string, number>>;

/** An upload and its open record go with their job; older ones belong to jobs that were lost, or were never begun. */
export const OPEN_JOB_SECONDS = 2 * 3_600;
/** How long what was delivered, or could not be, can be asked for and sent again. */
const DELIVERY_LOG_SECONDS = 86_400;
/** How long an Idempotency-Key is remembered. */
const IDEMPOTENCY_SECONDS = 86_400;
/** A message can be delivered again for a while after its job has ended, and must find how it ended. */
const OUTCOME_AT_LEAST_SECONDS = 4 * OPERATING_LIMITS.visibilityTimeoutSeconds;

/**
 * How long everything in the object store may live. What people are promised about their files and the names of them
 * hangs on these numbers.
 * @param ttl of results and shared files, in seconds [900 and 604 800]
 */
export function expiryRules(ttl: {
  readonly resultTtlSeconds?: number;
  readonly shareMaxSeconds?: number;
}): ExpiryRules {
  const {
    resultTtlSeconds = OPERATING_LIMITS.resultTtlSeconds,
    shareMaxSeconds = OPERATING_LIMITS.shareMaxSeconds,
  } = ttl;
  return {
    'uploads/': OPEN_JOB_SECONDS,
    'jobs/': OPEN_JOB_SECONDS,
    'results/': resultTtlSeconds,
    'outcomes/': Math.max(resultTtlSeconds, OUTCOME_AT_LEAST_SECONDS),
    // Each ends at its own time, see share-service.ts; the time of one can be chosen anew as long as its job has a result.
    'shares/': shareMaxSeconds + resultTtlSeconds,
    // No session of before is good any longer.
    'sign-outs/': OPERATING_LIMITS.sessionSeconds + 3_600,
    // As long as any job of it, which may be open and then have a result.
    'batches/': OPEN_JOB_SECONDS + resultTtlSeconds,
    'idempotency/': IDEMPOTENCY_SECONDS,
    // Counted from the last bytes: what is known of an unfinished upload is written anew with them.
    [PARTIAL_PREFIX]: OPERATING_LIMITS.partialUploadSeconds,
    // As long as an upload token, and a little for clocks that differ.
    'completions/': OPERATING_LIMITS.uploadTokenSeconds + 300,
    // After the last attempt; the pause between two is shorter than half of it.
    'deliveries/': DELIVERY_LOG_SECONDS,
    // Written once, with the delivery: as long as its record can be.
    'deliveries-of/': RETRY_WINDOW_MS / 1_000 + DELIVERY_LOG_SECONDS,
    'outbox/': 2 * DELIVERY_LOG_SECONDS,
    'gone/': DELIVERY_LOG_SECONDS,
  };
}
