import { systemClock, type Clock } from '#platform/clock.ts';
import type { JobEvent } from '#platform/contracts/events.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import type { JobRecord } from '#platform/contracts/job.ts';
import type { Platform } from '#platform/ports/platform.ts';

/** How a job stands that has not ended. */
export interface OpenJobState {
  readonly status: 'queued' | 'running';
  /** Jobs ahead of it in line, 0 for the one that is next; undefined where the queue does not tell, or it is not in line. */
  readonly place?: number | undefined;
  /** 0 to 1, in thousandths. Grows while a run goes on; what has been heard of an earlier run counts too. */
  readonly progress: number;
  /** Whole seconds, at least 1; undefined while there are no grounds for it. */
  readonly secondsLeft?: number | undefined;
}

/** What is heard of a job: it went on, or it is said to have ended. */
export type JobHint = 'progressed' | 'ended';

/** How open jobs stand, as far as this process has heard: one subscription, however many ask. */
export interface JobProgress {
  stateOf(record: JobRecord): Promise<OpenJobState>;
  /** Calls with what is heard of a job from now on. @returns how to stop */
  watch(jobId: string, onHint: (hint: JobHint) => void): () => void;
  close(): Promise<void>;
}

interface JobProgressOptions {
  readonly platform: Pick<Platform, 'events' | 'queue'>;
  readonly clock?: Clock;
}

/** What was heard of the run of a job. */
interface Heard {
  /** The most that was ever heard, so that a second run does not set it back. */
  best: number;
  ratio: number;
  /** When the last of it was heard, in ms since 1970. */
  at: number;
  /** The first of this run, which the rate is measured from. */
  readonly since: { readonly ratio: number; readonly at: number };
  reports: number;
}

/** A job that ends without an event is forgotten when so many others have been heard of. */
const MOST_REMEMBERED = 10_000;
/** The record does not say of a first run that it is under way; a worker that is lost gives its job back by then. */
const HEARD_MS = OPERATING_LIMITS.visibilityTimeoutSeconds * 1_000;
/** Places this far from the head of the line tell nothing that a person would use. */
const LINE_LENGTH = 200;
const LINE_FRESH_MS = 1_000;
/** A rate is measured over so much time, progress and reports; less of any is a guess. */
const GROUNDS = { ms: 2_000, ratio: 0.1, reports: 3 };

export async function createJobProgress(options: JobProgressOptions): Promise<JobProgress> {
  const { platform, clock = systemClock } = options;
  const heard = new Map<string, Heard>();
  const watchers = new Map<string, Set<(hint: JobHint) => void>>();
  /** When it was read: in elapsed time, which setting the clock does not change, and as the time of day, which records use. */
  let line:
    | { readonly readAt: number; readonly readOn: number; readonly ids: Promise<readonly string[] | null> }
    | undefined;

  const unsubscribe = await platform.events.subscribe('jobs', (event) => {
    if (event.type === 'job.queued') return;
    if (event.type === 'job.progressed') remember(heard, event, clock.elapsed());
    else heard.delete(event.jobId);
    const hint = event.type === 'job.progressed' ? 'progressed' : 'ended';
    for (const onHint of watchers.get(event.jobId) ?? []) onHint(hint);
  });

  /** The line is asked for once a second at most, but for a job that is newer. A queue that is away has none. */
  const placeOf = async ({ id, createdAt }: JobRecord): Promise<number | undefined> => {
    const readAt = clock.elapsed();
    if (!line || readAt - line.readAt >= LINE_FRESH_MS || Date.parse(createdAt) >= line.readOn)
      line = { readAt, readOn: clock.now(), ids: platform.queue.line(LINE_LENGTH).catch(() => null) };
    const place = (await line.ids)?.indexOf(id) ?? -1;
    return place < 0 ? undefined : place;
  };

  return {
    async stateOf(record) {
      const { id, status } = record;
      const now = clock.elapsed();
      const run = heard.get(id);
      const progress = Math.floor((run?.best ?? 0) * 1_000) / 1_000;
      if (status === 'running' || (run && now - run.at < HEARD_MS))
        return { status: 'running', progress, secondsLeft: run && secondsLeft(run, now) };
      return { status: 'queued', place: await placeOf(record), progress };
    },
    watch(jobId, onHint) {
      const others = watchers.get(jobId) ?? new Set();
      watchers.set(jobId, others.add(onHint));
      return () => {
        others.delete(onHint);
        if (others.size === 0) watchers.delete(jobId);
      };
    },
    async close() {
      watchers.clear();
      await unsubscribe();
    },
  };
}

function remember(
  heard: Map<string, Heard>,
  { jobId, ratio }: Extract<JobEvent, { type: 'job.progressed' }>,
  at: number,
): void {
  const before = heard.get(jobId);
  if (before && ratio >= before.ratio) {
    const reports = before.reports + (ratio > before.ratio ? 1 : 0);
    Object.assign(before, { ratio, at, reports, best: Math.max(before.best, ratio) });
    return;
  }
  // The first of a run. A file is tried again after a run that came to nothing.
  heard.set(jobId, { best: Math.max(before?.best ?? 0, ratio), ratio, at, since: { ratio, at }, reports: 1 });
  if (heard.size > MOST_REMEMBERED) heard.delete(heard.keys().next().value!);
}

/** What is left at the rate of this run so far, counted from its last report. */
function secondsLeft({ since, ratio, at, best, reports }: Heard, now: number): number | undefined {
  const [ms, gained] = [at - since.at, ratio - since.ratio];
  const isMeasured = ms >= GROUNDS.ms && gained >= GROUNDS.ratio && reports >= GROUNDS.reports;
  if (!isMeasured || ratio < best) return undefined;
  const left = (ms * (1 - ratio)) / gained - (now - at);
  return Math.max(1, Math.ceil(left / 1_000));
}
