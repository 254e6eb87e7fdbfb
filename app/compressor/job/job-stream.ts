import { pathOf, type JobProgress, type JobState } from './job-calls.ts';
import { stageOfJob, type Stage } from './stage.ts';

/** How a stream ended: with the job's end, because it fell silent, or because there is none to be had. */
export type StreamEnd =
  | { readonly type: 'ended'; readonly job: JobState }
  /** `opened`: the server does send events, the line or the server went away. */
  | { readonly type: 'broken'; readonly opened: boolean };

export interface StreamWatch {
  readonly signal: AbortSignal;
  onStage(stage: Stage): void;
}

const LAST_EVENTS = ['completed', 'failed', 'cancelled'] as const;
/** Some proxies hold a stream back until it ends; a job that says nothing for so long is asked for. */
const SILENT_AFTER_MS = 15_000;

/**
 * Listens to `GET /api/jobs/{id}/events` until the job has ended or nothing more is to be heard. Never rejects.
 * A hidden page does not listen: browsers allow six connections to one server, for all tabs together.
 */
export function listenToJob(jobId: string, { signal, onStage }: StreamWatch): Promise<StreamEnd> {
  return new Promise((resolve) => {
    if (typeof EventSource !== 'function' || document.hidden || signal.aborted)
      return resolve({ type: 'broken', opened: true });
    const source = new EventSource(`${pathOf(jobId)}/events`);
    const over = new AbortController();
    let opened = false;
    const end = (result: StreamEnd) => {
      clearTimeout(silence);
      over.abort();
      source.close();
      resolve(result);
    };
    const give = () => end({ type: 'broken', opened });
    let silence = setTimeout(give, SILENT_AFTER_MS);
    const listen = { signal: over.signal };
    source.addEventListener('open', () => (opened = true), listen);
    // The browser would connect again by itself, but not after an error status, and without asking for the job.
    source.addEventListener('error', give, listen);
    source.addEventListener(
      'progress',
      ({ data }) => {
        clearTimeout(silence);
        silence = setTimeout(give, SILENT_AFTER_MS);
        onStage(stageOfJob(JSON.parse(data as string) as JobProgress));
      },
      listen,
    );
    for (const type of LAST_EVENTS)
      source.addEventListener(
        type,
        ({ data }) => end({ type: 'ended', job: JSON.parse(data as string) as JobState }),
        listen,
      );
    document.addEventListener('visibilitychange', () => document.hidden && give(), listen);
    signal.addEventListener('abort', give, listen);
  });
}
