import { systemClock, type Clock } from '#platform/clock.ts';
import type { ExpiryRules } from '#platform/contracts/expiry-rules.ts';
import type { Logger } from '#platform/logger.ts';
import type { ObjectStore } from '#platform/ports/object-store.ts';

const EVERY_MS = 60_000;
const DELETE_AT_ONCE = 500;

/**
 * Deletes what has outlived its time, once a minute. For stores whose own rules count in days, while we promise
 * minutes; several processes may do it at once.
 * @returns how to stop
 */
export function deleteExpiredRegularly(options: {
  readonly objects: ObjectStore;
  readonly rules: ExpiryRules;
  readonly logger: Logger;
  readonly clock?: Clock;
}): () => void {
  const { objects, rules, logger, clock = systemClock } = options;
  let stopped = false;
  let cancel = () => {};
  const sweep = async () => {
    try {
      const count = await deleteExpired(objects, rules, clock.now());
      if (count > 0) logger.info('objects.expired', { count });
    } catch (error) {
      logger.warn('objects.expiry-failed', { error });
    }
    if (!stopped) cancel = clock.after(EVERY_MS, () => void sweep());
  };
  void sweep();
  return () => {
    stopped = true;
    cancel();
  };
}

/** @returns how many objects were deleted */
export async function deleteExpired(
  objects: ObjectStore,
  rules: ExpiryRules,
  nowMs: number,
): Promise<number> {
  let count = 0;
  for (const [prefix, seconds] of Object.entries(rules)) {
    let expired: string[] = [];
    for await (const { key, lastModified } of objects.list(prefix)) {
      if (lastModified.getTime() + seconds * 1_000 > nowMs) continue;
      expired.push(key);
      count += 1;
      if (expired.length < DELETE_AT_ONCE) continue;
      await objects.delete(expired);
      expired = [];
    }
    if (expired.length > 0) await objects.delete(expired);
  }
  return count;
}
