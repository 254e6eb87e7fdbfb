import type { Counter } from './counter.ts';
import type { EventBus } from './event-bus.ts';
import type { Holdings } from './holdings.ts';
import type { JobQueue } from './job-queue.ts';
import type { ObjectStore } from './object-store.ts';
import type { ExpiringCounters } from './expiring-counters.ts';
import type { PartialObjects } from './partial-objects.ts';
import type { TaskLeases } from './task-leases.ts';

/** What the rooms stand on. Made by `create-platform.ts`, handed down by the entry points. */
export interface Platform {
  readonly objects: ObjectStore;
  /** Objects on their way into `objects`. */
  readonly partials: PartialObjects;
  readonly queue: JobQueue;
  readonly events: EventBus;
  readonly counter: Counter;
  readonly holdings: Holdings;
  readonly expiringCounters: ExpiringCounters;
  readonly taskLeases: TaskLeases;
  /** Releases everything; may be called twice. */
  close(): Promise<void>;
}
