import { countCompressed } from '#platform/account-usage.ts';
import { tidingsOf } from '#platform/contracts/events.ts';
import type { JobFailureCode, JobRecord } from '#platform/contracts/job.ts';
import {
  clearEndedJob,
  clearUnreadableJob,
  isUnreadableRecord,
  transitionJob,
} from '#platform/job-records.ts';
import type { Logger } from '#platform/logger.ts';
import type { Platform } from '#platform/ports/platform.ts';

export type Ports = Pick<Platform, 'objects' | 'queue' | 'events' | 'counter' | 'holdings' | 'tallies'>;

/** Announces how a job ended and deletes what it no longer needs. Every step may be repeated for the same job. */
export interface JobOutcome {
  /** For a final record, written here or elsewhere. The caller deletes the message afterwards. */
  settle(record: JobRecord): Promise<void>;
  /** Ends an open job without a result; then settles it. A job whose record cannot be read is removed. */
  fail(jobId: string, code: JobFailureCode, message: string): Promise<void>;
  /** Deletes what a job needed while it was open, and gives its client's place back. */
  clear(jobId: string, options: { result: boolean }): Promise<void>;
}

export interface JobOutcomeOptions {
  readonly ports: Ports;
  readonly logger: Logger;
  readonly now: () => number;
  /** How long a record is of use after its end. */
  readonly resultTtlSeconds: number;
  /** Begins what the client of an ended job wants delivered [nothing]; may be called again for the same job. */
  readonly beginDeliveries?: ((record: JobRecord) => Promise<void>) | undefined;
}

export function createJobOutcome(options: JobOutcomeOptions): JobOutcome {
  const { ports, logger, now, resultTtlSeconds, beginDeliveries = () => Promise.resolve() } = options;
  const { objects, events } = ports;

  /** Counted before the events, so that a receiver of the event reads a count that includes the job. */
  const settleCompleted = async (record: JobRecord): Promise<void> => {
    const jobId = record.id;
    const [{ count, counted }] = await Promise.all([countOnce(record), keep(record)]);
    // Once a job, or never when the worker is lost in between: a number for people, which no job waits for.
    if (counted)
      await countCompressed(ports.tallies, record, now()).catch((error: unknown) =>
        logger.warn('tallies.unavailable', { error }),
      );
    await hint(() => events.publish('jobs', { type: 'job.completed', jobId, record: tidingsOf(record) }));
    await hint(() => events.publish('stats', { type: 'stats.updated', compressedCount: count }));
    await clearEndedJob(objects, jobId, { result: false });
  };

  /** The place of the job becomes that of its result; before anybody hears of the result and fetches it. */
  const keep = async ({ id, client, outputBytes: bytes = 0, expiresAt }: JobRecord): Promise<void> => {
    const leftSeconds = (Date.parse(expiresAt ?? '') - now()) / 1_000;
    if (client === undefined || !(leftSeconds > 0)) return release(id);
    const holding = { id, state: 'kept', bytes, workSeconds: 0 } as const;
    await ports.holdings
      .take(client, holding, { limits: null, holdSeconds: leftSeconds })
      .catch((error: unknown) => logger.warn('place.not-kept', { error }));
  };

  const release = async (jobId: string): Promise<void> => {
    // A place that is not given back is found out when its client needs it, or ends by itself.
    await ports.holdings
      .release(jobId)
      .catch((error: unknown) => logger.warn('place.not-released', { error }));
  };

  const countOnce = async ({ id, isCounted, finishedAt, createdAt }: JobRecord) =>
    isCounted
      ? { count: await ports.counter.read(), counted: false }
      : ports.counter.addOnce(id, Date.parse(finishedAt ?? createdAt));

  /** A lost event costs its receiver one slow poll; it must not cost the job. */
  const hint = async (publish: () => Promise<void>): Promise<void> => {
    await publish().catch((error: unknown) => logger.warn('event.lost', { error }));
  };

  const clear = async (jobId: string, what: { result: boolean }): Promise<void> => {
    await clearEndedJob(objects, jobId, what);
    await release(jobId);
  };

  const settle = async (record: JobRecord): Promise<void> => {
    const jobId = record.id;
    // First, so that what a crash cuts off is done again by the next delivery of the message.
    if (record.deliver) await beginDeliveries(record);
    if (record.status === 'completed') return settleCompleted(record);
    await clear(jobId, { result: true });
    if (record.status === 'failed')
      await hint(() => events.publish('jobs', { type: 'job.failed', jobId, record: tidingsOf(record) }));
  };

  /** Nothing can be said of such a job any more: it is removed, and its clients are sent to look. */
  const clearUnreadable = async (jobId: string, error: unknown): Promise<null> => {
    logger.error('job.unreadable', { jobId, error });
    await clearUnreadableJob(objects, jobId);
    await clear(jobId, { result: true });
    await hint(() => events.publish('jobs', { type: 'job.failed', jobId }));
    return null;
  };

  return {
    settle,
    clear,
    async fail(jobId, code, message) {
      const failure = { code, message };
      const times = endTimes(now(), resultTtlSeconds);
      const end = await transitionJob(objects, jobId, 'failed', { failure, ...times }).catch(
        (error: unknown) => {
          if (!isUnreadableRecord(error)) throw error;
          return clearUnreadable(jobId, error);
        },
      );
      if (end) await settle(end.record);
      else await clear(jobId, { result: true });
    },
  };
}

export function endTimes(nowMs: number, ttlSeconds: number): { finishedAt: string; expiresAt: string } {
  return {
    finishedAt: new Date(nowMs).toISOString(),
    expiresAt: new Date(nowMs + ttlSeconds * 1000).toISOString(),
  };
}
