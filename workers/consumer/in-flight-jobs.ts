/** One delivery in flight. */
export interface InFlightJob {
  /** Aborts its work. */
  readonly controller: AbortController;
}

interface Entry extends InFlightJob {
  readonly jobId: string | undefined;
  readonly done: Promise<void>;
}

/** The deliveries that a worker has in hand, and how many more it can take. */
export class InFlightJobs {
  private readonly entries = new Set<Entry>();
  private readonly capacity: number;
  private notifyPlace: () => void = () => {};

  /** @param capacity deliveries at the same time */
  constructor(capacity: number) {
    this.capacity = capacity;
  }

  get size(): number {
    return this.entries.size;
  }

  get freePlaces(): number {
    return this.capacity - this.entries.size;
  }

  /**
   * Starts the work on a delivery and holds a place for it until the work has ended.
   * @param work must not reject
   */
  add(jobId: string | undefined, work: (job: InFlightJob) => Promise<void>): void {
    const controller = new AbortController();
    const done = work({ controller }).finally(() => {
      this.entries.delete(entry);
      this.notifyPlace();
    });
    const entry: Entry = { jobId, controller, done };
    this.entries.add(entry);
  }

  /** Aborts the deliveries of one job. */
  abort(jobId: string, reason: Error): void {
    for (const entry of this.entries) if (entry.jobId === jobId) entry.controller.abort(reason);
  }

  abortAll(reason: Error): void {
    for (const { controller } of this.entries) controller.abort(reason);
  }

  /** Resolves when there is a free place, or as soon as the signal aborts. For one caller at a time. */
  async untilFreePlace(signal: AbortSignal): Promise<void> {
    while (this.freePlaces <= 0 && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const end = () => {
          signal.removeEventListener('abort', end);
          resolve();
        };
        this.notifyPlace = end;
        signal.addEventListener('abort', end);
      });
    }
  }

  /** Resolves when every delivery has ended. */
  async untilEmpty(): Promise<void> {
    while (this.entries.size > 0) await Promise.all([...this.entries].map(({ done }) => done));
  }
}
