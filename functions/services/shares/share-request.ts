import { createHmac } from 'node:crypto';
import type { z } from 'zod';
import { shareRequestSchema } from '#platform/contracts/api/requests.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { ApiError } from '../api-error.ts';
import type { PlacedJob } from './zipped-results.ts';

/** What a call asks to share: each job once, the time and the name. @throws ApiError "invalid-request" */
export function readShareRequest(
  request: unknown,
  shareMaxSeconds: number,
): Pick<z.output<typeof shareRequestSchema>, 'expiresInSeconds' | 'folders' | 'showName'> & {
  readonly jobIds: readonly string[];
} {
  const parsed = shareRequestSchema.safeParse(request);
  const wrong = parsed.error?.issues[0]?.path[0];
  if (wrong === 'expiresInSeconds' || (parsed.data?.expiresInSeconds ?? 0) > shareMaxSeconds)
    throw new ApiError('invalid-request', {
      message: `Expected "expiresInSeconds" as a whole number from 60 to ${shareMaxSeconds}.`,
    });
  if (wrong === 'folders')
    throw new ApiError('invalid-request', {
      message: `Expected "folders" with the id of a job and its folder, of at most ${OPERATING_LIMITS.folderLetters} letters, for each.`,
    });
  const { jobId, jobIds = jobId === undefined ? [] : [jobId], ...how } = parsed.data ?? {};
  if (jobIds.length === 0 || (jobId !== undefined && parsed.data?.jobIds !== undefined))
    throw new ApiError('invalid-request', {
      message: `Send the id of the job as "jobId", or those of up to ${OPERATING_LIMITS.filesPerShare} as "jobIds".`,
    });
  return { ...how, jobIds: [...new Set(jobIds)] };
}

/** 128 bits like a job id, the same for the same jobs, folders and person. */
export function shareIdOf(secret: string, jobs: readonly PlacedJob[], accountId: string): string {
  const places = jobs.map(({ job, folder }) =>
    folder === '' ? job.id : `${job.id}:${JSON.stringify(folder)}`,
  );
  const mac = createHmac('sha256', secret).update(`share ${places.sort().join(' ')} ${accountId}`);
  return mac.digest().subarray(0, 16).toString('base64url');
}
