import type { JobFailureCode } from '#platform/contracts/job.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';

export type Verdict = { readonly retry: false } | { readonly retry: true; readonly afterSeconds: number };

/**
 * How often a job that ended in this way is tried in all. What the engine says of a file is final: trying again gives
 * the same answer. A crash may have come from outside; a time-out is worth one more try, on a less busy machine.
 */
const ATTEMPTS: Partial<Record<JobFailureCode, number>> = {
  'engine-crashed': OPERATING_LIMITS.maxReceiveCount,
  internal: OPERATING_LIMITS.maxReceiveCount,
  'timed-out': 2,
};

/**
 * Whether a failed job goes back to the queue. The last receive that the queue grants always ends in an answer, so that
 * nobody waits for a message that has become a dead letter.
 * @param receiveCount of the message, from 1
 */
export function judgeFailure(code: JobFailureCode, receiveCount: number): Verdict {
  const attempts = Math.min(ATTEMPTS[code] ?? 1, OPERATING_LIMITS.maxReceiveCount);
  if (receiveCount >= attempts) return { retry: false };
  // The first retry is for a process that was killed: at once. A second one gives what is wrong time to pass.
  return { retry: true, afterSeconds: (receiveCount - 1) * 2 };
}
