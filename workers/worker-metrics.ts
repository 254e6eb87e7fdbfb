import { Counter, Registry } from 'prom-client';
import type { FileKind } from '#engine/index.ts';
import type { JobFailureCode } from '#platform/contracts/job.ts';

/** What a worker counts; one registry a worker, so that tests can have several. */
export interface WorkerMetrics {
  readonly registry: Registry;
  /** The end of an engine run: an answer, or the failure's code. "internal" and "engine-crashed" are ours, never the file's. */
  engineRun(kind: FileKind, result: 'completed' | JobFailureCode): void;
  /** Parts of documents that were left unchanged because of an internal error of the engine. */
  partErrors(kind: FileKind, count: number): void;
  /** A delivery that went back to the queue because a backend or the start of an engine failed. */
  postponed(): void;
  /** A message of the dead-letter queue, and whether its job could be ended. */
  deadLetter(result: 'ended' | 'failed'): void;
  /** A job record that this version cannot read. */
  unreadableRecord(): void;
}

export function createWorkerMetrics(): WorkerMetrics {
  const registry = new Registry();
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `featherpress_worker_${name}_total`, help, labelNames, registers: [registry] });
  const engineRuns = counter('engine_runs', 'Engine runs by kind of file and result.', 'kind', 'result');
  const partErrors = counter('part_errors', 'Parts left unchanged because of an internal error.', 'kind');
  const postponed = counter('postponed', 'Deliveries returned because a backend or an engine start failed.');
  const deadLetters = counter('dead_letters', 'Dead letters by result.', 'result');
  const unreadable = counter('unreadable_records', 'Job records that this version cannot read.');
  return {
    registry,
    engineRun: (kind, result) => engineRuns.inc({ kind, result }),
    partErrors: (kind, count) => partErrors.inc({ kind }, count),
    postponed: () => postponed.inc(),
    deadLetter: (result) => deadLetters.inc({ result }),
    unreadableRecord: () => unreadable.inc(),
  };
}
