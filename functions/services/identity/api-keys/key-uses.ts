import { systemClock, type Clock } from '#platform/clock.ts';
import type { Logger } from '#platform/logger.ts';
import type { ExpiringCounters } from '#platform/ports/expiring-counters.ts';

/** A key in constant use is noted so often, by each process. */
const NOTE_EVERY_MS = 60_000;
const REMEMBERED_MS = 400 * 86_400_000;

/** When keys were last used, to the minute. */
export interface KeyUses {
  /** Returns at once. A failure is logged, and no request waits for it. */
  note(keyId: string): void;
  /** In ISO 8601; undefined for never, or longer than 400 days ago. */
  lastUse(keyId: string): Promise<string | undefined>;
}

interface KeyUsesDependencies {
  readonly expiringCounters: Pick<ExpiringCounters, 'set' | 'read'>;
  readonly logger: Pick<Logger, 'warn'>;
  readonly clock?: Clock;
}

export function createKeyUses({
  expiringCounters,
  logger,
  clock = systemClock,
}: KeyUsesDependencies): KeyUses {
  const notedAt = new Map<string, number>();
  return {
    note(keyId) {
      const now = clock.now();
      if (now - (notedAt.get(keyId) ?? -Infinity) < NOTE_EVERY_MS) return;
      for (const [each, at] of notedAt) if (now - at >= NOTE_EVERY_MS) notedAt.delete(each);
      notedAt.set(keyId, now);
      expiringCounters
        .set(`key:${keyId}`, { lastUsedAt: now }, now + REMEMBERED_MS)
        .catch((error: unknown) => logger.warn('tallies.unavailable', { error }));
    },
    async lastUse(keyId) {
      const { lastUsedAt } = await expiringCounters.read(`key:${keyId}`);
      return lastUsedAt === undefined ? undefined : new Date(lastUsedAt).toISOString();
    },
  };
}
