import express, { type Request, type Router } from 'express';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import { clientIdentityOf } from '../limits/client-identity.ts';
import { ApiError } from '../services/api-error.ts';
import type { BatchRecord, BatchRecords } from '../services/jobs/batch-records.ts';
import type { JobAccess } from '../services/holdings/job-access.ts';
import type { JobService } from '../services/jobs/job-service.ts';
import type { ShareService } from '../services/shares/share-service.ts';
import { batchAnswer } from './batch-answer.ts';

/** What is known about a batch, and how to end it. Its jobs are asked for and fetched one by one. */
export function batchJobRoutes({
  jobs,
  access,
  batches,
  shares,
}: {
  readonly jobs: JobService;
  readonly access: Pick<JobAccess, 'ownerOf'>;
  readonly batches: BatchRecords;
  readonly shares: Pick<ShareService, 'endAllOf'>;
}): Router {
  const router = express.Router();
  router
    .route('/api/batches/:id')
    .get(async (request, response) => {
      const batch = await existingBatch(batches, request);
      const answer = await batchAnswer(jobs, batch);
      if (answer.jobs.length === 0) throw noSuchBatch();
      if (answer.status === 'running') response.setHeader('Retry-After', 1);
      response.setHeader('Cache-Control', 'no-store');
      response.json(answer);
    })
    .delete(async (request, response) => {
      const { id, jobIds } = await existingBatch(batches, request);
      const { accountId } = clientIdentityOf(request);
      const owners = await Promise.all(jobIds.map((jobId) => access.ownerOf(jobId)));
      if (owners.some((owner) => owner !== undefined && owner !== accountId)) throw noSuchBatch();
      for (const jobId of jobIds) {
        if (await jobs.has(jobId)) await jobs.cancel(jobId);
        await shares.endAllOf(jobId, accountId);
      }
      await batches.forget(id);
      response.status(204).end();
    })
    .all(methodNotAllowed('GET, HEAD, DELETE'));
  return router;
}

/** The batch that a path names. @throws ApiError "expired" */
export async function existingBatch(
  batches: Pick<BatchRecords, 'find'>,
  request: Request,
): Promise<BatchRecord> {
  const batch = await batches.find(String(request.params.id ?? ''));
  if (!batch) throw noSuchBatch();
  return batch;
}

export function noSuchBatch(): ApiError {
  return new ApiError('expired', { message: 'There is no such batch, or it has expired.' });
}
