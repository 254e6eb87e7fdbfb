import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import type { Logger } from '#platform/logger.ts';
import type { Platform } from '#platform/ports/platform.ts';

/** The count of compressed files as this process knows it. */
export interface StatsFeed {
  /** The newest count; never less than what was told before. */
  read(): Promise<number>;
  /** Calls with each newer count, at most ten times a second. Returns how to stop. */
  watch(listener: (count: number) => void): () => void;
  close(): Promise<void>;
}

export interface StatsFeedOptions {
  readonly platform: Pick<Platform, 'events' | 'counter'>;
  readonly logger: Logger;
  /** Shortest time between two calls of a listener. */
  readonly intervalMs?: number;
  /** Events can be lost while a connection is restored, so the counter itself is read now and then. */
  readonly refreshMs?: number;
}

/** Subscribes once for the whole process. */
export async function createStatsFeed(options: StatsFeedOptions): Promise<StatsFeed> {
  const { platform, logger } = options;
  const intervalMs = options.intervalMs ?? 1_000 / OPERATING_LIMITS.maxStatsUpdatesPerSecond;
  const listeners = new Set<(count: number) => void>();
  let newest = 0;
  let told = 0;
  let pause: NodeJS.Timeout | undefined;

  const tell = () => {
    pause = undefined;
    if (newest <= told) return;
    told = newest;
    for (const listener of listeners) listener(newest);
    pause = setTimeout(tell, intervalMs);
  };
  const learn = (count: number) => {
    newest = Math.max(newest, count);
    if (pause === undefined) tell();
  };
  const refresh = async () => {
    try {
      learn(await platform.counter.read());
    } catch (error) {
      logger.warn('stats.refresh-failed', { error });
    }
  };

  const unsubscribe = await platform.events.subscribe('stats', (event) => learn(event.compressedCount));
  await refresh();
  const timer = setInterval(() => {
    if (listeners.size > 0) void refresh();
  }, options.refreshMs ?? 5_000);
  timer.unref();

  return {
    async read() {
      learn(await platform.counter.read());
      return newest;
    },
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      clearInterval(timer);
      clearTimeout(pause);
      listeners.clear();
      await unsubscribe();
    },
  };
}
