import { setTimeout as pause } from 'node:timers/promises';
import { systemClock, type Clock } from '#platform/clock.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import type { Logger } from '#platform/logger.ts';
import type { ReceivedMessage } from '#platform/ports/job-queue.ts';
import type { EnginePool } from '#workers/pool/engine-pool.ts';
import type { Workspace } from '#workers/pool/workspace.ts';
import { sweepDeadLetters } from './dead-letters.ts';
import { createHeartbeat, type Heartbeat } from './heartbeat.ts';
import { createJobOutcome, type Ports } from './job-outcome.ts';
import { JobInterruption, processDelivery, type JobContext } from './process-job.ts';

export interface ConsumerOptions {
  readonly ports: Ports;
  readonly pool: Pick<EnginePool, 'run' | 'size'>;
  readonly workspace: Pick<Workspace, 'newPath'>;
  readonly logger: Logger;
  readonly resultTtlSeconds: number;
  /** Jobs in flight [one more than the pool has processes, so that the next file is there when one becomes free]. */
  readonly concurrency?: number;
  readonly heartbeat?: Heartbeat;
  readonly clock?: Clock;
}

export interface Consumer {
  /** Begins to receive; resolves when it listens for cancellations. */
  start(): Promise<void>;
  /**
   * Receives no more; jobs in flight may finish for `graceMs` [20 000], the rest is given back to the queue.
   * May be called twice.
   */
  stop(options?: { graceMs?: number }): Promise<void>;
  /** Jobs in flight. */
  inFlight(): number;
}

/** Short enough to stop soon: a poll that is under way may still bring messages and is waited for. */
const LONG_POLL_SECONDS = 5;
/** The most that SQS hands out at once. */
const MAX_BATCH = 10;
/** Pause after the queue could not be reached. */
const BACK_OFF_MS = 1_000;
const DEAD_LETTER_SWEEP_MS = 30_000;

export function createConsumer(options: ConsumerOptions): Consumer {
  const { ports, logger, clock = systemClock } = options;
  const concurrency = options.concurrency ?? options.pool.size + 1;
  const heartbeat =
    options.heartbeat ??
    createHeartbeat({
      queue: ports.queue,
      clock,
      everySeconds: OPERATING_LIMITS.heartbeatSeconds,
      visibilityTimeoutSeconds: OPERATING_LIMITS.visibilityTimeoutSeconds,
    });
  const now = () => clock.now();
  const outcome = createJobOutcome({ ports, logger, now, resultTtlSeconds: options.resultTtlSeconds });
  const context: JobContext = { ...options, outcome, now };

  const polling = new AbortController();
  const inFlight = new Map<AbortController, { jobId: string | undefined; done: Promise<void> }>();
  let loop: Promise<void> | undefined;
  let unsubscribe: (() => Promise<void>) | undefined;
  let cancelSweep = () => {};
  let stopping: Promise<void> | undefined;

  const take = (delivery: ReceivedMessage): void => {
    const controller = new AbortController();
    heartbeat.track(delivery.receiptHandle, controller);
    const done = processDelivery(context, delivery, controller.signal)
      // Ports that fail here leave the message where it is: hidden now, received again later.
      .catch((error: unknown) => logger.error('delivery.failed', { jobId: delivery.message?.jobId, error }))
      .finally(() => {
        heartbeat.untrack(delivery.receiptHandle);
        inFlight.delete(controller);
      });
    inFlight.set(controller, { jobId: delivery.message?.jobId, done });
  };

  const receiveUntilStopped = async (): Promise<void> => {
    while (!polling.signal.aborted) {
      const room = concurrency - inFlight.size;
      if (room === 0) {
        await Promise.race([...inFlight.values()].map(({ done }) => done));
        continue;
      }
      try {
        const poll = {
          max: Math.min(room, MAX_BATCH),
          waitSeconds: LONG_POLL_SECONDS,
          signal: polling.signal,
        };
        for (const delivery of await ports.queue.receive(poll)) take(delivery);
      } catch (error) {
        if (polling.signal.aborted) return;
        logger.error('receive.failed', { error });
        await pause(BACK_OFF_MS, undefined, { signal: polling.signal }).catch(() => {}); // Stopping ends the pause.
      }
    }
  };

  const sweepRegularly = async (): Promise<void> => {
    await sweepDeadLetters({ ports, outcome, logger }).catch((error: unknown) =>
      logger.error('dead-letters.failed', { error }),
    );
    if (!polling.signal.aborted) cancelSweep = clock.after(DEAD_LETTER_SWEEP_MS, () => void sweepRegularly());
  };

  const interruptAll = (): void => {
    for (const controller of inFlight.keys()) controller.abort(new JobInterruption('worker-stopping'));
  };

  const stop = async (graceMs: number): Promise<void> => {
    polling.abort();
    cancelSweep();
    await loop;
    const impatience = setTimeout(interruptAll, graceMs);
    await Promise.all([...inFlight.values()].map(({ done }) => done));
    clearTimeout(impatience);
    heartbeat.stop();
    await unsubscribe?.();
  };

  return {
    async start() {
      unsubscribe = await ports.events.subscribe('jobs', (event) => {
        if (event.type !== 'job.cancelled') return;
        for (const [controller, { jobId }] of inFlight)
          if (jobId === event.jobId) controller.abort(new JobInterruption('job-cancelled'));
      });
      loop = receiveUntilStopped();
      void sweepRegularly();
    },
    stop: ({ graceMs = 20_000 } = {}) => (stopping ??= stop(graceMs)),
    inFlight: () => inFlight.size,
  };
}
