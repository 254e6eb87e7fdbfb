import { systemClock, type Clock } from '#platform/clock.ts';
import type { JobAnswer } from '#platform/contracts/api/answers.ts';
import {
  deliveryIdSchema,
  deliveryNameOf,
  MAX_RESENDS,
  RESEND_PAUSE_MS,
  RETRY_WINDOW_MS,
  type DeliveryRecord,
  type DeliveryState,
  type DeliveryType,
} from '#platform/contracts/deliveries.ts';
import { jobIdSchema, type JobRecord } from '#platform/contracts/job.ts';
import {
  createDelivery,
  deleteDeliveriesOf,
  deliveriesOf,
  deliveriesOfAccount,
  type DeliveryPage,
} from '#platform/delivery-records.ts';
import type { ObjectStore } from '#platform/ports/object-store.ts';
import { ApiError, fromBackend } from '../api-error.ts';

/** What was delivered of jobs, as their clients see it. The workers send it. */
export interface DeliveryService {
  /** In the order in which they were made; none for what is no id of a job. */
  list(jobId: string): Promise<DeliveryRecord[]>;
  /**
   * Those of an account, newest first, a page of them.
   * @param before the `next` of the page before
   * @throws ApiError "invalid-request" when that is none
   */
  ofAccount(accountId: string, before: string | undefined): Promise<DeliveryPage>;
  /** How the deliveries of a job stand; undefined when its client wants nothing delivered. */
  statesOf(record: JobRecord): Promise<JobAnswer['delivery']>;
  /**
   * Has a delivery sent once more, with attempts of its own; after one that failed, a minute later. The one before goes on
   * until one of them has arrived.
   * @throws ApiError "expired" when there is no such delivery, or its result is gone; "invalid-request" after too many
   */
  resend(jobId: string, deliveryId: string): Promise<DeliveryRecord>;
  /** @returns how many there were */
  deleteAllOf(jobId: string): Promise<number>;
}

/** Deliveries of an account that are told at once. */
const PAGE = 25;

export function createDeliveryService(dependencies: {
  readonly objects: ObjectStore;
  readonly clock?: Clock;
}): DeliveryService {
  const { objects, clock = systemClock } = dependencies;

  const list = async (jobId: string) => {
    if (!jobIdSchema.safeParse(jobId).success) return [];
    return fromBackend(() => deliveriesOf(objects, jobId));
  };

  return {
    list,
    async ofAccount(accountId, before) {
      if (before !== undefined && !/^\d{13}\.[A-Za-z0-9_-]+\.[a-z0-9-]+$/.test(before))
        throw new ApiError('invalid-request', {
          message: 'Expected "before" as the "next" of an answer before.',
        });
      return fromBackend(() => deliveriesOfAccount(objects, accountId, { most: PAGE, before }));
    },
    async statesOf(record) {
      if (!record.deliver) return undefined;
      const deliveries = await list(record.id);
      return {
        ...(record.deliver.webhook === undefined ? {} : { webhook: stateOf('webhook', record, deliveries) }),
        ...(record.deliver.resultUrl === undefined ? {} : { result: stateOf('result', record, deliveries) }),
      };
    },
    async resend(jobId, deliveryId) {
      const deliveries = await list(jobId);
      const found = deliveries.find(({ id }) => id === deliveryId && deliveryIdSchema.safeParse(id).success);
      if (!found) throw new ApiError('expired', { message: 'There is no such delivery, or it has expired.' });
      const now = clock.now();
      if (found.type === 'result' && Date.parse(found.deadline) <= now) throw new ApiError('expired');
      const again = sentAgain(found, deliveries, now);
      const created = await fromBackend(() => createDelivery(objects, again));
      // Another call was faster and has sent it again.
      return created ? again : ((await list(jobId)).find(({ id }) => id === again.id) ?? again);
    },
    async deleteAllOf(jobId) {
      if (!jobIdSchema.safeParse(jobId).success) return 0;
      return fromBackend(() => deleteDeliveriesOf(objects, jobId));
    },
  };
}

/** The best of those of a type; before the job has ended, they are still to come. */
function stateOf(type: DeliveryType, job: JobRecord, deliveries: readonly DeliveryRecord[]): DeliveryState {
  const states = deliveries.filter(({ id }) => deliveryNameOf(id) === type).map(({ state }) => state);
  if (states.includes('delivered')) return 'delivered';
  if (states.includes('pending')) return 'pending';
  if (states.length > 0) return 'failed';
  const isNeverMade = job.status === 'cancelled' || (job.status === 'failed' && type === 'result');
  return isNeverMade ? 'failed' : 'pending';
}

function sentAgain(
  before: DeliveryRecord,
  deliveries: readonly DeliveryRecord[],
  nowMs: number,
): DeliveryRecord {
  const { following: _once, ...rest } = before;
  const name = deliveryNameOf(before.id);
  const number = deliveries.filter(({ id }) => deliveryNameOf(id) === name).length + 1;
  if (number > MAX_RESENDS + 1)
    throw new ApiError('invalid-request', { message: 'This was sent again as often as it can be.' });
  const failedAt = deliveries
    .filter(({ id }) => deliveryNameOf(id) === name)
    .flatMap(({ attempts }) => attempts.filter(({ error }) => error !== undefined))
    .map(({ at }) => Date.parse(at));
  const next = Math.max(nowMs, ...failedAt.map((at) => at + RESEND_PAUSE_MS));
  const now = new Date(nowMs).toISOString();
  return {
    ...rest,
    id: `${name}-${number}`,
    state: 'pending',
    createdAt: now,
    attempts: [],
    nextAttemptAt: new Date(next).toISOString(),
    deadline: before.type === 'result' ? before.deadline : new Date(nowMs + RETRY_WINDOW_MS).toISOString(),
  };
}
