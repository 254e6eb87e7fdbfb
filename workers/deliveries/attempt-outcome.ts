import type { DeliveryAttempt, DeliveryFailureCode, DeliveryRecord } from '#platform/contracts/deliveries.ts';
import { nextAttemptAt } from './retry-schedule.ts';

/** How an attempt went: an answer, or why there was none. */
export type AttemptOutcome =
  | { readonly status: number; readonly retryAfter: string | undefined }
  | { readonly error: DeliveryFailureCode };

const GONE = 410;
/** Answers to a PUT that may be others the next time; the rest of 4xx says that the address is not good (any more). */
const REPEATED_4XX = new Set([408, 409, 425, 429]);
/**
 * What does not change by waiting. A name that leads to a private address is asked for again like one that is not known: that
 * it is given up would tell them apart.
 */
const FINAL_ERRORS = new Set<DeliveryFailureCode>(['gone', 'expired', 'superseded']);

/** The record after an attempt. @param at beginning and end of the attempt, in ms since 1970 */
export function withAttempt(
  record: DeliveryRecord,
  outcome: AttemptOutcome,
  at: { readonly begun: number; readonly ended: number },
): DeliveryRecord {
  const attempt = attemptOf(outcome, at);
  const { nextAttemptAt: _past, ...rest } = record;
  const attempts = [...record.attempts, attempt];
  if (attempt.error === undefined) return { ...rest, attempts, state: 'delivered' };
  const next = isFinal(record, attempt)
    ? null
    : nextAttemptAt(attempts.length, at.ended, 'status' in outcome ? outcome : {});
  if (next === null || next > Date.parse(record.deadline)) return { ...rest, attempts, state: 'failed' };
  return { ...rest, attempts, state: 'pending', nextAttemptAt: new Date(next).toISOString() };
}

function attemptOf(outcome: AttemptOutcome, at: { begun: number; ended: number }): DeliveryAttempt {
  const attempt = { at: new Date(at.begun).toISOString(), durationMs: Math.max(0, at.ended - at.begun) };
  if ('error' in outcome) return { ...attempt, error: outcome.error };
  const { status } = outcome;
  if (status >= 200 && status < 300) return { ...attempt, status };
  return { ...attempt, status, error: status === GONE ? 'gone' : 'wrong-status' };
}

function isFinal({ type }: DeliveryRecord, { status = 0, error }: DeliveryAttempt): boolean {
  if (error !== undefined && FINAL_ERRORS.has(error)) return true;
  return type === 'result' && status >= 400 && status < 500 && !REPEATED_4XX.has(status);
}
