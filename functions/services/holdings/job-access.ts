import type { DeliveryRecord } from '#platform/contracts/deliveries.ts';
import { publicJobIdSchema, type JobRecord } from '#platform/contracts/job.ts';
import { findJobByPublicId } from '#platform/delivery-records.ts';
import { isUnreadableRecord } from '#platform/job-records.ts';
import type { ObjectStore } from '#platform/ports/object-store.ts';
import { ApiError, fromBackend } from '../api-error.ts';

/**
 * Who may do what with a job. Its id is enough to read it: ids cannot be guessed, and a session may end meanwhile. Ending a job or
 * sending it somewhere is left to its account. The id of a job without an account is enough for everything.
 */
export interface JobAccess {
  /**
   * The id of a job that a client names by it, or by the public id that a webhook of its account told.
   * @throws ApiError "expired" for a public id that tells this account nothing
   */
  idOf(named: string, accountId: string | undefined): Promise<string>;
  /** The account whose job, or whose log of deliveries, it is; undefined when it has no account, or there is no such job. */
  ownerOf(jobId: string): Promise<string | undefined>;
  /** @throws ApiError "expired", as if there were no such job, when it is another account's */
  checkOwner(jobId: string, accountId: string | undefined): Promise<void>;
}

interface JobAccessDependencies {
  readonly objects: Pick<ObjectStore, 'find'>;
  readonly jobs: { find(jobId: string): Promise<JobRecord | null> };
  readonly deliveries: { list(jobId: string): Promise<DeliveryRecord[]> };
}

export function createJobAccess({ objects, jobs, deliveries }: JobAccessDependencies): JobAccess {
  const ownerOf = async (jobId: string) => {
    const record = await jobs.find(jobId).catch((error: ApiError) => {
      // Its account is unknown now, so its id is enough to clear it away.
      if (isUnreadableRecord(error.cause)) return null;
      throw error;
    });
    // The log of deliveries outlives its job.
    return record ? record.accountId : (await deliveries.list(jobId))[0]?.signer;
  };

  const checkOwner = async (jobId: string, accountId: string | undefined) => {
    const owner = await ownerOf(jobId);
    if (owner !== undefined && owner !== accountId) throw noSuchJob();
  };

  return {
    ownerOf,
    checkOwner,
    async idOf(named, accountId) {
      if (!publicJobIdSchema.safeParse(named).success) return named;
      const jobId = accountId && (await fromBackend(() => findJobByPublicId(objects, named)));
      if (!jobId || (await ownerOf(jobId)) !== accountId) throw noSuchJob();
      return jobId;
    },
  };
}

export function noSuchJob(): ApiError {
  return new ApiError('expired', { message: 'There is no such job, or it has expired.' });
}
