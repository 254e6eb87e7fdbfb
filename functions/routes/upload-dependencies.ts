import type { UploadLimits } from '../limits/upload-limits.ts';
import type { DeliveryTargetReader } from '../services/deliveries/delivery-targets.ts';
import type { BatchRecords } from '../services/jobs/batch-records.ts';
import type { IdempotentRequests } from '../services/jobs/idempotent-requests.ts';
import type { JobIntake } from '../services/jobs/job-intake.ts';
import type { JobService } from '../services/jobs/job-service.ts';
import type { SourceUrls } from '../services/uploads/source-url.ts';
import type { WebMetrics } from '../web/metrics.ts';

/** What the routes that take files stand on. */
export interface UploadDependencies {
  readonly intake: JobIntake;
  readonly jobs: JobService;
  readonly limits: Pick<UploadLimits, 'admit' | 'countFile' | 'clientOf' | 'occupy'>;
  readonly targets: DeliveryTargetReader;
  readonly sources: SourceUrls;
  readonly metrics: WebMetrics;
  readonly batches: BatchRecords;
  readonly idempotency: IdempotentRequests;
  readonly maxFileBytes: number;
  readonly resultTtlSeconds: number;
  /** How long the zip of a batch may wait for its totals [20 s]. */
  readonly totalsWithinMs?: number;
}
