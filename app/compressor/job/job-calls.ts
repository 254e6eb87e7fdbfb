import type { CompressionReport } from '#engine/index.ts';
import { withSession } from '~/session/with-session.ts';
import { refusalOf } from '../queue/refusal-of.ts';
import { CompressionRefused, connectionLost } from '../queue/refusal.ts';

/** How far a job is that has not ended, as its events tell it. */
export interface JobProgress {
  readonly status: 'queued' | 'running';
  /** Jobs before it; 0 is the next one. */
  readonly place?: number;
  /** 0 to 1, never falling. */
  readonly progress: number;
  readonly secondsLeft?: number;
}

/** What the page reads of a job. */
export interface JobState extends Partial<Omit<JobProgress, 'status'>> {
  readonly status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  readonly report?: CompressionReport;
  /** Why it failed, for people. */
  readonly error?: string;
  readonly code?: string;
}

/** The server does not know a job any longer: it has expired, or its server was lost with its disk. */
export class JobGone extends CompressionRefused {
  constructor(message: string) {
    super(message, { retryable: true });
  }
}

/** A question that is not answered by then will not be. */
const ANSWER_WITHIN_MS = 20_000;

/** @throws JobGone, or CompressionRefused, passing where the server was not reached or is busy */
export async function askForJob(jobId: string, signal: AbortSignal): Promise<JobState> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
  const response = await call(pathOf(jobId), inTime, signal);
  return (await reading(response.json(), signal)) as JobState;
}

/** The answer with the result, and its bytes. @throws JobGone, or CompressionRefused as {@link askForJob} does */
export async function fetchResult(
  jobId: string,
  signal: AbortSignal,
): Promise<{ readonly headers: Headers; readonly blob: Blob }> {
  const response = await call(`${pathOf(jobId)}/result`, signal, signal);
  return { headers: response.headers, blob: await reading(response.blob(), signal) };
}

/**
 * Ends a job whose result is no longer waited for. Should it fail, the job's files expire by themselves.
 * @param token of the session in which it was made: its person may have signed out since
 */
export function cancelJob(jobId: string, token: string | null): void {
  const path = pathOf(jobId);
  withSession(
    path,
    // The page may be left in the same moment.
    (headers) => fetch(path, { method: 'DELETE', keepalive: true, headers }),
    token,
  ).catch(() => undefined);
}

export function pathOf(jobId: string): string {
  return `/api/jobs/${encodeURIComponent(jobId)}`;
}

async function call(path: string, inTime: AbortSignal, signal: AbortSignal): Promise<Response> {
  const response = await withSession(path, (headers) => fetch(path, { signal: inTime, headers })).catch(
    (error: unknown) => {
      if (signal.aborted) throw signal.reason;
      throw connectionLost(error);
    },
  );
  if (response.ok) return response;
  const refusal = await refusalOf(response);
  if (response.status !== 404) throw refusal;
  // "Not done yet": the server that was asked has not heard of the end.
  if (response.headers.has('Retry-After'))
    throw new CompressionRefused(refusal.message, {
      retryable: true,
      passing: { cause: 'busy', afterMs: 1_000 },
    });
  throw new JobGone(refusal.message);
}

/** A body that breaks off is reported as a TypeError; what else goes wrong is the page's own. */
async function reading<T>(body: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await body;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof TypeError || error instanceof DOMException) throw connectionLost(error);
    throw error;
  }
}
