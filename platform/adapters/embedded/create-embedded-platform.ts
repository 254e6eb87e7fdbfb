import { systemClock, type Clock } from '../../clock.ts';
import { expiryRules, OPEN_JOB_SECONDS } from '../../contracts/expiry-rules.ts';
import { PARTIAL_PREFIX, uploadKeyOfPartial } from '../../contracts/partial-upload.ts';
import { jobKeys, type JobMessage } from '../../contracts/job.ts';
import type { Logger } from '../../logger.ts';
import type { Platform } from '../../ports/platform.ts';
import { clearAbandoned } from '../../abandoned-uploads.ts';
import { platformOf } from '../platform-of.ts';
import { FileCounter } from './file-counter.ts';
import { FileJobQueue } from './file-job-queue.ts';
import { FileObjectStore } from './file-object-store.ts';
import { FileTallies } from './file-tallies.ts';
import { FilePartialObjects } from './file-partial-objects.ts';
import { LocalEventBus } from './local-event-bus.ts';
import { LocalOpenJobs } from './local-open-jobs.ts';
import { LocalTurns } from './local-turns.ts';
import { makePrivateFolder } from './private-files.ts';

const SWEEP_EVERY_MS = 60_000;

export interface EmbeddedPlatformOptions {
  /** Folder that holds everything; made when missing. One process at a time. */
  readonly dataDir: string;
  readonly resultTtlSeconds?: number;
  readonly shareMaxSeconds?: number;
  readonly visibilityTimeoutSeconds?: number;
  readonly maxReceiveCount?: number;
  readonly clock?: Clock;
  /** Reports what was damaged or could not be deleted [nowhere]. */
  readonly logger?: Logger | undefined;
}

/** A whole platform in this process and one folder. Also the platform of the tests. */
export async function createEmbeddedPlatform(options: EmbeddedPlatformOptions): Promise<Platform> {
  await makePrivateFolder(options.dataDir);
  const { clock = systemClock, logger } = options;
  const objects = new FileObjectStore(options.dataDir, { clock, logger });
  await objects.clearUnfinished();
  const partials = new FilePartialObjects(options.dataDir, objects, { clock });
  const queue = await FileJobQueue.open(options.dataDir, options);
  await removeOrphans(objects, queue.openMessages());
  const openJobs = await placesOf(queue.openMessages(), clock);
  const counter = await FileCounter.open(options.dataDir, { clock, logger });
  const events = new LocalEventBus();
  const rules = expiryRules(options);
  const sweep = async () => {
    const { failures, overdue } = await objects.sweep(rules, neededBy(queue.openMessages()));
    await clearAbandoned(partials, objects).catch((error: unknown) => failures.push(error));
    if (failures.length > 0)
      logger?.error('objects.expiry-failed', { count: failures.length, error: failures[0], overdue });
    await events.publish('expiry', { type: 'expiry.swept', overdue });
  };
  const stopSweeping = repeat(clock, () =>
    sweep().catch((error: unknown) => logger?.error('objects.expiry-failed', { error })),
  );
  const tallies = await FileTallies.open(options.dataDir, { clock, logger });
  const turns = new LocalTurns({ clock });
  return platformOf({ objects, partials, queue, events, counter, openJobs, tallies, turns }, stopSweeping);
}

/** What clients had open before the start: every open job has its message. */
async function placesOf(messages: readonly JobMessage[], clock: Clock): Promise<LocalOpenJobs> {
  const openJobs = new LocalOpenJobs({ clock });
  for (const { client, jobId, bytes = 0, workSeconds = 0 } of messages) {
    const job = { jobId, bytes, workSeconds, isExpected: false };
    if (client !== undefined)
      await openJobs.take(client, job, { limits: null, holdSeconds: OPEN_JOB_SECONDS });
  }
  return openJobs;
}

/** A job that waited while the server was down, or behind a long queue, still finds its upload and how it stands. */
function neededBy(messages: readonly JobMessage[]): (key: string) => boolean {
  const keys = new Set(
    messages.flatMap(({ jobId: id }) => [jobKeys.upload(id), jobKeys.record(id), jobKeys.outcome(id)]),
  );
  return (key) => keys.has(key);
}

/**
 * Deletes the uploads and open records that no message refers to: of clients that were sending, or of a process that
 * was killed between the upload and the message. Only at start, before anything new is put.
 */
async function removeOrphans(objects: FileObjectStore, messages: readonly JobMessage[]): Promise<void> {
  const isNeeded = neededBy(messages);
  // One that is whole and has not become a job yet is still asked for by its client.
  const mayBecomeJobs = new Set<string>();
  for await (const { key } of objects.list(PARTIAL_PREFIX)) mayBecomeJobs.add(uploadKeyOfPartial(key));
  for (const prefix of ['uploads/', 'jobs/'])
    for await (const { key } of objects.list(prefix))
      if (!isNeeded(key) && !mayBecomeJobs.has(key)) await objects.delete([key]);
}

/** @param sweep must not reject; what it could not do is done at its next time */
function repeat(clock: Clock, sweep: () => Promise<void>): () => void {
  let cancel = () => {};
  const run = () => {
    void sweep();
    cancel = clock.after(SWEEP_EVERY_MS, run);
  };
  run();
  return () => cancel();
}
