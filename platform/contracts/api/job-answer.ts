import { API_ERRORS, type ApiErrorCode } from '../api-errors.ts';
import { jobOptionsOf } from '../job-options.ts';
import type { JobFailureCode } from '../job-failure-codes.ts';
import type { JobRecord } from '../job.ts';
import type { JobAnswer } from './answers.ts';

/**
 * A job as its client sees it.
 * @param publicId  see public-job-id.ts
 * @param expiresAt in ms since 1970; Infinity while the job is open
 */
export function jobAnswerOf(record: JobRecord, publicId: string, expiresAt: number): JobAnswer {
  return {
    id: record.id,
    publicId,
    status: record.status,
    kind: record.kind,
    ...jobOptionsOf(record),
    sourceBytes: record.sourceBytes,
    outputBytes: record.outputBytes,
    createdAt: record.createdAt,
    finishedAt: record.finishedAt,
    expiresAt: Number.isFinite(expiresAt) ? new Date(expiresAt).toISOString() : undefined,
    report: record.report,
    ...(record.status === 'failed' ? failureAnswerOf(record) : {}),
    result: record.status === 'completed' ? `/api/jobs/${record.id}/result` : undefined,
  };
}

const FAILURE_CODES: Readonly<Record<JobFailureCode, ApiErrorCode>> = {
  damaged: 'damaged',
  'password-protected': 'password-protected',
  // 413 is about bytes sent; this is about what is inside.
  'too-large': 'limit-exceeded',
  'limit-exceeded': 'limit-exceeded',
  unsupported: 'unsupported-type',
  'timed-out': 'busy',
  'engine-crashed': 'compression-failed',
  internal: 'compression-failed',
};

/** Why a job did not complete. */
export function failureAnswerOf({ status, failure }: JobRecord): { code: ApiErrorCode; error: string } {
  if (status === 'cancelled') return { code: 'expired', error: 'This job was cancelled.' };
  const code = FAILURE_CODES[failure?.code ?? 'internal'];
  const isTold = failure !== undefined && failure.code !== 'internal';
  return { code, error: isTold ? failure.message : API_ERRORS[code].message };
}
