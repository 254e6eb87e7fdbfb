import type { Request } from 'express';
import { readPreferences } from '../http/prefer-header.ts';

/** Longer than this no answer is kept waiting for a client that takes a job instead: proxies give up before. */
const MAX_WAIT_SECONDS = 300;

/** How long a client waits for results before it takes a job in their place. */
interface AnswerPreference {
  /** Infinity where it takes no job. */
  readonly waitMs: number;
  /** For `Preference-Applied`. */
  readonly applied: string;
}

/** Aborts when a client that takes a job has waited long enough; undefined for one that takes none. */
export function patienceOf({ waitMs }: AnswerPreference): AbortSignal | undefined {
  return waitMs === Infinity ? undefined : AbortSignal.timeout(waitMs);
}

/** `respond-async` alone asks for a job at once; with `wait` only when the result takes longer. */
export function answerPreference(request: Request): AnswerPreference {
  const { respondAsync, waitSeconds } = readPreferences(request.get('Prefer'));
  if (!respondAsync) return { waitMs: Infinity, applied: '' };
  if (waitSeconds === undefined) return { waitMs: 0, applied: 'respond-async' };
  const seconds = Math.min(waitSeconds, MAX_WAIT_SECONDS);
  return { waitMs: seconds * 1_000, applied: `respond-async, wait=${seconds}` };
}
