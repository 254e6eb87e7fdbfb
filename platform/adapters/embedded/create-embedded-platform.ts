import { mkdir } from 'node:fs/promises';
import { systemClock, type Clock } from '../../clock.ts';
import { expiryRules } from '../../contracts/expiry-rules.ts';
import { jobKeys } from '../../contracts/job.ts';
import type { Platform } from '../../ports/platform.ts';
import { platformOf } from '../platform-of.ts';
import { FileCounter } from './file-counter.ts';
import { FileJobQueue } from './file-job-queue.ts';
import { FileObjectStore } from './file-object-store.ts';
import { LocalEventBus } from './local-event-bus.ts';

const SWEEP_EVERY_MS = 60_000;

export interface EmbeddedPlatformOptions {
  /** Folder that holds everything; made when missing. One process at a time. */
  readonly dataDir: string;
  readonly resultTtlSeconds?: number;
  readonly shareTtlSeconds?: number;
  readonly visibilityTimeoutSeconds?: number;
  readonly maxReceiveCount?: number;
  readonly clock?: Clock;
}

/** A whole platform in this process and one folder. Also the platform of the tests. */
export async function createEmbeddedPlatform(options: EmbeddedPlatformOptions): Promise<Platform> {
  await mkdir(options.dataDir, { recursive: true });
  const clock = options.clock ?? systemClock;
  const objects = new FileObjectStore(options.dataDir, { clock });
  await objects.clearUnfinished();
  const queue = await FileJobQueue.open(options.dataDir, options);
  const counter = await FileCounter.open(options.dataDir, { clock });
  const events = new LocalEventBus();
  const rules = expiryRules(options);
  const stopSweeping = repeat(clock, () => objects.sweep(rules, neededBy(queue.openJobIds())));
  return platformOf({ objects, queue, events, counter }, stopSweeping);
}

/** A job that waited while the server was down, or behind a long queue, still finds its upload and how it stands. */
function neededBy(jobIds: ReadonlySet<string>): (key: string) => boolean {
  const keys = new Set(
    [...jobIds].flatMap((id) => [jobKeys.upload(id), jobKeys.record(id), jobKeys.outcome(id)]),
  );
  return (key) => keys.has(key);
}

function repeat(clock: Clock, sweep: () => Promise<void>): () => void {
  let cancel = () => {};
  const run = () => {
    // A sweep that fails is tried again at its next time; the exact moment is not promised.
    sweep().catch(() => {});
    cancel = clock.after(SWEEP_EVERY_MS, run);
  };
  run();
  return () => cancel();
}
