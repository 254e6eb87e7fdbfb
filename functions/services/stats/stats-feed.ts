import { randomUUID } from 'node:crypto';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import type { Logger } from '#platform/logger.ts';
import type { Platform } from '#platform/ports/platform.ts';

/** The count of compressed files as this process knows it. */
export interface StatsFeed {
  /** The newest count; never less than an earlier one. */
  read(): Promise<number>;
  /** Calls with each newer count, at most ten times a second. Returns how to stop. */
  watch(listener: (count: number) => void): () => void;
  /** Counts files that no job was made of, each once. */
  countDeviceFiles(files: number): Promise<void>;
  close(): Promise<void>;
}

interface StatsFeedOptions {
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
  let published = 0;
  let pause: NodeJS.Timeout | undefined;

  const publish = () => {
    pause = undefined;
    if (newest <= published) return;
    published = newest;
    for (const listener of listeners) listener(newest);
    pause = setTimeout(publish, intervalMs);
  };
  const update = (count: number) => {
    newest = Math.max(newest, count);
    if (pause === undefined) publish();
  };
  const refresh = async () => {
    try {
      update(await platform.counter.read());
    } catch (error) {
      logger.warn('stats.refresh-failed', { error });
    }
  };

  const unsubscribe = await platform.events.subscribe('stats', (event) => update(event.compressedCount));
  await refresh();
  const timer = setInterval(() => {
    if (listeners.size > 0) void refresh();
  }, options.refreshMs ?? 5_000);
  timer.unref();

  return {
    async read() {
      update(await platform.counter.read());
      return newest;
    },
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async countDeviceFiles(files) {
      let compressedCount = 0;
      for (let counted = 0; counted < files; counted++)
        compressedCount = (await platform.counter.addOnce(`device-${randomUUID()}`)).count;
      update(compressedCount);
      await platform.events
        .publish('stats', { type: 'stats.updated', compressedCount })
        .catch((error: unknown) => logger.warn('event.lost', { error }));
    },
    async close() {
      clearInterval(timer);
      clearTimeout(pause);
      listeners.clear();
      await unsubscribe();
    },
  };
}
