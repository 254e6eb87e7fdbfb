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
  /** Called with how many deletions failed in a sweep. */
  readonly onFailures?: (count: number) => void;
  readonly clock?: Clock;
}): () => void {
  const { objects, rules, logger, onFailures = () => {}, clock = systemClock } = options;
  let stopped = false;
  let cancel = () => {};
  const sweep = async () => {
    const { deleted, failures } = await deleteExpired(objects, rules, clock.now());
    if (deleted > 0) logger.info('objects.expired', { count: deleted });
    if (failures.length > 0) {
      onFailures(failures.length);
      logger.error('objects.expiry-failed', { count: failures.length, error: failures[0] });
    }
    if (!stopped) cancel = clock.after(EVERY_MS, () => void sweep());
  };
  void sweep();
  return () => {
    stopped = true;
    cancel();
  };
}

/**
 * Goes on past what cannot be listed or deleted, so that one object does not keep others beyond their time.
 * @returns how many objects were deleted, and the errors of listings and deletions that failed
 */
export async function deleteExpired(
  objects: ObjectStore,
  rules: ExpiryRules,
  nowMs: number,
): Promise<{ deleted: number; failures: unknown[] }> {
  const failures: unknown[] = [];
  let deleted = 0;
  const remove = async (keys: readonly string[]) => {
    if (keys.length === 0) return;
    try {
      await objects.delete(keys);
      deleted += keys.length;
    } catch (error) {
      failures.push(error);
    }
  };
  for (const [prefix, seconds] of Object.entries(rules)) {
    let expired: string[] = [];
    try {
      for await (const { key, lastModified } of objects.list(prefix)) {
        if (lastModified.getTime() + seconds * 1_000 > nowMs) continue;
        expired.push(key);
        if (expired.length < DELETE_AT_ONCE) continue;
        await remove(expired);
        expired = [];
      }
    } catch (error) {
      failures.push(error);
    }
    await remove(expired);
  }
  return { deleted, failures };
}
