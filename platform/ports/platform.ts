import type { Counter } from './counter.ts';
import type { EventBus } from './event-bus.ts';
import type { JobQueue } from './job-queue.ts';
import type { ObjectStore } from './object-store.ts';

/** What the rooms stand on. Made by `create-platform.ts`, handed down by the entry points. */
export interface Platform {
  readonly objects: ObjectStore;
  readonly queue: JobQueue;
  readonly events: EventBus;
  readonly counter: Counter;
  /** Releases everything; may be called twice. */
  close(): Promise<void>;
}
