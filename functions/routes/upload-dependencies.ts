import type { UploadLimits } from '../limits/upload-limits.ts';
import type { DeliveryTargetReader } from '../services/delivery-targets.ts';
import type { JobService } from '../services/job-service.ts';
import type { WebMetrics } from '../web/metrics.ts';

/** What the routes that take files stand on. */
export interface UploadDependencies {
  readonly jobs: JobService;
  readonly limits: UploadLimits;
  readonly targets: DeliveryTargetReader;
  readonly metrics: WebMetrics;
  readonly maxFileBytes: number;
}
