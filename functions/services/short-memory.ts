import type { Clock } from '#platform/clock.ts';

/** Remembers answers of a store for a moment, so that a client that asks all the time does not ask the store each time. */
interface ShortMemory<T> {
  /** What is remembered, else what `read` answers. Calls at the same moment read once; a failure is not remembered. */
  recall(key: string, read: () => Promise<T>): Promise<T>;
  forget(key: string): void;
}

interface ShortMemoryOptions {
  readonly forMs: number;
  readonly clock: Clock;
  /** Answers kept at most; then all are forgotten [10 000]. */
  readonly most?: number;
}

export function createShortMemory<T>({ forMs, clock, most = 10_000 }: ShortMemoryOptions): ShortMemory<T> {
  const remembered = new Map<string, { readonly until: number; readonly answer: Promise<T> }>();
  return {
    recall(key, read) {
      const known = remembered.get(key);
      if (known && clock.elapsed() < known.until) return known.answer;
      if (remembered.size >= most) remembered.clear();
      // From the moment of asking: a change that comes while the store answers is seen no later.
      const asked = { until: clock.elapsed() + forMs, answer: read() };
      remembered.set(key, asked);
      asked.answer.catch(() => {
        if (remembered.get(key) === asked) remembered.delete(key);
      });
      return asked.answer;
    },
    forget: (key) => void remembered.delete(key),
  };
}
