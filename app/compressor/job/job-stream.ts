import { readEvents } from '#functions/client/read-events.ts';
import { withSession } from '~/session/with-session.ts';
import { pathOf, type JobProgress, type JobState } from './job-calls.ts';
import { stageOfJob, type Stage } from './stage.ts';

/** How a stream ended: with the job's end, because the line or the server is away, or because the server sends none. */
type StreamEnd =
  | { readonly type: 'ended'; readonly job: JobState }
  | { readonly type: 'broken' }
  | { readonly type: 'refused' };

export interface StreamWatch {
  readonly signal: AbortSignal;
  onStage(stage: Stage): void;
}

const LAST_EVENTS: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled']);
/** Some proxies hold a stream back until it ends; a job that says nothing for so long is asked for. */
const SILENT_AFTER_MS = 15_000;

/**
 * Listens to `GET /api/jobs/{id}/events` until the job has ended or nothing more is to be heard. Never rejects. By fetch: an
 * EventSource sends no token. A hidden page does not listen: browsers allow six connections to one server, for all tabs
 * together.
 */
export async function listenToJob(jobId: string, { signal, onStage }: StreamWatch): Promise<StreamEnd> {
  if (document.hidden || signal.aborted) return { type: 'broken' };
  const over = new AbortController();
  const end = () => over.abort();
  let silence = setTimeout(end, SILENT_AFTER_MS);
  document.addEventListener('visibilitychange', () => document.hidden && end(), { signal: over.signal });
  signal.addEventListener('abort', end, { signal: over.signal });
  const path = `${pathOf(jobId)}/events`;
  const ask = (headers: Readonly<Record<string, string>>) =>
    fetch(path, { headers: { Accept: 'text/event-stream', ...headers }, signal: over.signal });
  try {
    const { status, ok, body } = await withSession(path, ask);
    if (!ok || !body) return { type: status < 500 ? 'refused' : 'broken' };
    for await (const { type, data } of readEvents(body, SILENT_AFTER_MS)) {
      if (LAST_EVENTS.has(type)) return { type: 'ended', job: JSON.parse(data) as JobState };
      if (type !== 'progress') continue;
      clearTimeout(silence);
      silence = setTimeout(end, SILENT_AFTER_MS);
      onStage(stageOfJob(JSON.parse(data) as JobProgress));
    }
  } catch {
    // The line broke, or the caller has stopped listening.
  } finally {
    clearTimeout(silence);
    end();
  }
  return { type: 'broken' };
}
