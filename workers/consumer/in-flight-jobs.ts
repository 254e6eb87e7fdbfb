import type { JobMessage } from '#platform/contracts/job.ts';
import type { ReceiveOptions } from '#platform/ports/job-queue.ts';
import type { JobControl } from './job-context.ts';
import type { PoolName } from './pool-name.ts';

interface Entry {
  readonly jobId: string | undefined;
  readonly client: string;
  readonly pool: PoolName;
  readonly controller: AbortController;
  /** Whether it still needs an engine, or may need one. */
  holdsEngine: boolean;
  done: Promise<void>;
}

/** What may be received now. */
export interface Capacity extends Pick<ReceiveOptions, 'max' | 'onlySmall' | 'notFrom'> {
  /** The pool that works on a message of this client. */
  readonly poolFor: (client: string) => PoolName;
}

/**
 * The deliveries that a worker has in hand. Each holds an engine until it needs none any more, so the worker takes no
 * message before an engine is free, and fetches the next file while it stores a result. At most as many again may only
 * finish.
 *
 * Two more engines take small work while all others are busy. The express engine is for clients that hold no other engine;
 * a client that holds it gets no other one. The companion is for the other clients, one delivery of each. So a client never
 * holds the express engine beside another, whatever it sends and however wrong the estimate: the small work of other clients
 * begins at once, and so does a small file of a client whose large files are in work.
 */
export class InFlightJobs {
  private readonly entries = new Set<Entry>();
  private readonly engines: Readonly<Record<PoolName, number>>;
  private readonly listeners = new Set<() => void>();

  /** @param engines how many there are of each [none for small work alone] */
  constructor(engines: { readonly general: number; readonly express?: number; readonly companion?: number }) {
    this.engines = { express: 0, companion: 0, ...engines };
  }

  get size(): number {
    return this.entries.size;
  }

  /** What can be received now; null while every engine that may be used is busy. */
  get capacity(): Capacity | null {
    const [general, express, companion] = [
      this.freeEngines('general'),
      this.freeEngines('express'),
      this.freeEngines('companion'),
    ];
    const inExpress = this.clientsIn('express');
    if (general > 0) return { max: general, notFrom: inExpress, poolFor: () => 'general' };
    const [inGeneral, inCompanion] = [this.clientsIn('general'), this.clientsIn('companion')];
    const notFrom = new Set([...inExpress, ...inCompanion]);
    if (companion > 0) {
      const poolFor = (client: string) => (express > 0 && !inGeneral.has(client) ? 'express' : 'companion');
      return { max: 1, onlySmall: true, notFrom, poolFor };
    }
    if (express <= 0) return null;
    return {
      max: 1,
      onlySmall: true,
      notFrom: new Set([...notFrom, ...inGeneral]),
      poolFor: () => 'express',
    };
  }

  /**
   * Starts the work on a delivery.
   * @param work must not reject
   */
  add(
    message: Pick<JobMessage, 'jobId' | 'client'> | null,
    pool: PoolName,
    work: (control: JobControl, controller: AbortController) => Promise<void>,
  ): void {
    const controller = new AbortController();
    const entry: Entry = {
      jobId: message?.jobId,
      client: message?.client ?? '',
      pool,
      controller,
      holdsEngine: true,
      done: Promise.resolve(),
    };
    this.entries.add(entry);
    const onEngineDone = () => {
      entry.holdsEngine = false;
      this.notify();
    };
    entry.done = work({ signal: controller.signal, pool, onEngineDone }, controller).finally(() => {
      this.entries.delete(entry);
      this.notify();
    });
  }

  /** Aborts the deliveries of one job. */
  abort(jobId: string, reason: Error): void {
    for (const entry of this.entries) if (entry.jobId === jobId) entry.controller.abort(reason);
  }

  abortAll(reason: Error): void {
    for (const { controller } of this.entries) controller.abort(reason);
  }

  /** A signal that aborts as soon as the capacity may have changed. */
  untilChange(): { readonly signal: AbortSignal; readonly release: () => void } {
    const change = new AbortController();
    const listener = () => change.abort();
    this.listeners.add(listener);
    return { signal: change.signal, release: () => this.listeners.delete(listener) };
  }

  /** Resolves when every delivery has ended. */
  async untilEmpty(): Promise<void> {
    while (this.entries.size > 0) await Promise.all([...this.entries].map(({ done }) => done));
  }

  private freeEngines(pool: PoolName): number {
    const there = [...this.entries].filter((entry) => entry.pool === pool);
    const held = there.filter(({ holdsEngine }) => holdsEngine).length;
    return Math.min(this.engines[pool] - held, 2 * this.engines[pool] - there.length);
  }

  private clientsIn(pool: PoolName): ReadonlySet<string> {
    const holding = [...this.entries].filter((entry) => entry.pool === pool && entry.holdsEngine);
    return new Set(holding.map(({ client }) => client));
  }

  private notify(): void {
    for (const listener of [...this.listeners]) listener();
  }
}
