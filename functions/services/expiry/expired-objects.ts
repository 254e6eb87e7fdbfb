import { clearAbandoned } from '#platform/abandoned-uploads.ts';
import { systemClock, type Clock } from '#platform/clock.ts';
import type { ExpiryRules } from '#platform/contracts/expiry-rules.ts';
import { jobKeys } from '#platform/contracts/job.ts';
import { OverdueFinder, type Overdue } from '#platform/contracts/overdue.ts';
import type { Logger } from '#platform/logger.ts';
import type { ObjectStore } from '#platform/ports/object-store.ts';
import type { PartialObjects } from '#platform/ports/partial-objects.ts';
import type { TaskLeases } from '#platform/ports/task-leases.ts';

const EVERY_MS = 60_000;
/** A little less than the pause between two looks, so that the process that swept can do it again. */
const LEASE_SECONDS = 55;
const TASK = 'expiry';
const DELETE_AT_ONCE = 500;

/**
 * Deletes what has outlived its time, once a minute. For stores whose own rules count in days, while we promise
 * minutes. Of several processes one does it; each for itself while they cannot agree.
 * @returns how to stop
 */
export function deleteExpiredRegularly(options: {
  readonly objects: ObjectStore;
  /** [unfinished uploads are cleared elsewhere] */
  readonly partials?: PartialObjects;
  readonly rules: ExpiryRules;
  readonly logger: Logger;
  /** Called with how many deletions failed in a sweep. */
  readonly onFailures?: (count: number) => void;
  /** Called after each sweep with what should have gone and has not. */
  readonly onSwept?: (overdue: Overdue[]) => void;
  /** [this process always holds the lease] */
  readonly taskLeases?: Pick<TaskLeases, 'take'>;
  readonly clock?: Clock;
}): () => void {
  const { objects, partials, rules, logger, taskLeases, clock = systemClock } = options;
  const { onFailures = () => {}, onSwept = () => {} } = options;
  let stopped = false;
  let cancel = () => {};
  const holdsLease = async () => (await taskLeases?.take(TASK, LEASE_SECONDS).catch(() => true)) ?? true;
  const sweepOnce = async () => {
    const { deleted, failures, overdue } = await deleteExpired(objects, rules, clock.now());
    if ('completions/' in rules)
      await deleteSentAgain(objects).catch((error: unknown) => failures.push(error));
    if (partials) await clearAbandoned(partials, objects).catch((error: unknown) => failures.push(error));
    if (deleted > 0) logger.info('objects.expired', { count: deleted });
    if (failures.length > 0) {
      onFailures(failures.length);
      logger.error('objects.expiry-failed', { count: failures.length, error: failures[0], overdue });
    }
    onSwept(overdue);
  };
  const sweep = async () => {
    if (await holdsLease()) await sweepOnce();
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
 * @returns how many objects were deleted, the errors of listings and deletions that failed, and what is overdue for that
 */
export async function deleteExpired(
  objects: ObjectStore,
  rules: ExpiryRules,
  nowMs: number,
): Promise<{ deleted: number; failures: unknown[]; overdue: Overdue[] }> {
  const failures: unknown[] = [];
  const finder = new OverdueFinder();
  let deleted = 0;
  const remove = async (prefix: string, expired: readonly Expired[]) => {
    if (expired.length === 0) return;
    const keys = expired.map(({ key }) => key);
    try {
      await objects.delete(keys);
      deleted += keys.length;
    } catch (error) {
      failures.push(error);
      for (const { secondsLate } of expired) finder.left(prefix, secondsLate);
    }
  };
  for (const [prefix, seconds] of Object.entries(rules)) {
    let expired: Expired[] = [];
    try {
      for await (const { key, lastModified } of objects.list(prefix)) {
        const secondsLate = (nowMs - lastModified.getTime()) / 1_000 - seconds;
        if (secondsLate < 0) continue;
        expired.push({ key, secondsLate });
        if (expired.length < DELETE_AT_ONCE) continue;
        await remove(prefix, expired);
        expired = [];
      }
    } catch (error) {
      failures.push(error);
    }
    await remove(prefix, expired);
  }
  return { deleted, failures, overdue: finder.found };
}

/**
 * A presigned address takes its file again after the upload was completed, for as long as it is good. What comes then belongs
 * to no job and is not counted.
 */
export async function deleteSentAgain(objects: Pick<ObjectStore, 'list' | 'head' | 'delete'>): Promise<void> {
  const uploads: string[] = [];
  for await (const { key } of objects.list('uploads/')) uploads.push(key.slice('uploads/'.length));
  if (uploads.length === 0) return;
  const completed = new Set<string>();
  for await (const { key } of objects.list('completions/')) completed.add(key);
  for (const id of uploads) {
    // A job has its record before its upload counts as completed, and until its upload is deleted.
    const isOver = completed.has(jobKeys.completion(id)) && (await objects.head(jobKeys.record(id))) === null;
    if (isOver) await objects.delete([jobKeys.upload(id)]);
  }
}

interface Expired {
  readonly key: string;
  readonly secondsLate: number;
}
