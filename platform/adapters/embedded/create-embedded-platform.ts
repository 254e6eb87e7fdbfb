import { systemClock, type Clock } from '../../clock.ts';
import { expiryRules, OPEN_JOB_SECONDS, type ExpiryRules } from '../../contracts/expiry-rules.ts';
import {
  PARTIAL_PREFIX,
  partialUploadSchema,
  uploadKeyOfPartial,
  type PartialUpload,
} from '../../contracts/partial-upload.ts';
import { jobKeys, type JobMessage } from '../../contracts/job.ts';
import type { Logger } from '../../logger.ts';
import { findJobRecord } from '../../job-records.ts';
import type { Holding } from '../../ports/holdings.ts';
import type { Platform } from '../../ports/platform.ts';
import { readAll } from '../../read-stream.ts';
import { clearAbandoned } from '../../abandoned-uploads.ts';
import { platformOf } from '../platform-of.ts';
import { FileCounter } from './file-counter.ts';
import { FileJobQueue } from './file-job-queue.ts';
import { FileObjectStore } from './file-object-store.ts';
import { FileExpiringCounters } from './file-expiring-counters.ts';
import { FilePartialObjects } from './file-partial-objects.ts';
import { LocalEventBus } from './local-event-bus.ts';
import { LocalHoldings } from './local-holdings.ts';
import { LocalTaskLeases } from './local-task-leases.ts';
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
  const holdings = new LocalHoldings({ clock });
  const messages = queue.openMessages();
  await takePlaces(holdings, { objects, partials, messages, rules: expiryRules(options), clock });
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
  const expiringCounters = await FileExpiringCounters.open(options.dataDir, { clock, logger });
  const taskLeases = new LocalTaskLeases({ clock });
  return platformOf(
    { objects, partials, queue, events, counter, holdings, expiringCounters, taskLeases },
    stopSweeping,
  );
}

/**
 * What clients held before the start, by what is there: every open job has its message, every result and every unfinished
 * upload its record. No place lasts longer than what it is for, whatever the clock says.
 */
async function takePlaces(
  holdings: LocalHoldings,
  { objects, partials, messages, rules, clock }: PlacesBefore,
): Promise<void> {
  const take = async (client: string | undefined, holding: Holding, leftSeconds: number, rule: number) => {
    const holdSeconds = Math.min(leftSeconds, rule);
    if (client !== undefined && holdSeconds > 0)
      await holdings.take(client, holding, { limits: null, holdSeconds });
  };
  for (const { client, jobId: id, bytes = 0, workSeconds = 0 } of messages)
    await take(client, { id, state: 'open', bytes, workSeconds }, OPEN_JOB_SECONDS, OPEN_JOB_SECONDS);
  const isOpen = new Set(messages.map(({ jobId }) => jobId));
  for await (const { key, bytes } of objects.list('results/')) {
    const id = key.slice('results/'.length);
    const record = await findJobRecord(objects, id).catch(() => null); // Damaged: it ends by its rule.
    if (record?.expiresAt === undefined || isOpen.has(id)) continue;
    const leftSeconds = (Date.parse(record.expiresAt) - clock.now()) / 1_000;
    await take(record.client, { id, state: 'kept', bytes, workSeconds: 0 }, leftSeconds, rules['results/']!);
  }
  for await (const { key, lastModified } of objects.list(PARTIAL_PREFIX)) {
    const stored = await objects.find(key);
    const upload = stored && partialUploadOf(await readAll(stored.body, PARTIAL_RECORD_BYTES));
    if (!upload || upload.isCompleted || isOpen.has(upload.id)) continue;
    const leftSeconds = rules[PARTIAL_PREFIX]! - (clock.now() - lastModified.getTime()) / 1_000;
    const { id, bytes, client, ticket } = upload;
    const partial = { key: jobKeys.upload(id), ticket, totalBytes: bytes };
    // Null: it is whole, and no partial object any more. A damaged ticket leads to none.
    const arrivedBytes = (await partials.keptBytes(partial).catch(() => 0)) ?? bytes;
    const holding = { id, state: 'expected', bytes, arrivedBytes, workSeconds: 0 } as const;
    await take(client, holding, leftSeconds, rules[PARTIAL_PREFIX]!);
  }
}

interface PlacesBefore {
  readonly objects: FileObjectStore;
  readonly partials: FilePartialObjects;
  readonly messages: readonly JobMessage[];
  readonly rules: ExpiryRules;
  readonly clock: Clock;
}

/** As many as functions/services/uploads/partial-upload-records.ts reads at most. */
const PARTIAL_RECORD_BYTES = 64 * 1024;

function partialUploadOf(text: Uint8Array): PartialUpload | null {
  try {
    return partialUploadSchema.parse(JSON.parse(Buffer.from(text).toString('utf8')));
  } catch {
    return null; // Damaged: the upload cannot be continued.
  }
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
