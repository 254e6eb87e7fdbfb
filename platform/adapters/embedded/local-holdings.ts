import { systemClock, type Clock } from '../../clock.ts';
import { SMALL_WORK_SECONDS } from '../../contracts/expected-work.ts';
import type { HeldHolding, Holding, HoldingLimits, Holdings, TakenHolding } from '../../ports/holdings.ts';

interface Place extends Holding {
  readonly client: string;
  /** As the clock's `elapsed` counts. */
  readonly takenAt: number;
  readonly endsAt: number;
}

/** So often what has ended is looked for among the places of all clients. */
const CLEAR_EVERY_MS = 1_000;

/**
 * The holdings of one process, in memory: a start takes them again from the queue and the records in the store. They end by
 * spans of time, so that setting the clock back makes no client wait.
 */
export class LocalHoldings implements Holdings {
  readonly #clock: Clock;
  /** By id, the last taken last. */
  readonly #places = new Map<string, Place>();
  readonly #idsOf = new Map<string, Set<string>>();
  #arrivedBytes = 0;
  #clearedAt = -Infinity;

  constructor(options: { readonly clock?: Clock } = {}) {
    this.#clock = options.clock ?? systemClock;
  }

  async take(
    client: string,
    holding: Holding,
    { limits, holdSeconds }: { readonly limits: HoldingLimits | null; readonly holdSeconds: number },
  ): Promise<TakenHolding> {
    const others = this.#current(client).filter(({ id }) => id !== holding.id);
    const open = others.filter(isOpen);
    const small = open.filter(({ workSeconds }) => workSeconds < SMALL_WORK_SECONDS);
    const ahead = { jobs: open.length, smallWorkSeconds: sum(small, 'workSeconds') };
    if (limits && open.length > 0 && isOpen(holding)) {
      const bytes = sum(open, 'bytes') + holding.bytes;
      if (open.length >= limits.jobs || bytes > limits.openBytes) return { refusedBy: 'open', ...ahead };
    }
    if (limits && others.length > 0 && sum(others, 'bytes') + holding.bytes > limits.storedBytes)
      return { refusedBy: 'stored', ...ahead };
    if (holding.state === 'fetched' && !this.#isHeld(holding.id)) return ahead;
    this.#remove(holding.id);
    const takenAt = this.#clock.elapsed();
    this.#places.set(holding.id, { ...holding, client, takenAt, endsAt: takenAt + holdSeconds * 1000 });
    this.#arrivedBytes += arrivedBytes(holding);
    const ids = this.#idsOf.get(client) ?? new Set<string>();
    this.#idsOf.set(client, ids.add(holding.id));
    return ahead;
  }

  async release(id: string): Promise<void> {
    this.#remove(id);
  }

  async of(client: string, options: { readonly isOpen?: boolean } = {}): Promise<HeldHolding[]> {
    const now = this.#clock.elapsed();
    const places = this.#current(client).filter((place) => !options.isOpen || isOpen(place));
    return places.map(({ client: _, takenAt, endsAt, ...holding }) => ({
      ...holding,
      ageSeconds: (now - takenAt) / 1000,
      endsInSeconds: (endsAt - now) / 1000,
    }));
  }

  async totalBytes(): Promise<number> {
    this.#clearEnded();
    return this.#arrivedBytes;
  }

  async fetched(max: number): Promise<{ id: string; ageSeconds: number }[]> {
    this.#clearEnded();
    const now = this.#clock.elapsed();
    const found: { id: string; ageSeconds: number }[] = [];
    for (const { id, state, takenAt } of this.#places.values()) {
      if (found.length === max) break;
      if (state === 'fetched') found.push({ id, ageSeconds: (now - takenAt) / 1000 });
    }
    return found;
  }

  async close(): Promise<void> {}

  /** The places that have not ended by themselves; those that have are forgotten. */
  #current(client: string): Place[] {
    this.#clearEnded();
    const now = this.#clock.elapsed();
    const places = [...(this.#idsOf.get(client) ?? [])].map((id) => this.#places.get(id)!);
    return places.filter(({ endsAt }) => endsAt > now);
  }

  #isHeld(id: string): boolean {
    return (this.#places.get(id)?.endsAt ?? -Infinity) > this.#clock.elapsed();
  }

  #clearEnded(): void {
    const now = this.#clock.elapsed();
    if (now - this.#clearedAt < CLEAR_EVERY_MS) return;
    this.#clearedAt = now;
    for (const { id, endsAt } of this.#places.values()) if (endsAt <= now) this.#remove(id);
  }

  #remove(id: string): void {
    const place = this.#places.get(id);
    if (!place) return;
    this.#places.delete(id);
    this.#arrivedBytes -= arrivedBytes(place);
    const ids = this.#idsOf.get(place.client);
    ids?.delete(id);
    if (ids?.size === 0) this.#idsOf.delete(place.client);
  }
}

function isOpen({ state }: Holding): boolean {
  return state === 'expected' || state === 'open';
}

function arrivedBytes({ state, bytes, arrivedBytes: arrived = 0 }: Holding): number {
  return state === 'expected' ? arrived : bytes;
}

function sum(places: readonly Place[], what: 'bytes' | 'workSeconds'): number {
  return places.reduce((total, place) => total + place[what], 0);
}
