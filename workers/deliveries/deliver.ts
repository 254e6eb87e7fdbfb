import { deliveryNameOf, isSentAgain, type DeliveryRecord } from '#platform/contracts/deliveries.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import {
  createDelivery,
  deliveriesOf,
  findDelivery,
  goneKeyOf,
  markOf,
  updateDelivery,
  type DueDelivery,
} from '#platform/delivery-records.ts';
import type { Logger } from '#platform/logger.ts';
import type { ObjectStore } from '#platform/ports/object-store.ts';
import type { ExpiringCounters } from '#platform/ports/expiring-counters.ts';
import type { TaskLeases } from '#platform/ports/task-leases.ts';
import type { WorkerMetrics } from '#workers/worker-metrics.ts';
import { RequestFailure } from '#platform/request-failure.ts';
import { deliveryRequest } from './delivery-request.ts';
import { sendGuarded, type GuardedRequest } from './guarded-request.ts';
import type { RequestGuard } from '#platform/guarded-connection.ts';
import { withAttempt, type AttemptOutcome } from './attempt-outcome.ts';
import { followingDelivery } from './new-deliveries.ts';

export interface DeliverContext {
  readonly objects: ObjectStore;
  readonly taskLeases: Pick<TaskLeases, 'take'>;
  readonly expiringCounters: Pick<ExpiringCounters, 'add'>;
  readonly guard: RequestGuard;
  /** Of the installation, the newest first. */
  readonly webhookSecrets: readonly string[];
  readonly metrics: Pick<WorkerMetrics, 'delivery'>;
  readonly logger: Logger;
  readonly now: () => number;
  /** Called with a delivery that this one has led to. */
  readonly onCreated: (record: DeliveryRecord) => void;
}

const DAY_MS = 86_400_000;
/** A counter of a day ends a while after it, for clocks that differ. */
const KEPT_AFTER_MS = 3_600_000;
/** A mark whose record is another one is let be so long: its writer may not have finished. */
const MARK_SETTLES_MS = 60_000;
/** Beside the time limit of an attempt: for the store before and after. */
const LEASE_MARGIN_SECONDS = 30;

/**
 * Makes the attempt that is due, unless another process does or did. Whatever is cut short is done again: an attempt
 * counts when its record is written, and the mark goes last.
 * @throws the error of a port, or the signal's reason; the mark stays
 */
export async function deliver(context: DeliverContext, due: DueDelivery, signal: AbortSignal): Promise<void> {
  const { objects, taskLeases, now } = context;
  const record = await findDelivery(objects, due.jobId, due.id);
  if (!record || markOf(record)?.mark !== due.mark) return clearMark(context, due);
  const request = await deliveryRequest(record, context, signal).catch(failureOf);
  const limitMs = 'error' in request ? 0 : request.limitMs;
  if (!(await taskLeases.take(`delivery ${due.mark}`, Math.ceil(limitMs / 1_000) + LEASE_MARGIN_SECONDS)))
    return;
  // Another process may have made this attempt since the record was read.
  if (!(await objects.head(due.mark))) return;
  const begun = now();
  const outcome = 'error' in request ? request : await attempt(context, { record, due, request });
  const after = withAttempt(record, outcome, { begun, ended: now() });
  await settle(context, after, due);
}

async function clearMark({ objects, now }: DeliverContext, due: DueDelivery): Promise<void> {
  if (now() - due.dueAt > MARK_SETTLES_MS) await objects.delete([due.mark]);
}

/** @throws what is wrong on our side */
async function attempt(
  context: DeliverContext,
  { record, due, request }: { record: DeliveryRecord; due: DueDelivery; request: GuardedRequest },
): Promise<AttemptOutcome> {
  if (await isGone(context, record)) return { error: 'gone' };
  if (await isSuperseded(context, record)) return { error: 'superseded' };
  if (await isTooMuch(context, due, Number(request.headers['Content-Length']))) return { error: 'too-much' };
  return sendGuarded(request, context.guard).catch(failureOf);
}

/** Counts what is about to be sent. While the counts are away nothing is refused: who sends is still limited. */
async function isTooMuch({ expiringCounters, logger, now }: DeliverContext, due: DueDelivery, bytes: number) {
  const { deliveryBytesOfAccount, deliveryBytesOfReceiver } = OPERATING_LIMITS;
  const day = Math.floor(now() / DAY_MS);
  const sent = async (whose: string) => {
    const sum = await expiringCounters
      .add(`sent:${day}:${whose}`, { bytes }, (day + 1) * DAY_MS + KEPT_AFTER_MS)
      .catch((error: unknown) => void logger.warn('tallies.unavailable', { error }));
    return sum?.bytes ?? 0;
  };
  if (due.signer !== '' && (await sent(`account:${due.signer}`)) > deliveryBytesOfAccount) return true;
  return (await sent(`receiver:${due.receiver}`)) > deliveryBytesOfReceiver;
}

/** A receiver that answered 410 is asked no more by this client; who sends again asks all the same. */
async function isGone({ objects }: DeliverContext, record: DeliveryRecord): Promise<boolean> {
  return !isSentAgain(record) && (await objects.head(goneKeyOf(record))) !== null;
}

/** Whether its client has sent it again, or had, and another one has arrived since it was made. */
async function isSuperseded({ objects }: DeliverContext, { jobId, id, createdAt }: DeliveryRecord) {
  const others = await deliveriesOf(objects, jobId);
  return others.some(
    (other) =>
      deliveryNameOf(other.id) === deliveryNameOf(id) &&
      other.state === 'delivered' &&
      other.attempts.at(-1)!.at > createdAt,
  );
}

function failureOf(error: unknown): { error: RequestFailure['code'] } {
  if (error instanceof RequestFailure) return { error: error.code };
  throw error;
}

async function settle(context: DeliverContext, record: DeliveryRecord, due: DueDelivery): Promise<void> {
  const { objects } = context;
  observe(context, record);
  await rememberGone(context, record);
  // A client that has ended the job meanwhile wants to hear no more of it.
  if (!(await findDelivery(objects, record.jobId, record.id))) return objects.delete([due.mark]);
  // Before the mark goes, so that a crash in between does not lose it.
  const following = record.state === 'pending' ? null : followingDelivery(record, context.now());
  if (following && (await createDelivery(objects, following))) context.onCreated(following);
  await updateDelivery(objects, record, due);
}

async function rememberGone({ objects }: DeliverContext, record: DeliveryRecord): Promise<void> {
  if (record.state === 'delivered' && isSentAgain(record)) await objects.delete([goneKeyOf(record)]);
  if (record.attempts.at(-1)?.status === 410)
    await objects.put(goneKeyOf(record), new Uint8Array(), { contentType: 'text/plain' });
}

function observe({ metrics, logger }: DeliverContext, record: DeliveryRecord): void {
  const { state, type, jobId, id, url, attempts } = record;
  const { status, error, durationMs } = attempts.at(-1)!;
  metrics.delivery(type, state === 'pending' ? 'retried' : state);
  // The host only: paths and queries hold secrets.
  const receiver = URL.canParse(url) ? new URL(url).hostname : undefined;
  const fields = {
    jobId,
    delivery: id,
    receiver,
    status,
    reason: error,
    durationMs,
    attempts: attempts.length,
  };
  logger.info(`delivery.${state === 'pending' ? 'retried' : state}`, fields);
}
