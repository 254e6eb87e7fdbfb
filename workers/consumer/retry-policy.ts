import type { JobFailureCode } from '#platform/contracts/job-failure-codes.ts';
import { OPEN_JOB_SECONDS } from '#platform/contracts/expiry-rules.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';

type RetryDecision = { readonly retry: false } | { readonly retry: true; readonly afterSeconds: number };

/**
 * Engine runs in all for a job that ends in this way. What the engine says of a file is final: another run gives the
 * same answer. A crash may have come from outside; a time-out is worth one more run, on a less busy machine.
 */
const ATTEMPTS: Partial<Record<JobFailureCode, number>> = {
  'engine-crashed': OPERATING_LIMITS.maxAttempts,
  internal: OPERATING_LIMITS.maxAttempts,
  'timed-out': 2,
};

/** Longest pause between two deliveries while a backend is away. */
const MAX_BACK_OFF_SECONDS = 30;

/** For people: the job ended although its file may be sound. */
export const GAVE_UP_MESSAGE = 'This file could not be compressed, although it was tried several times.';

/**
 * Whether a job is tried again after an engine run that gave no result.
 * @param attempts engine runs of this job so far, from 1
 */
export function retryAfterFailure(code: JobFailureCode, attempts: number): RetryDecision {
  if (attempts >= (ATTEMPTS[code] ?? 1)) return { retry: false };
  // The first retry is for a process that was killed: at once. Later ones give a cause outside the file time to pass.
  return { retry: true, afterSeconds: (attempts - 1) * 2 };
}

/**
 * Whether a delivery is repeated that failed outside the engine, e.g. because the object store did not answer. All but
 * the last receive that the queue grants are repeated, 8 minutes in all; the last one ends in an answer.
 * @param receiveCount of the message, from 1
 */
export function retryAfterOutage(receiveCount: number): RetryDecision {
  if (receiveCount >= OPERATING_LIMITS.maxReceiveCount) return { retry: false };
  return { retry: true, afterSeconds: Math.min(2 ** (receiveCount - 1), MAX_BACK_OFF_SECONDS) };
}

/** Pause between two tries of a job that its machine has no room for. */
const SHORTAGE_PAUSE_SECONDS = 10;

/**
 * Whether a delivery is repeated that the worker's machine failed, see machine-failure.ts: as long as an upload is kept. It
 * does not count against the receives of its message.
 * @param sinceSeconds that the job has been open
 */
export function retryAfterShortage(sinceSeconds: number): RetryDecision {
  if (sinceSeconds >= OPEN_JOB_SECONDS) return { retry: false };
  return { retry: true, afterSeconds: SHORTAGE_PAUSE_SECONDS };
}

/** Whether so many engine runs were lost together with their worker that there is no further one. */
export function isExhausted(attempts: number): boolean {
  return attempts >= OPERATING_LIMITS.maxLostAttempts;
}
