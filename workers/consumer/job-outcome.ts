import { countCompressed } from '#platform/account-usage.ts';
import { eventPayloadOf } from '#platform/contracts/events.ts';
import type { JobFailureCode } from '#platform/contracts/job-failure-codes.ts';
import type { JobRecord } from '#platform/contracts/job.ts';
import {
  clearEndedJob,
  clearUnreadableJob,
  isUnreadableRecord,
  transitionJob,
} from '#platform/job-records.ts';
import type { Logger } from '#platform/logger.ts';
import type { Platform } from '#platform/ports/platform.ts';

export type Ports = Pick<
  Platform,
  'objects' | 'queue' | 'events' | 'counter' | 'holdings' | 'expiringCounters'
>;

interface JobOutcomeOptions {
  readonly ports: Ports;
  readonly logger: Logger;
  readonly now: () => number;
  /** How long a record stays after its end. */
  readonly resultTtlSeconds: number;
  /** Begins what the client of an ended job wants delivered [nothing]; may be called again for the same job. */
  readonly beginDeliveries?: ((record: JobRecord) => Promise<void>) | undefined;
}

/** Announces how a job ended and deletes what it no longer needs. Every step may be repeated for the same job. */
export class JobOutcome {
  private readonly options: JobOutcomeOptions;

  constructor(options: JobOutcomeOptions) {
    this.options = options;
  }

  /** For a final record, written here or elsewhere. The caller deletes the message afterwards. */
  async settle(record: JobRecord): Promise<void> {
    // First, so that what a crash cuts off is done again by the next delivery of the message.
    if (record.deliver) await this.options.beginDeliveries?.(record);
    if (record.status === 'completed') return this.settleCompleted(record);
    await this.clear(record.id, { result: true });
    if (record.status === 'failed') await this.publishEnd('job.failed', record);
  }

  /** Ends an open job without a result; then settles it. A job whose record cannot be read is removed. */
  async fail(jobId: string, code: JobFailureCode, message: string): Promise<void> {
    const { ports, now, resultTtlSeconds } = this.options;
    const failure = { code, message };
    const times = endTimes(now(), resultTtlSeconds);
    const end = await transitionJob(ports.objects, jobId, 'failed', { failure, ...times }).catch(
      (error: unknown) => {
        if (!isUnreadableRecord(error)) throw error;
        return this.clearUnreadable(jobId, error);
      },
    );
    if (end) await this.settle(end.record);
    else await this.clear(jobId, { result: true });
  }

  /** Deletes what a job needed while it was open, and releases the holding of its client. */
  async clear(jobId: string, options: { result: boolean }): Promise<void> {
    await clearEndedJob(this.options.ports.objects, jobId, options);
    await this.release(jobId);
  }

  /** The holding of the job becomes that of its result, before the job ends and its client can fetch it. */
  async keep({ id, client, outputBytes: bytes = 0, expiresAt }: JobRecord): Promise<void> {
    const { ports, logger, now } = this.options;
    const leftSeconds = (Date.parse(expiresAt ?? '') - now()) / 1_000;
    if (client === undefined || !(leftSeconds > 0)) return this.release(id);
    const holding = { id, state: 'kept', bytes, workSeconds: 0 } as const;
    await ports.holdings
      .take(client, holding, { limits: null, holdSeconds: leftSeconds })
      .catch((error: unknown) => logger.warn('place.not-kept', { error }));
  }

  /** Counted before the events, so that a receiver of the event reads a count that includes the job. */
  private async settleCompleted(record: JobRecord): Promise<void> {
    const { ports, logger, now } = this.options;
    const { count, counted } = await this.countOnce(record);
    // Once a job, or never when the worker is lost in between: a number for people, which no job waits for.
    if (counted)
      await countCompressed(ports.expiringCounters, record, now()).catch((error: unknown) =>
        logger.warn('tallies.unavailable', { error }),
      );
    await this.publishEnd('job.completed', record);
    await this.hint(() => ports.events.publish('stats', { type: 'stats.updated', compressedCount: count }));
    await clearEndedJob(ports.objects, record.id, { result: false });
  }

  /** A holding that stays is found when its client needs the room, or ends by itself. */
  private async release(jobId: string): Promise<void> {
    const { ports, logger } = this.options;
    await ports.holdings
      .release(jobId)
      .catch((error: unknown) => logger.warn('place.not-released', { error }));
  }

  private async countOnce({ id, isCounted, finishedAt, createdAt }: JobRecord) {
    const { counter } = this.options.ports;
    return isCounted
      ? { count: await counter.read(), counted: false }
      : counter.addOnce(id, Date.parse(finishedAt ?? createdAt));
  }

  private publishEnd(type: 'job.completed' | 'job.failed', record: JobRecord): Promise<void> {
    const { events } = this.options.ports;
    return this.hint(() =>
      events.publish('jobs', { type, jobId: record.id, record: eventPayloadOf(record) }),
    );
  }

  /** A lost event costs its receiver one slow poll; it must not cost the job. */
  private async hint(publish: () => Promise<void>): Promise<void> {
    await publish().catch((error: unknown) => this.options.logger.warn('event.lost', { error }));
  }

  /** Such a job can tell nothing any more: it is removed, and its clients are sent to look. */
  private async clearUnreadable(jobId: string, error: unknown): Promise<null> {
    const { ports, logger } = this.options;
    logger.error('job.unreadable', { jobId, error });
    await clearUnreadableJob(ports.objects, jobId);
    await this.clear(jobId, { result: true });
    await this.hint(() => ports.events.publish('jobs', { type: 'job.failed', jobId }));
    return null;
  }
}

export function endTimes(nowMs: number, ttlSeconds: number): { finishedAt: string; expiresAt: string } {
  return {
    finishedAt: new Date(nowMs).toISOString(),
    expiresAt: new Date(nowMs + ttlSeconds * 1000).toISOString(),
  };
}
