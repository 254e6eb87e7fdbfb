import { systemClock, type Clock } from '#platform/clock.ts';
import type { Logger } from '#platform/logger.ts';
import type { TaskLeases } from '#platform/ports/task-leases.ts';
import type { ShareService } from './share-service.ts';

const EVERY_MS = 60_000;
/** A little less than the pause between two looks, as for other objects that expire. */
const LEASE_SECONDS = 55;

/**
 * Deletes shares whose time is over, once a minute: each has a time of its own, which rules by prefix know nothing of. Of
 * several processes one does it; each for itself while they cannot agree.
 * @returns how to stop
 */
export function endSharesRegularly(options: {
  readonly shares: Pick<ShareService, 'endExpired'>;
  readonly taskLeases: Pick<TaskLeases, 'take'>;
  readonly logger: Pick<Logger, 'error'>;
  readonly clock?: Clock;
}): () => void {
  const { shares, taskLeases, logger, clock = systemClock } = options;
  let cancel = () => {};
  let stopped = false;
  const run = async () => {
    try {
      if (await taskLeases.take('shares', LEASE_SECONDS).catch(() => true)) await shares.endExpired();
    } catch (error) {
      logger.error('objects.expiry-failed', { error });
    }
    if (!stopped) cancel = clock.after(EVERY_MS, () => void run());
  };
  void run();
  return () => {
    stopped = true;
    cancel();
  };
}
