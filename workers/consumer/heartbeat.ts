import type { Clock } from '#platform/clock.ts';
import type { JobQueue } from '#platform/ports/job-queue.ts';

/** Why a job was aborted: its message could not be kept hidden, so another worker may have received it. */
class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
  readonly code = 'lease-lost';

  constructor(cause: unknown) {
    super('The message could not be kept hidden, so another worker may have it', { cause });
  }
}

/** Keeps messages hidden while they are worked on. */
export interface Heartbeat {
  /**
   * Extends the visibility timeout of a message that was just received, again and again. Aborts the controller with
   * {@link LeaseLostError} when the receipt is stale, or when every extension has failed until the timeout ended.
   */
  track(receiptHandle: string, controller: AbortController): void;
  untrack(receiptHandle: string): void;
  /** Ends the extensions of all messages. */
  stop(): void;
}

interface HeartbeatOptions {
  readonly queue: Pick<JobQueue, 'extend'>;
  readonly clock: Clock;
  readonly everySeconds: number;
  /** How long a receive and each extension hide the message, from that moment on. */
  readonly visibilityTimeoutSeconds: number;
}

/** Pause after an extension that failed: a queue that is away for less than the rest of the timeout costs no job. */
const RETRY_MS = 2_000;

export function createHeartbeat(options: HeartbeatOptions): Heartbeat {
  const leases = new Map<string, Lease>();
  const untrack = (receiptHandle: string): void => {
    leases.get(receiptHandle)?.end();
    leases.delete(receiptHandle);
  };
  return {
    track(receiptHandle, controller) {
      const lose = (cause: unknown): void => {
        untrack(receiptHandle);
        controller.abort(new LeaseLostError(cause));
      };
      leases.set(receiptHandle, new Lease(options, receiptHandle, lose));
    },
    untrack,
    stop() {
      for (const receiptHandle of [...leases.keys()]) untrack(receiptHandle);
    },
  };
}

/** The time for which one message stays hidden. */
class Lease {
  private readonly options: HeartbeatOptions;
  private readonly receiptHandle: string;
  private readonly onLost: (cause: unknown) => void;
  private lastFailure: unknown = 'no answer to the extension';
  private ended = false;
  private cancelBeat = () => {};
  private cancelExpiry = () => {};

  constructor(options: HeartbeatOptions, receiptHandle: string, onLost: (cause: unknown) => void) {
    this.options = options;
    this.receiptHandle = receiptHandle;
    this.onLost = onLost;
    this.renew(options.clock.elapsed());
  }

  end(): void {
    this.ended = true;
    this.cancelBeat();
    this.cancelExpiry();
  }

  /** @param since when the queue hid the message, at the earliest, as the clock's `elapsed` counts */
  private renew(since: number): void {
    const { clock, everySeconds, visibilityTimeoutSeconds } = this.options;
    const expiresAt = since + visibilityTimeoutSeconds * 1000;
    this.cancelExpiry();
    this.cancelExpiry = clock.after(expiresAt - clock.elapsed(), () => this.onLost(this.lastFailure));
    this.beatAfter(everySeconds * 1000);
  }

  private beatAfter(ms: number): void {
    this.cancelBeat = this.options.clock.after(ms, () => void this.beat());
  }

  private async beat(): Promise<void> {
    const { queue, clock, visibilityTimeoutSeconds } = this.options;
    const since = clock.elapsed();
    try {
      await queue.extend(this.receiptHandle, visibilityTimeoutSeconds);
      if (!this.ended) this.renew(since);
    } catch (error) {
      if (this.ended) return;
      if ((error as { code?: unknown }).code === 'stale-receipt') return this.onLost(error);
      this.lastFailure = error;
      this.beatAfter(RETRY_MS);
    }
  }
}
