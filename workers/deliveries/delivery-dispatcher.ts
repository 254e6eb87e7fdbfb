import { systemClock, type Clock } from '#platform/clock.ts';
import type { DeliveryRecord } from '#platform/contracts/deliveries.ts';
import type { JobRecord } from '#platform/contracts/job.ts';
import { createDelivery, listOutbox, markOf, type DueDelivery } from '#platform/delivery-records.ts';
import { deliver, type DeliverContext } from './deliver.ts';
import { BoundedQueue } from './bounded-queue.ts';
import { deliveryOfBatch } from './delivery-of-batch.ts';
import { firstDelivery } from './new-deliveries.ts';

/** Sends webhooks and results, and tries again what was not taken. */
export interface DeliveryDispatcher {
  /**
   * Begins what the client of an ended job wants delivered, and returns once that cannot get lost. Repeating it for the
   * same job changes nothing.
   */
  begin(job: JobRecord): Promise<void>;
  /** Begins to look for deliveries that are due, of all processes. */
  start(): void;
  /** Lets attempts finish for `graceMs` [5 000] from the call on; the others are made again. May be called twice. */
  stop(options?: { graceMs?: number }): Promise<void>;
}

export interface DeliveryDispatcherOptions extends Omit<DeliverContext, 'onCreated' | 'now'> {
  readonly clock?: Clock;
  /** Whether this process sends, or only leaves in the outbox what another one will find [true]. */
  readonly sends?: boolean;
  /** How often the outbox is looked at [10 s]. */
  readonly lookEveryMs?: number | undefined;
}

const LOOK_EVERY_MS = 10_000;
const GRACE_MS = 5_000;
/** Attempts at the same time: of this process, of one client, and of it to one receiver. They wait most of the time. */
const MOST_AT_ONCE = 64;
const MOST_OF_CLIENT = 16;
const MOST_TO_RECEIVER = 4;
/** What is beyond stays in the outbox, for this process or another. */
const MOST_WAITING = 100;

export function createDeliveryDispatcher(options: DeliveryDispatcherOptions): DeliveryDispatcher {
  const {
    objects,
    taskLeases,
    logger,
    clock = systemClock,
    lookEveryMs = LOOK_EVERY_MS,
    sends = true,
  } = options;
  const waiting = new BoundedQueue(MOST_AT_ONCE, MOST_WAITING);
  const stopping = new AbortController();
  const aborting = new AbortController();
  let cancelLook = () => {};
  let looking: Promise<void> = Promise.resolve();
  let stopped: Promise<void> | undefined;

  const offer = (due: DueDelivery) => {
    if (!sends || stopping.signal.aborted) return;
    const bounds = [
      { name: `receiver ${due.receiver} of ${due.signer}`, most: MOST_TO_RECEIVER },
      { name: `client ${due.signer}`, most: MOST_OF_CLIENT },
    ];
    waiting.offer(due.mark, bounds, () =>
      deliver(context, due, aborting.signal).catch((error: unknown) => {
        if (!aborting.signal.aborted)
          logger.error('delivery.postponed', { jobId: due.jobId, delivery: due.id, error });
      }),
    );
  };
  const offerNew = (record: DeliveryRecord) => {
    const due = markOf(record);
    if (due) offer(due);
  };
  const context: DeliverContext = { ...options, now: () => clock.now(), onCreated: offerNew };

  /** One process looks for all; what it finds and cannot do in time, it leaves to the next look of any. */
  const look = async () => {
    if (!(await taskLeases.take('deliveries', Math.max(1, Math.floor((lookEveryMs * 0.9) / 1_000))))) return;
    for await (const due of listOutbox(objects)) if (due.dueAt <= clock.now()) offer(due);
  };
  const lookRegularly = async () => {
    await look().catch((error: unknown) => logger.error('deliveries.not-looked-for', { error }));
    if (!stopping.signal.aborted)
      cancelLook = clock.after(lookEveryMs, () => void (looking = lookRegularly()));
  };

  const stop = async (graceMs: number) => {
    stopping.abort();
    cancelLook();
    const cancelGrace = clock.after(graceMs, () => aborting.abort(new Error('The worker stops')));
    await looking;
    await waiting.close();
    cancelGrace();
  };

  return {
    async begin(job) {
      const record = firstDelivery(job, clock.now());
      if (record && (await createDelivery(objects, record))) offerNew(record);
      const whole = await deliveryOfBatch(objects, job, clock.now());
      if (whole && (await createDelivery(objects, whole))) offerNew(whole);
    },
    start() {
      if (sends) looking = lookRegularly();
    },
    stop: ({ graceMs = GRACE_MS } = {}) => (stopped ??= stop(graceMs)),
  };
}
