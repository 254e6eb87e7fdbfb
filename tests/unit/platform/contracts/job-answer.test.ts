import { expect, it } from 'vitest';
import { API_ERRORS } from '#platform/contracts/api-errors.ts';
import { failureAnswerOf } from '#platform/contracts/api/job-answer.ts';
import type { JobFailureCode } from '#platform/contracts/job-failure-codes.ts';
import type { JobRecord } from '#platform/contracts/job.ts';

it.each<[JobFailureCode, number, boolean]>([
  ['limit-exceeded', 422, false],
  ['timed-out', 503, true],
  ['engine-crashed', 500, true],
])('answers %s with %i', (code, status, retryable) => {
  const failure = { code, message: 'Words for people.' };
  const answer = failureAnswerOf({ status: 'failed', failure } as JobRecord);
  expect(answer.error).toBe('Words for people.');
  expect(API_ERRORS[answer.code]).toMatchObject({ status, retryable });
});
