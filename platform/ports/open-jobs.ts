/** What a job, or an upload that shall become one, holds of what its client may have open. */
export interface OpenJob {
  readonly jobId: string;
  readonly bytes: number;
  /** CPU seconds that it is expected to take. */
  readonly workSeconds: number;
  /** Whether its file has still to come: then there is no job yet. */
  readonly isExpected: boolean;
}

export interface OpenLimits {
  readonly jobs: number;
  /** All together. One job alone may be larger. */
  readonly bytes: number;
}

export interface TakenPlace {
  /** False when the limits leave no room; then nothing was changed. */
  readonly taken: boolean;
  /** What else the client has open. */
  readonly jobs: number;
  readonly workSeconds: number;
}

/**
 * The jobs that each client has open, as bounded by its limits. Promises:
 * - `take` looks and takes in one step, so the limits hold however many processes take at once;
 * - a job holds one place, however often it is taken; taking it again renews it;
 * - `release` may be repeated, and succeeds for a job that holds no place;
 * - a place that nobody releases ends by itself `holdSeconds` after it was last taken.
 */
export interface OpenJobs {
  /**
   * @param client a key that names nobody
   * @param options.limits null takes the place in any case
   */
  take(
    client: string,
    job: OpenJob,
    options: { readonly limits: OpenLimits | null; readonly holdSeconds: number },
  ): Promise<TakenPlace>;
  release(jobId: string): Promise<void>;
  /** The places of a client, and when each was last taken, in ms since 1970. */
  of(client: string): Promise<(OpenJob & { readonly takenAt: number })[]>;
  close(): Promise<void>;
}
