import type { Logger } from '#platform/logger.ts';
import type { EnginePool } from '#workers/pool/engine-pool.ts';
import type { Workspace } from '#workers/pool/workspace.ts';
import type { WorkerMetrics } from '#workers/worker-metrics.ts';
import type { JobOutcome, Ports } from './job-outcome.ts';
import type { PoolName } from './pool-name.ts';

/** What the work on any job needs. */
export interface JobContext {
  readonly ports: Ports;
  readonly engines: Readonly<Record<PoolName, Pick<EnginePool, 'run'>>>;
  readonly workspace: Pick<Workspace, 'newPath' | 'checkRoom'>;
  readonly outcome: JobOutcome;
  readonly metrics: WorkerMetrics;
  readonly logger: Logger;
  readonly now: () => number;
  readonly resultTtlSeconds: number;
}

/** How one delivery is tied to its worker. */
export interface JobControl {
  /** Aborts the work; its reason decides what happens to the message (JobInterruption, LeaseLostError). */
  readonly signal: AbortSignal;
  /** The pool whose engine works on it. */
  readonly pool: PoolName;
  /** Called when the delivery needs no engine any more, so that the worker can receive the next message. */
  readonly onEngineDone: () => void;
}
