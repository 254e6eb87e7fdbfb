/** Time, handed in so that tests can move it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds since some moment, for spans of time: it runs on evenly while the time of day is set. */
  elapsed(): number;
  /** Runs `task` once after so many milliseconds; the returned function cancels it. Never keeps the process alive. */
  after(ms: number, task: () => void): () => void;
}

/** The real time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(ms, task) {
    // setTimeout turns a longer delay into 1 ms.
    const timer = setTimeout(task, Math.min(ms, 2 ** 31 - 1));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Resolves after so many milliseconds, or as soon as the signal aborts. */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(ms, end);
    signal.addEventListener('abort', end, { once: true });
  });
}
