import type { Request } from 'express';
import { API_ERRORS } from '#platform/contracts/api-errors.ts';
import type { JobRecord } from '#platform/contracts/job.ts';
import { ApiError, isApiError } from '../services/api-error.ts';
import type { FirstRequest, RepeatedRequest, RequestedWork } from '../services/jobs/idempotent-requests.ts';
import { failureOf, type JobService } from '../services/jobs/job-service.ts';
import { RequestFingerprint } from '../services/jobs/request-fingerprint.ts';
import type { RequestOptions } from './receive-file.ts';
import type { UploadDependencies } from './upload-dependencies.ts';

/** A request that names itself by an Idempotency-Key. */
export type KeyedRequest = (FirstRequest | RepeatedRequest) & { readonly fingerprint: RequestFingerprint };

/** Printable ASCII, in quotes or not. Source: draft-ietf-httpapi-idempotency-key-header-07; most clients leave the quotes out. */
const KEY = /^(?:"([^"\\]{1,255})"|([^"]{1,255}))$/;

/**
 * Looks up the Idempotency-Key of a request before its body is read.
 * @returns null when it has none
 * @throws  ApiError "invalid-request", or "idempotency-conflict" while the first request with the key is being received
 */
export async function openKeyedRequest(
  { idempotency, limits, jobs }: UploadDependencies,
  request: Request,
): Promise<KeyedRequest | null> {
  const key = readKey(request);
  if (key === null) return null;
  const { key: client } = await limits.clientOf(request);
  // The path of the route: the same call with a slash at its end is the same call.
  const { path } = request.route as { path: string };
  const opened = await idempotency.open(`${client} ${path}`, key, (work) => areThere(jobs, work));
  return Object.assign(opened, { fingerprint: new RequestFingerprint(key) });
}

function readKey(request: Request): string | null {
  const given = request.headersDistinct['idempotency-key'];
  if (!given) return null;
  const [, quoted, bare] =
    given.length === 1 && /^[ -~]*$/.test(given[0]!) ? (KEY.exec(given[0]!) ?? []) : [];
  const key = quoted ?? bare;
  if (key !== undefined) return key;
  throw new ApiError('invalid-request', {
    message:
      'The Idempotency-Key must be given once, with 1 to 255 printable ASCII characters, such as a UUID.',
  });
}

/** Runs what a key stands for. What came to nothing, and may come to something the next time, gives its key back. */
export async function underKey<T>(keyed: KeyedRequest | null, work: () => Promise<T>): Promise<T> {
  if (!keyed?.isFirst) return work();
  try {
    return await work();
  } catch (error) {
    // The answer to a file that is at fault stays the same.
    if (!keyed.hasBegun || isWorthRepeating(error)) await keyed.release().catch(() => {});
    throw error;
  } finally {
    keyed.close();
  }
}

/** From now on the key of a request leads to the jobs of its files. @throws ApiError "idempotency-mismatch" */
export async function beginUnderKey(
  keyed: KeyedRequest | null,
  { options, targets }: RequestOptions,
  files: readonly { readonly jobId: string }[],
  batchId?: string,
): Promise<void> {
  if (!keyed?.isFirst) return;
  const jobIds = files.map(({ jobId }) => jobId);
  const batch = batchId === undefined ? {} : { batchId };
  await keyed.begin({ fingerprint: keyed.fingerprint.of(options, targets), jobIds, ...batch });
}

/** Whether what a request led to can still be answered with. What failed for a reason of ours is tried again. */
async function areThere(jobs: JobService, { jobIds }: RequestedWork): Promise<boolean> {
  const records = await Promise.all(jobIds.map((id) => jobs.find(id)));
  return records.every((record) => record !== null && !isFaultOfOurs(record));
}

function isFaultOfOurs(record: JobRecord): boolean {
  return record.status === 'failed' && isWorthRepeating(failureOf(record));
}

/** Whether a request may be sent again under the same key, as after an error that is gone the next time. */
function isWorthRepeating(error: unknown): boolean {
  return !isApiError(error) || API_ERRORS[error.code].retryable;
}
