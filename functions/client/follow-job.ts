import type { Job, JobProgress } from './api-types.ts';
import { FeatherpressError, retryAfterOf } from './featherpress-error.ts';
import { readEvents, type ServerSentEvent } from './read-events.ts';
import { isWorthRepeating, type ServerLine } from './server-line.ts';

/** News of a job: how far it is, and at last what became of it. */
export type JobUpdate =
  | { readonly type: 'progress'; readonly progress: JobProgress }
  | { readonly type: 'completed' | 'failed' | 'cancelled'; readonly job: Job };

/** Streams that end without an event before the job is asked for instead. */
const EMPTY_STREAMS = 2;
/** The server says something every 15 seconds; a proxy that collects what it should pass on gives nothing. */
const SILENCE_MS = 30_000;
/** A proxy that collects even the beginning of an answer gives none. */
const STREAM_RETRIES = 1;
const ASK_SECONDS = 1;

/**
 * News of a job until it has ended: by server-sent events, over as many lines as break; by asking again and again where
 * events do not get through.
 * @throws FeatherpressError "expired" for a job that there is not, or "network"
 */
export async function* followJob(
  line: ServerLine,
  id: string,
  signal?: AbortSignal,
): AsyncGenerator<JobUpdate, void, undefined> {
  const path = `/api/jobs/${encodeURIComponent(id)}`;
  let lastId = '';
  for (let empty = 0; empty < EMPTY_STREAMS;) {
    empty++;
    try {
      for await (const event of eventsOf(line, path, lastId, signal)) {
        lastId = event.id;
        const update = updateOf(event);
        if (update === undefined) continue;
        empty = 0;
        yield update;
        if (update.type !== 'progress') return;
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (isNoStream(error)) break;
      // The line broke within the stream, which is read outside of the calls that are repeated.
      if (error instanceof FeatherpressError && !isWorthRepeating(error)) throw error;
    }
    if (empty > 0) await line.pause(empty, undefined, signal);
  }
  yield* askedFor(line, path, signal);
}

async function* eventsOf(
  line: ServerLine,
  path: string,
  lastId: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<ServerSentEvent> {
  const response = await line.call(`${path}/events`, {
    headers: { Accept: 'text/event-stream', ...(lastId === '' ? {} : { 'Last-Event-ID': lastId }) },
    signal,
    retries: STREAM_RETRIES,
    answerWithinMs: Math.min(SILENCE_MS, line.stalledAfterMs),
    isStream: true,
  });
  if (response.body) yield* readEvents(response.body, SILENCE_MS);
}

/** A server of before, or a proxy that takes no streams. A job that is unknown is told by another code. */
function isNoStream(error: unknown): boolean {
  return (
    error instanceof FeatherpressError &&
    (error.code === 'not-found' || [405, 406, 501].includes(error.status))
  );
}

function updateOf({ type, data }: ServerSentEvent): JobUpdate | undefined {
  switch (type) {
    case 'progress':
      return { type, progress: progressFrom(JSON.parse(data) as ToldProgress) };
    case 'completed':
    case 'failed':
    case 'cancelled':
      return { type, job: JSON.parse(data) as Job };
    default:
      return undefined;
  }
}

/** Servers before 1.3 called a job that runs `processing` in their events. */
type ToldProgress = Omit<JobProgress, 'status'> & { readonly status: JobProgress['status'] | 'processing' };

function progressFrom({ status, ...rest }: ToldProgress): JobProgress {
  return { ...rest, status: status === 'processing' ? 'running' : status };
}

async function* askedFor(
  line: ServerLine,
  path: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<JobUpdate, void, undefined> {
  for (;;) {
    const response = await line.call(path, { signal });
    const job = (await response.json()) as Job;
    const { status } = job;
    if (status !== 'queued' && status !== 'running') return yield { type: status, job };
    yield { type: 'progress', progress: progressOf(status, job) };
    await line.pause(0, retryAfterOf(response) ?? ASK_SECONDS, signal);
  }
}

/** What an event would have said. */
function progressOf(status: 'queued' | 'running', { place, progress = 0, secondsLeft }: Job): JobProgress {
  return {
    status,
    progress,
    ...(place === undefined ? {} : { place }),
    ...(secondsLeft === undefined ? {} : { secondsLeft }),
  };
}
