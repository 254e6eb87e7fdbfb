import type { Platform } from '#platform/ports/platform.ts';
import type { ClientHoldings } from '../holdings/client-holdings.ts';
import { createBatchRecords, type BatchRecords } from './batch-records.ts';
import { IdempotentRequests } from './idempotent-requests.ts';
import { createJobEvents, type JobEvents } from './job-events.ts';
import { JobIntake } from './job-intake.ts';
import { createJobProgress } from './job-progress.ts';
import { JobService } from './job-service.ts';
import { createJobWaiters } from './job-waiters.ts';
import { createRecentRecords } from './recent-records.ts';
import type { WaitingJobs } from './waiting-jobs.ts';

/** Jobs from their upload to their result, and what belongs to several of them. */
export interface Jobs {
  readonly intake: JobIntake;
  readonly jobs: JobService;
  readonly events: JobEvents;
  readonly batches: BatchRecords;
  readonly idempotency: IdempotentRequests;
  close(): Promise<void>;
}

interface JobsOptions {
  readonly platform: Platform;
  readonly holdings: ClientHoldings;
  readonly waiting: WaitingJobs;
  readonly maxFileBytes: number;
  readonly resultTtlSeconds: number;
}

export async function createJobs(options: JobsOptions): Promise<Jobs> {
  const { platform, holdings, resultTtlSeconds } = options;
  const records = await createRecentRecords({ platform });
  const waiters = await createJobWaiters({ platform, records });
  const progress = await createJobProgress({ platform });
  const intake = new JobIntake(options);
  return {
    intake,
    jobs: new JobService({ platform, intake, waiters, records, progress, holdings, resultTtlSeconds }),
    events: createJobEvents({ records, progress, isHeard: () => platform.events.isHeard() }),
    batches: createBatchRecords(platform.objects),
    idempotency: new IdempotentRequests(platform.objects),
    async close() {
      await waiters.close();
      await progress.close();
      await records.close();
    },
  };
}
