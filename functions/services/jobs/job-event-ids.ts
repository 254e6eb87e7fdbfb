import type { OpenJobState } from './job-progress.ts';

/**
 * The id of an event stands for the state that it tells, so any web process knows from `Last-Event-ID` alone what a client
 * has seen: nothing is kept for clients that come back. Ids grow as a job goes on.
 */
const PER_THOUSANDTH = 10_000;
const RUNNING = PER_THOUSANDTH - 1;
const QUEUED_SOMEWHERE = PER_THOUSANDTH - 2;
const FIRST_PLACE = PER_THOUSANDTH - 3;

/** Of the one event that tells how a job ended. */
export const LAST_EVENT_ID = 1_001 * PER_THOUSANDTH;

/** The id of the event that tells a state. */
export function eventIdOf({ status, place, progress }: OpenJobState): number {
  const rank =
    status === 'running'
      ? RUNNING
      : place === undefined
        ? QUEUED_SOMEWHERE
        : Math.max(0, FIRST_PLACE - place);
  return Math.round(progress * 1_000) * PER_THOUSANDTH + rank;
}

/**
 * @param text as a client sends it; what is no id of ours counts as none
 * @returns the id, and the progress that its event told; null for none
 */
export function readEventId(text: string | undefined): { id: number; progress: number } | null {
  if (!/^\d{1,8}$/.test(text ?? '')) return null;
  const id = Number(text);
  if (id > LAST_EVENT_ID) return null;
  return { id, progress: Math.min(1, Math.floor(id / PER_THOUSANDTH) / 1_000) };
}
