import type { JobMessage } from '#platform/contracts/job.ts';
import type { ReceiveOptions } from '#platform/ports/job-queue.ts';
import type { JobControl } from './job-context.ts';
import type { Place } from './place.ts';

interface Entry {
  readonly jobId: string | undefined;
  readonly client: string;
  readonly place: Place;
  readonly controller: AbortController;
  /** Whether it still needs an engine, or may need one. */
  holdsPlace: boolean;
  done: Promise<void>;
}

/** What may be received now. */
export interface Vacancy extends Pick<ReceiveOptions, 'max' | 'onlySmall' | 'notFrom'> {
  /** The place that a message of this client gets. */
  readonly placeOf: (client: string) => Place;
}

/**
 * The deliveries that a worker has in hand. Each holds one of as many places as there are engines, until it needs no
 * engine any more: so no message is taken before an engine is free for it, and while one result is stored the next file
 * is fetched. Those that only finish are at most as many again.
 *
 * Two engines more are used when all others are busy, for small work: the express engine for clients that hold no other engine,
 * and who holds it gets no other one; the companion for the others, one at a time for each. So whatever one client sends, and
 * however wrong its work was estimated, it never holds the express engine beside another: small work of anyone else begins at
 * once, and so does a small file of who has large ones in work.
 */
export class InFlightJobs {
  private readonly entries = new Set<Entry>();
  private readonly engines: Readonly<Record<Place, number>>;
  private readonly listeners = new Set<() => void>();

  /** @param engines how many there are of each [none for small work alone] */
  constructor(engines: { readonly general: number; readonly express?: number; readonly companion?: number }) {
    this.engines = { express: 0, companion: 0, ...engines };
  }

  get size(): number {
    return this.entries.size;
  }

  /** What can be received now; null while every engine that may be used is busy. */
  get vacancy(): Vacancy | null {
    const [general, express, companion] = [
      this.freePlaces('general'),
      this.freePlaces('express'),
      this.freePlaces('companion'),
    ];
    const inExpress = this.clientsIn('express');
    if (general > 0) return { max: general, notFrom: inExpress, placeOf: () => 'general' };
    const [inGeneral, inCompanion] = [this.clientsIn('general'), this.clientsIn('companion')];
    const notFrom = new Set([...inExpress, ...inCompanion]);
    if (companion > 0) {
      const placeOf = (client: string) => (express > 0 && !inGeneral.has(client) ? 'express' : 'companion');
      return { max: 1, onlySmall: true, notFrom, placeOf };
    }
    if (express <= 0) return null;
    return {
      max: 1,
      onlySmall: true,
      notFrom: new Set([...notFrom, ...inGeneral]),
      placeOf: () => 'express',
    };
  }

  /**
   * Starts the work on a delivery.
   * @param work must not reject
   */
  add(
    message: Pick<JobMessage, 'jobId' | 'client'> | null,
    place: Place,
    work: (control: JobControl, controller: AbortController) => Promise<void>,
  ): void {
    const controller = new AbortController();
    const entry: Entry = {
      jobId: message?.jobId,
      client: message?.client ?? '',
      place,
      controller,
      holdsPlace: true,
      done: Promise.resolve(),
    };
    this.entries.add(entry);
    const onEngineDone = () => {
      entry.holdsPlace = false;
      this.notify();
    };
    entry.done = work({ signal: controller.signal, place, onEngineDone }, controller).finally(() => {
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

  /** A signal that aborts as soon as the vacancy may be another one. */
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

  private freePlaces(place: Place): number {
    const there = [...this.entries].filter((entry) => entry.place === place);
    const held = there.filter(({ holdsPlace }) => holdsPlace).length;
    return Math.min(this.engines[place] - held, 2 * this.engines[place] - there.length);
  }

  private clientsIn(place: Place): ReadonlySet<string> {
    const holding = [...this.entries].filter((entry) => entry.place === place && entry.holdsPlace);
    return new Set(holding.map(({ client }) => client));
  }

  private notify(): void {
    for (const listener of [...this.listeners]) listener();
  }
}
