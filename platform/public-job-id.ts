import { createHash } from 'node:crypto';
import { PUBLIC_JOB_ID, PUBLIC_JOB_ID_PREFIX } from './contracts/public-job-id-form.ts';

/**
 * What a job is called where others read it: in webhooks, log lines and traces. The id itself opens the job, this digest of
 * it opens nothing; 128 random bits cannot be found again from it.
 * @returns `job_` and 22 URL-safe characters; always the same for a job, and for its public id that id
 */
export function publicJobIdOf(jobId: string): string {
  if (PUBLIC_JOB_ID.test(jobId)) return jobId;
  const digest = createHash('sha256').update(`job ${jobId}`).digest('base64url');
  return PUBLIC_JOB_ID_PREFIX + digest.slice(0, 22);
}

/** An id of a job as an attribute of a span. */
export function tracedJobId(jobId: string | undefined): { 'featherpress.job_id'?: string } {
  return jobId === undefined ? {} : { 'featherpress.job_id': publicJobIdOf(jobId) };
}
