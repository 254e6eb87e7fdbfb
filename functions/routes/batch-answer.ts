import type { Response } from 'express';
import type { BatchAnswer } from '#platform/contracts/api/answers.ts';
import { API_ERRORS } from '#platform/contracts/api-errors.ts';
import type { JobOptions } from '#engine/index.ts';
import { isFinal } from '#platform/job-records.ts';
import { ApiError } from '../services/api-error.ts';
import type { BatchRecord } from '../services/jobs/batch-records.ts';
import type { JobService } from '../services/jobs/job-service.ts';
import type { BatchOutcome } from './batch-work.ts';
import { jobAnswer } from './job-routes.ts';

/** A batch as clients see it. Jobs that are cancelled or have expired are missing. */
export async function batchAnswer(jobs: JobService, batch: BatchRecord): Promise<BatchAnswer> {
  const records = await Promise.all(batch.jobIds.map((id) => jobs.find(id)));
  const known = await Promise.all(records.flatMap((record) => (record ? [jobAnswer(jobs, record)] : [])));
  const having = (status: string) => known.filter((job) => job.status === status).length;
  const isDone = known.every(({ status }) => isFinal(status));
  const shares = known.map(({ status, progress = 0 }) => (isFinal(status) ? 1 : progress));
  const gone = batch.jobIds.length - known.length;
  const progress = (gone + shares.reduce((sum, share) => sum + share, 0)) / batch.jobIds.length;
  return {
    id: batch.id,
    status: isDone ? 'completed' : 'running',
    ...(isDone ? {} : { progress: Math.floor(progress * 1_000) / 1_000 }),
    createdAt: batch.createdAt,
    fileCount: batch.jobIds.length,
    completedCount: having('completed'),
    failedCount: having('failed'),
    jobs: known,
  };
}

/** Where a batch is described, with the jobs and why they failed. */
export function batchPath(batchId: string): string {
  return `/api/batches/${batchId}`;
}

/**
 * What a client must know that never looks into the zip.
 * @param ended undefined when the answer begins before all files have ended: then it is to be asked for
 */
export function setBatchHeaders(response: Response, { batchId, files, options, ended }: BatchFacts): void {
  response.setHeader('Link', `<${batchPath(batchId)}>; rel="describedby"; type="application/json"`);
  response.setHeader('X-File-Count', files);
  const records = ended?.flatMap(({ record }) => record ?? []);
  response.setHeader('X-Failed-Count', records ? files - records.length : 'unknown');
  if (options.targetBytes === undefined) return;
  const isMet = records?.every(({ report }) => report?.target?.met ?? false);
  response.setHeader('X-Target-Met', isMet === undefined ? 'unknown' : String(isMet));
}

interface BatchFacts {
  readonly batchId: string;
  /** How many. */
  readonly files: number;
  readonly options: JobOptions;
  readonly ended: readonly BatchOutcome[] | undefined;
}

/** Why nothing came of a batch. When all failed for a reason of ours, that is the answer; the client's files may be fine. */
export function whyNothing(outcomes: readonly BatchOutcome[]): ApiError {
  const ours = outcomes.find(({ error }) => error && API_ERRORS[error.code].status >= 500);
  if (ours?.error) return ours.error;
  const reasons = outcomes.map(({ file, error }) => `${file.fileName}: ${error?.message}`);
  return new ApiError('nothing-compressed', {
    message: `None of the files could be compressed. ${reasons.join(' ')}`,
  });
}
