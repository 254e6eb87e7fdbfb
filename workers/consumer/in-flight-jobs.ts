import type { JobControl } from './job-context.ts';

interface Entry {
  readonly jobId: string | undefined;
  readonly controller: AbortController;
  /** Whether it still needs an engine, or may need one. */
  holdsPlace: boolean;
  done: Promise<void>;
}

/**
 * The deliveries that a worker has in hand. Each holds one of as many places as there are engines, until it needs no
 * engine any more: so no message is taken before an engine is free for it, and while one result is stored the next file
 * is fetched. Those that only finish are at most as many again.
 */
export class InFlightJobs {
  private readonly entries = new Set<Entry>();
  private readonly engines: number;
  private notifyPlace: () => void = () => {};

  constructor(engines: number) {
    this.engines = engines;
  }

  get size(): number {
    return this.entries.size;
  }

  /** How many more messages can be received now. */
  get freePlaces(): number {
    const held = [...this.entries].filter(({ holdsPlace }) => holdsPlace).length;
    return Math.min(this.engines - held, 2 * this.engines - this.entries.size);
  }

  /**
   * Starts the work on a delivery.
   * @param work must not reject
   */
  add(
    jobId: string | undefined,
    work: (control: JobControl, controller: AbortController) => Promise<void>,
  ): void {
    const controller = new AbortController();
    const entry: Entry = { jobId, controller, holdsPlace: true, done: Promise.resolve() };
    this.entries.add(entry);
    const onEngineDone = () => {
      entry.holdsPlace = false;
      this.notifyPlace();
    };
    entry.done = work({ signal: controller.signal, onEngineDone }, controller).finally(() => {
      this.entries.delete(entry);
      this.notifyPlace();
    });
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
