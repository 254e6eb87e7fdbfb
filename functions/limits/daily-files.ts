import { systemClock, type Clock } from '#platform/clock.ts';
import type { Logger } from '#platform/logger.ts';
import type { ExpiringCounters } from '#platform/ports/expiring-counters.ts';
import { ApiError } from '../services/api-error.ts';
import type { ClientIdentity } from './client-identity.ts';

const DAY_MS = 86_400_000;
/** A counter of a day ends a while after it, for clocks that differ. */
const KEPT_AFTER_MS = 3_600_000;

/** What is left of a quota, for the `RateLimit` fields. */
export interface DailyQuota {
  readonly quota: number;
  readonly remaining: number;
  /** Until the next day. */
  readonly seconds: number;
}

/** Files a day of UTC, of accounts and keys always, of addresses where they have a quota. */
export interface DailyFiles {
  /**
   * Counts one file of a client, also one that is then refused.
   * @param filesPerDay of its tier; null means any number
   * @returns what is left of the smaller quota, null without any
   * @throws  ApiError "quota-exceeded"
   */
  count(client: ClientIdentity, filesPerDay: number | null): Promise<DailyQuota | null>;
  /** Files of an account today. */
  ofAccount(accountId: string): Promise<number>;
  ofKey(keyId: string): Promise<number>;
}

interface DailyFilesDependencies {
  readonly expiringCounters: Pick<ExpiringCounters, 'add' | 'read'>;
  readonly logger: Pick<Logger, 'warn'>;
  readonly clock?: Clock;
}

/** While the counters are away no client is refused: the limits of a minute still hold. */
export function createDailyFiles({
  expiringCounters,
  logger,
  clock = systemClock,
}: DailyFilesDependencies): DailyFiles {
  const dayNow = () => Math.floor(clock.now() / DAY_MS);
  const nameOf = (what: string) => `day:${dayNow()}:${what}`;
  const endOfDay = () => (dayNow() + 1) * DAY_MS;

  const countOne = async (what: string, quota: number | null): Promise<DailyQuota | null> => {
    const sum = await expiringCounters
      .add(nameOf(what), { files: 1 }, endOfDay() + KEPT_AFTER_MS)
      .catch((error: unknown) => void logger.warn('tallies.unavailable', { error }));
    if (quota === null || !sum) return null;
    const seconds = Math.max(1, Math.ceil((endOfDay() - clock.now()) / 1000));
    const files = sum.files ?? 0;
    if (files <= quota) return { quota, remaining: quota - files, seconds };
    throw new ApiError('quota-exceeded', {
      message: `The daily limit of ${quota} files is reached. It resets at midnight UTC.`,
      retryAfterSeconds: seconds,
    });
  };

  const read = async (what: string) => (await expiringCounters.read(nameOf(what))).files ?? 0;

  return {
    async count({ key, accountId, apiKey }, filesPerDay) {
      // The key's own first: what it refuses does not use up the account's.
      const own = apiKey ? await countOne(`key:${apiKey.id}`, apiKey.filesPerDay ?? null) : null;
      const shared =
        accountId !== undefined || filesPerDay !== null
          ? await countOne(accountId ?? key, filesPerDay)
          : null;
      if (!own || !shared) return own ?? shared;
      return own.remaining < shared.remaining ? own : shared;
    },
    ofAccount: (accountId) => read(accountId),
    ofKey: (keyId) => read(`key:${keyId}`),
  };
}
