/**
 * What a client holds a place for:
 * - `expected`: a file that has still to come, so there is no job yet;
 * - `open`: a job that has not ended;
 * - `kept`: a result or a shared file that lies in the store;
 * - `fetched`: a result that its owner has downloaded whole.
 */
export type HoldingState = 'expected' | 'open' | 'kept' | 'fetched';

/** What one file holds of what its client may hold. */
export interface Holding {
  /** Of its job or share. */
  readonly id: string;
  readonly state: HoldingState;
  readonly bytes: number;
  /** How many of them have come, of a file that is expected [0]. */
  readonly arrivedBytes?: number | undefined;
  /** CPU seconds that it is expected to take; 0 of what has ended. */
  readonly workSeconds: number;
}

/** Of one client, all together. One file alone may be larger. */
export interface HoldingLimits {
  /** Files expected and jobs open, and their bytes. */
  readonly jobs: number;
  readonly openBytes: number;
  /** Bytes of everything. */
  readonly storedBytes: number;
}

export interface TakenHolding {
  /** Which of the limits leaves no room; then nothing was changed. */
  readonly refusedBy?: 'open' | 'stored';
  /** What else the client has expected or open. */
  readonly jobs: number;
  /** Work of what is small of these, see expected-work.ts. */
  readonly smallWorkSeconds: number;
}

/** A holding as it stands. */
export interface HeldHolding extends Holding {
  readonly ageSeconds: number;
  readonly endsInSeconds: number;
}

/**
 * What each client holds, as bounded by its limits, until it is released or ends. Promises:
 * - `take` looks and takes in one step, so the limits hold however many processes take at once;
 * - an id holds one place; taking it again replaces it, in its new state and anew for `holdSeconds`;
 * - a place becomes `fetched` only while it is held: what was released in between stays released, and nothing is refused;
 * - `release` may be repeated, and succeeds for what holds no place;
 * - a holding that is not released ends by itself `holdSeconds` after it was last taken, also when a clock is set meanwhile.
 */
export interface Holdings {
  /**
   * @param client a key that tells clients apart without naming them
   * @param options.limits null takes the place in any case
   */
  take(
    client: string,
    holding: Holding,
    options: { readonly limits: HoldingLimits | null; readonly holdSeconds: number },
  ): Promise<TakenHolding>;
  release(id: string): Promise<void>;
  /** The places of a client. @param options.isOpen only of files that are expected and jobs that are open [all] */
  of(client: string, options?: { readonly isOpen?: boolean }): Promise<HeldHolding[]>;
  /** Bytes of all clients that have arrived: what has still to come would let a promise keep others out. */
  totalBytes(): Promise<number>;
  /** Ids of results that their owners have, the first fetched first, at most `max`. */
  fetched(max: number): Promise<{ readonly id: string; readonly ageSeconds: number }[]>;
  close(): Promise<void>;
}
