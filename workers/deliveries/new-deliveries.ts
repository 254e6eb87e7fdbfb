import { createHash } from 'node:crypto';
import type { JobAnswer } from '#platform/contracts/api/answers.ts';
import { jobAnswerOf } from '#platform/contracts/api/job-answer.ts';
import { RETRY_WINDOW_MS, type DeliveryRecord, type WebhookEvent } from '#platform/contracts/deliveries.ts';
import type { JobRecord } from '#platform/contracts/job.ts';
import { publicJobIdOf } from '#platform/public-job-id.ts';

/**
 * What is to be delivered of a job that has ended, first. With an address for the result, the webhook follows when the
 * result is there, or cannot be; see {@link followingDelivery}.
 * @returns null when its client wants nothing delivered
 */
export function firstDelivery(job: JobRecord, nowMs: number): DeliveryRecord | null {
  const { webhook, resultUrl, signer } = job.deliver ?? {};
  const event = eventOf(job);
  if (event === null) return null;
  const data = JSON.parse(JSON.stringify(toldJobOf(job))) as Record<string, unknown>;
  if (resultUrl !== undefined && event === 'job.completed')
    return {
      ...newDelivery({ jobId: job.id, id: 'result', type: 'result', url: resultUrl, signer }, nowMs),
      deadline: new Date(Math.min(endOf(job), nowMs + RETRY_WINDOW_MS)).toISOString(),
      ...(webhook === undefined ? {} : { following: { url: webhook, event, data } }),
    };
  if (webhook === undefined) return null;
  return webhookDelivery({ jobId: job.id, url: webhook, signer }, { event, data, at: job.finishedAt }, nowMs);
}

/**
 * A job as a webhook tells of it: its text, or a log of it, opens nothing. Its account fetches the result by the
 * public id, with its key.
 */
export function toldJobOf(job: JobRecord): JobAnswer {
  const id = publicJobIdOf(job.id);
  const answer = jobAnswerOf(job, id, endOf(job));
  const isFetched = answer.result !== undefined && job.deliver?.signer !== undefined;
  return { ...answer, id, result: isFetched ? `/api/jobs/${id}/result` : undefined };
}

/** The webhook that waited for the end of another delivery, and tells how it ended. */
export function followingDelivery(ended: DeliveryRecord, nowMs: number): DeliveryRecord | null {
  if (!ended.following) return null;
  const { url, event, data } = ended.following;
  const told = { ...data, delivery: { [ended.type]: ended.state } };
  const at = typeof data.finishedAt === 'string' ? data.finishedAt : undefined;
  return webhookDelivery({ jobId: ended.jobId, url, signer: ended.signer }, { event, data: told, at }, nowMs);
}

/** The webhook that tells of a whole batch. @param jobs what was told of each, in the order of its form */
export function batchDelivery(
  target: { readonly jobId: string; readonly url: string; readonly signer: string | undefined },
  jobs: readonly JobAnswer[],
  nowMs: number,
): DeliveryRecord {
  const data = { jobs: jobs.map(withoutReport) };
  const what = { event: 'batch.completed', data, at: undefined } as const;
  return { ...webhookDelivery(target, what, nowMs), id: 'batch' };
}

/** Ten reports are more than a receiver wants to be told. */
function withoutReport({ report: _report, ...job }: JobAnswer): Omit<JobAnswer, 'report'> {
  return job;
}

type Target = Pick<DeliveryRecord, 'jobId' | 'id' | 'type' | 'url'> & { readonly signer: string | undefined };

function webhookDelivery(
  target: Omit<Target, 'id' | 'type'>,
  {
    event,
    data,
    at,
  }: { readonly event: WebhookEvent; readonly data: object; readonly at: string | undefined },
  nowMs: number,
): DeliveryRecord {
  const timestamp = at ?? new Date(nowMs).toISOString();
  const message = {
    id: messageIdOf(target.jobId, event),
    event,
    body: JSON.stringify({ type: event, timestamp, data }),
  };
  return { ...newDelivery({ ...target, id: 'webhook', type: 'webhook' }, nowMs), message };
}

function newDelivery({ signer, ...target }: Target, nowMs: number): DeliveryRecord {
  const now = new Date(nowMs).toISOString();
  return {
    version: 1,
    ...target,
    ...(signer === undefined ? {} : { signer }),
    state: 'pending',
    createdAt: now,
    attempts: [],
    nextAttemptAt: now,
    deadline: new Date(nowMs + RETRY_WINDOW_MS).toISOString(),
  };
}

function eventOf({ status }: JobRecord): WebhookEvent | null {
  if (status === 'completed') return 'job.completed';
  return status === 'failed' ? 'job.failed' : null;
}

/** When the result expires, in ms since 1970. */
function endOf({ expiresAt }: JobRecord): number {
  return expiresAt === undefined ? Infinity : Date.parse(expiresAt);
}

/** One id for one piece of news in all processes; without a full stop, and without the id of the job, which opens it. */
function messageIdOf(jobId: string, event: WebhookEvent): string {
  return `msg_${createHash('sha256').update(`${jobId} ${event}`).digest('base64url').slice(0, 22)}`;
}
