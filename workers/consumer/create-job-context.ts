import type { Clock } from '#platform/clock.ts';
import type { JobRecord } from '#platform/contracts/job.ts';
import type { Logger } from '#platform/logger.ts';
import type { EnginePool } from '#workers/pool/engine-pool.ts';
import type { Workspace } from '#workers/pool/workspace.ts';
import { createWorkerMetrics, type WorkerMetrics } from '#workers/worker-metrics.ts';
import { JobOutcome, type Ports } from './job-outcome.ts';
import type { JobContext } from './job-context.ts';

export interface JobContextOptions {
  readonly ports: Ports;
  readonly pool: Pick<EnginePool, 'run'>;
  /** An engine that is kept free for small work [the same as for all work]. */
  readonly express?: Pick<EnginePool, 'run'> | undefined;
  /** Another one, for clients that hold an engine already [the same as for all work]. */
  readonly companion?: Pick<EnginePool, 'run'> | undefined;
  readonly workspace: Pick<Workspace, 'newPath' | 'checkRoom'>;
  readonly logger: Logger;
  readonly resultTtlSeconds: number;
  /** See job-outcome.ts. */
  readonly beginDeliveries?: ((record: JobRecord) => Promise<void>) | undefined;
  /** [counted, but shown nowhere] */
  readonly metrics?: WorkerMetrics;
}

/** What the work on any job needs, of what a worker has. */
export function createJobContext(options: JobContextOptions, clock: Clock): JobContext {
  const { ports, pool, express = pool, companion = pool, workspace, logger, resultTtlSeconds } = options;
  const { metrics = createWorkerMetrics(), beginDeliveries } = options;
  const engines = { general: pool, express, companion };
  const now = () => clock.now();
  const outcome = new JobOutcome({ ports, logger, now, resultTtlSeconds, beginDeliveries });
  return { ports, engines, workspace, logger, resultTtlSeconds, metrics, outcome, now };
}
