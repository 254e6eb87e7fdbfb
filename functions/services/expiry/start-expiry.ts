import type { Config } from '#platform/config.ts';
import { expiryRules } from '#platform/contracts/expiry-rules.ts';
import type { Logger } from '#platform/logger.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { deleteExpiredRegularly } from './expired-objects.ts';

interface ExpiryOptions {
  readonly config: Config;
  readonly platform: Platform;
  readonly logger: Logger;
  /** Called with how many deletions failed in a sweep. */
  readonly onFailures: (count: number) => void;
}

/**
 * Deletes expired objects where the store cannot do it in time: expiry rules of a bucket count in days. The embedded store
 * deletes by the minute itself.
 * @returns how to stop
 */
export function startExpiry({ config, platform, logger, onFailures }: ExpiryOptions): () => void {
  if (config.mode === 'embedded') return () => {};
  return deleteExpiredRegularly({
    ...platform,
    rules: expiryRules(config),
    logger,
    onFailures,
    onSwept: (overdue) =>
      void platform.events
        .publish('expiry', { type: 'expiry.swept', overdue })
        .catch((error: unknown) => logger.warn('event.lost', { error })),
  });
}
