import { systemClock, type Clock } from '#platform/clock.ts';
import type { JobRecord } from '#platform/contracts/job.ts';
import { isFinal } from '#platform/job-records.ts';
import { eventIdOf, LAST_EVENT_ID, readEventId } from './job-event-ids.ts';
import type { JobHint, JobProgress, OpenJobState } from './job-progress.ts';
import { PollPace } from './poll-pace.ts';
import type { RecentRecords } from './recent-records.ts';

/** What a follower of a job is told: how it stands, or, once and last, how it ended. */
export type JobStreamEvent =
  | { readonly id: number; readonly jobId: string; readonly state: OpenJobState }
  | { readonly id: number; readonly record: JobRecord };

interface FollowOptions {
  /** Ends the events. */
  readonly signal: AbortSignal;
  /** What the follower was told before: it is not told again, and no progress below it. */
  readonly lastEventId?: string | undefined;
}

/** Tells followers of jobs how they go on. */
export interface JobEvents {
  /**
   * The present state at once, then what changes, at most four times a second but for a change of the status; then how it
   * ended. Ends without that when the signal aborts, or nothing is known of the job any more.
   * @param record as it was found
   */
  follow(record: JobRecord, options: FollowOptions): AsyncGenerator<JobStreamEvent, void, void>;
}

interface JobEventsDependencies {
  readonly records: Pick<RecentRecords, 'find'>;
  readonly progress: Pick<JobProgress, 'stateOf' | 'watch'>;
  /** Whether events arrive, see EventBus [they do]. */
  readonly isHeard?: () => boolean;
  readonly clock?: Clock;
  /** Events can be lost, so the record is looked at after so long without one, then ever more seldom. */
  readonly firstPollMs?: number;
}

const AT_LEAST_MS = 250;
/** The line moves without a word about those who wait in it. */
const PLACE_EVERY_MS = 1_000;

export function createJobEvents(dependencies: JobEventsDependencies): JobEvents {
  const { records, progress, isHeard, clock = systemClock, firstPollMs } = dependencies;

  /** The record as it stands, the one before while the store is away, or null when it is gone or cannot be read. */
  const look = async (before: JobRecord, options?: { mayLag: boolean }): Promise<JobRecord | null> =>
    records
      .find(before.id, options)
      .catch((error: unknown) =>
        (error as { code?: unknown }).code === 'unreadable-record' ? null : before,
      );

  return {
    async *follow(first, { signal, lastEventId }) {
      const hints = new Hints(clock, signal);
      const unwatch = progress.watch(first.id, (hint) => hints.add(hint));
      let shown = { status: '', sentAt: -Infinity, progress: 0, id: NaN, ...readEventId(lastEventId) };
      // Read again: it may have ended before the watch began.
      let record = await look(first, { mayLag: true });
      const pace = new PollPace(firstPollMs, isHeard);
      let pollAt = clock.elapsed() + pace.next();
      try {
        while (record && !isFinal(record.status) && !signal.aborted) {
          const now = clock.elapsed();
          const state = atLeast(await progress.stateOf(record), shown.progress);
          const id = eventIdOf(state);
          const mayBeSentAt = state.status === shown.status ? shown.sentAt + AT_LEAST_MS : now;
          if (id !== shown.id && mayBeSentAt <= now) {
            shown = { ...state, sentAt: now, id };
            yield { id, jobId: first.id, state };
          }
          const lookAgainAt = Math.min(
            pollAt,
            id === shown.id ? Infinity : mayBeSentAt,
            state.place === undefined ? Infinity : now + PLACE_EVERY_MS,
          );
          const hint = await hints.next(lookAgainAt);
          if (hint === 'ended' || clock.elapsed() >= pollAt) record = await look(record);
          else if (!hint) continue;
          if (hint) pace.reset();
          pollAt = clock.elapsed() + pace.next();
        }
        if (record && isFinal(record.status) && !signal.aborted) yield { id: LAST_EVENT_ID, record };
      } finally {
        unwatch();
      }
    },
  };
}

function atLeast(state: OpenJobState, progress: number): OpenJobState {
  return state.progress >= progress ? state : { ...state, progress, secondsLeft: undefined };
}

/** The hints that have come since they were last asked for. */
class Hints {
  private readonly clock: Clock;
  private readonly signal: AbortSignal;
  private newest: JobHint | undefined;
  private wake = () => {};

  constructor(clock: Clock, signal: AbortSignal) {
    this.clock = clock;
    this.signal = signal;
  }

  add(hint: JobHint): void {
    // What follows the end of a job says nothing.
    if (this.newest !== 'ended') this.newest = hint;
    this.wake();
  }

  /** The newest hint, waited for until then; undefined when none came, or the signal aborted. */
  async next(untilMs: number): Promise<JobHint | undefined> {
    const ms = untilMs - this.clock.elapsed();
    if (this.newest === undefined && ms > 0 && !this.signal.aborted) {
      await new Promise<void>((resolve) => {
        const end = () => {
          cancel();
          this.signal.removeEventListener('abort', end);
          this.wake = () => {};
          resolve();
        };
        const cancel = this.clock.after(ms, end);
        this.wake = end;
        this.signal.addEventListener('abort', end, { once: true });
      });
    }
    const hint = this.newest;
    this.newest = undefined;
    return hint;
  }
}
