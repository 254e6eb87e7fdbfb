import { CompressionRefused } from '../queue/refusal.ts';
import type { Stage } from './stage.ts';

/** Pauses between attempts for which the server names no time; the last one repeats. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000] as const;
/** Pauses up to this long are not worth a word: a deployment is over by then. */
const QUIET_MS = 2_000;
/** A server that asks for more patience than this is refusing. */
const LONGEST_ASKED_MS = 90_000;
/** How long a file waits in all: for the line as long as the server keeps a result, for a busy server or a limit some minutes. */
const PATIENCE_MS = { line: 15 * 60_000, engine: 15 * 60_000, busy: 5 * 60_000, limit: 5 * 60_000 } as const;

/** Wakes all that wait for the line or a busy server. */
const awake = new EventTarget();

/** A person does not want to wait any longer: whatever pauses tries again at once. */
export function tryNow(): void {
  awake.dispatchEvent(new Event('now'));
}

export interface PersistWatch {
  readonly signal: AbortSignal;
  onStage(stage: Stage): void;
}

/**
 * Makes an attempt, and makes it again for as long as what goes wrong is passing: with growing pauses and some jitter,
 * as late as the server asks, and at once when the line or the person is back.
 * @throws what the attempt rejects with when it is not passing or patience is over, or the signal's reason
 */
export async function persist<T>(attempt: () => Promise<T>, { signal, onStage }: PersistWatch): Promise<T> {
  const began = Date.now();
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      const passing = error instanceof CompressionRefused ? error.passing : null;
      if (passing === null) throw error;
      const { cause, afterMs } = passing;
      const pauseMs = afterMs ?? jittered(PAUSES_MS[tries] ?? PAUSES_MS[PAUSES_MS.length - 1] ?? 0);
      const until = Date.now() + pauseMs;
      if (pauseMs > LONGEST_ASKED_MS || until - began > PATIENCE_MS[cause]) throw error;
      if (pauseMs > QUIET_MS || !navigator.onLine) onStage({ at: 'stalled', cause, until });
      await pause(pauseMs, signal);
    }
  }
}

/** Ends after `ms`, or when there is reason to believe that trying helps now. @throws the signal's reason */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = new AbortController();
    const end = (settle: () => void) => {
      clearTimeout(timer);
      over.abort();
      settle();
    };
    const timer = setTimeout(() => end(resolve), ms);
    const wake = () => end(resolve);
    window.addEventListener('online', wake, { signal: over.signal });
    // A phone that was asleep.
    document.addEventListener('visibilitychange', () => document.hidden || wake(), { signal: over.signal });
    awake.addEventListener('now', wake, { signal: over.signal });
    signal.addEventListener('abort', () => end(() => reject(signal.reason as Error)), {
      signal: over.signal,
    });
    if (signal.aborted) end(() => reject(signal.reason as Error));
  });
}

/** Between three quarters and all of it, so that clients do not all come back in the same moment. */
function jittered(ms: number): number {
  return ms * (0.75 + Math.random() / 4);
}
