import type { Config } from '#platform/config.ts';
import type { Logger } from '#platform/logger.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { createDailyFiles, type DailyFiles } from './daily-files.ts';
import { UploadLimits } from './upload-limits.ts';

/** What clients may send, by the minute and by the day. */
export interface Limits {
  readonly limits: UploadLimits;
  readonly dailyFiles: DailyFiles;
  close(): void;
}

interface LimitsOptions {
  readonly config: Config;
  readonly platform: Pick<Platform, 'expiringCounters'>;
  readonly logger: Logger;
  readonly onRefused: () => void;
}

export async function createLimits({ config, platform, logger, onRefused }: LimitsOptions): Promise<Limits> {
  const shared = await sharedLimiters(config, logger);
  const dailyFiles = createDailyFiles({ expiringCounters: platform.expiringCounters, logger });
  const limits = new UploadLimits({
    limits: config.rateLimits,
    dailyFiles,
    onRefused,
    ...(shared ? { createLimiter: shared.create } : {}),
  });
  return { limits, dailyFiles, close: () => shared?.close() };
}

/** In distributed mode all web processes count together. */
async function sharedLimiters(config: Config, logger: Logger) {
  if (config.mode === 'embedded') return null;
  const { redisLimiters } = await import('./redis-limiter.ts');
  return redisLimiters(config.redisUrl, logger);
}
