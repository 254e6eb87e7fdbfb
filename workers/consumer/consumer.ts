import { systemClock, type Clock } from '#platform/clock.ts';
import type { JobEvent } from '#platform/contracts/events.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import type { JobQueue, ReceivedMessage } from '#platform/ports/job-queue.ts';
import type { EnginePool } from '#workers/pool/engine-pool.ts';
import { sweepDeadLettersRegularly } from './dead-letters.ts';
import { createHeartbeat, type Heartbeat } from './heartbeat.ts';
import { InFlightJobs, type Capacity } from './in-flight-jobs.ts';
import { JobInterruption } from './job-interruption.ts';
import { createJobContext, type JobContextOptions } from './create-job-context.ts';
import type { JobControl } from './job-context.ts';
import { processDelivery } from './process-job.ts';
import { receiveUntilAborted } from './receive-loop.ts';

export interface ConsumerOptions extends JobContextOptions {
  readonly pool: JobContextOptions['pool'] & Pick<EnginePool, 'size'>;
  /** An engine that is kept free for small work [none]. */
  readonly express?: (JobContextOptions['pool'] & Pick<EnginePool, 'size'>) | undefined;
  /** See {@link JobContextOptions.companion} [none]. */
  readonly companion?: (JobContextOptions['pool'] & Pick<EnginePool, 'size'>) | undefined;
  readonly heartbeat?: Heartbeat;
  readonly clock?: Clock;
}

export interface Consumer {
  /** Begins to receive; resolves when it listens for cancellations. */
  start(): Promise<void>;
  /**
   * Receives no more. Jobs in flight may finish for `graceMs` [20 000] from the call on; the rest is given back to the
   * queue. May be called twice.
   */
  stop(options?: { graceMs?: number }): Promise<void>;
  /** Deliveries in hand: at most twice as many as engines. */
  inFlight(): number;
}

const GRACE_MS = 20_000;

export function createConsumer(options: ConsumerOptions): Consumer {
  const { ports, logger, clock = systemClock } = options;
  const jobs = new InFlightJobs({
    general: options.pool.size,
    express: options.express?.size ?? 0,
    companion: options.companion?.size ?? 0,
  });
  const heartbeat = options.heartbeat ?? createDefaultHeartbeat(ports.queue, clock);
  const context = createJobContext(options, clock);
  const stopping = new AbortController();
  let receiving: Promise<void> | undefined;
  let unsubscribe: () => Promise<void> = async () => {};
  let stopSweeping: () => Promise<void> = async () => {};
  let stopped: Promise<void> | undefined;

  const work = async (
    delivery: ReceivedMessage,
    control: JobControl,
    controller: AbortController,
  ): Promise<void> => {
    heartbeat.track(delivery.receiptHandle, controller);
    try {
      await processDelivery(context, delivery, control);
    } catch (error) {
      // The message stays hidden for its visibility timeout and is received again.
      logger.error('delivery.failed', { jobId: delivery.message?.jobId, error });
    } finally {
      heartbeat.untrack(delivery.receiptHandle);
    }
  };
  const take = (delivery: ReceivedMessage, capacity: Capacity): void => {
    const pool = capacity.poolFor(delivery.message?.client ?? '');
    if (delivery.sentAt !== undefined) context.metrics.waited(pool, (clock.now() - delivery.sentAt) / 1000);
    jobs.add(delivery.message, pool, (control, controller) => work(delivery, control, controller));
  };
  const onEvent = (event: JobEvent): void => {
    if (event.type === 'job.cancelled') jobs.abort(event.jobId, new JobInterruption('job-cancelled'));
  };

  const stop = async (graceMs: number): Promise<void> => {
    stopping.abort();
    const cancelGrace = clock.after(graceMs, () => jobs.abortAll(new JobInterruption('worker-stopping')));
    await receiving;
    await jobs.untilEmpty();
    cancelGrace();
    heartbeat.stop();
    await stopSweeping();
    await unsubscribe();
  };

  return {
    async start() {
      unsubscribe = await ports.events.subscribe('jobs', onEvent);
      receiving = receiveUntilAborted({ queue: ports.queue, jobs, take, logger, clock }, stopping.signal);
      stopSweeping = sweepDeadLettersRegularly({ ...context, clock });
    },
    stop: ({ graceMs = GRACE_MS } = {}) => (stopped ??= stop(graceMs)),
    inFlight: () => jobs.size,
  };
}

function createDefaultHeartbeat(queue: JobQueue, clock: Clock): Heartbeat {
  return createHeartbeat({
    queue,
    clock,
    everySeconds: OPERATING_LIMITS.heartbeatSeconds,
    visibilityTimeoutSeconds: OPERATING_LIMITS.visibilityTimeoutSeconds,
  });
}
