import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { INPUT_KINDS, type FileKind } from '#engine/index.ts';
import { DELIVERY_TYPES, type DeliveryType } from '#platform/contracts/deliveries.ts';
import type { JobFailureCode } from '#platform/contracts/job-failure-codes.ts';
import type { PoolName } from './consumer/pool-name.ts';

/** What a worker counts; one registry a worker, so that tests can have several. */
export interface WorkerMetrics {
  readonly registry: Registry;
  /** The end of an engine run: an answer, or the failure's code. "internal" and "engine-crashed" are ours, never the file's. */
  engineRun(kind: FileKind, result: 'completed' | JobFailureCode): void;
  /** The end of a job: its time from the receipt of its message, and how many bytes came and went. */
  jobEnded(job: EndedJob): void;
  /** An engine process ended, by itself or after as many files as it may have, and is replaced. */
  engineReplaced(why: 'ended' | 'retired'): void;
  /** Jobs that are worked on at the moment. */
  showInFlight(inFlight: () => number): void;
  /** Memory, CPU and event loop of this process; for a worker apart, as a web server shows its own. */
  showProcess(): void;
  /** Parts of documents that were left unchanged because of an internal error of the engine. */
  partErrors(kind: FileKind, count: number): void;
  /** How long a message had waited, in seconds, when an engine of this sort was free for it. */
  waited(pool: PoolName, seconds: number): void;
  /**
   * A delivery that went back to the queue because a backend or the start of an engine failed, and whether its job had
   * ended: then no client waits for it.
   */
  postponed(state: 'open' | 'ended'): void;
  /** A message of the dead-letter queue, and whether its job could be ended. */
  deadLetter(result: 'ended' | 'failed'): void;
  /** An attempt to deliver a webhook or a result, and what became of the delivery. */
  delivery(type: DeliveryType, result: 'delivered' | 'retried' | 'failed'): void;
  /** A job record that this version cannot read. */
  unreadableRecord(): void;
}

/** A job as it ended in this worker. */
interface EndedJob {
  readonly kind: FileKind;
  readonly result: 'completed' | 'cancelled' | JobFailureCode;
  readonly seconds: number;
  readonly sourceBytes: number;
  /** 0 without a result. */
  readonly outputBytes: number;
}

export function createWorkerMetrics(): WorkerMetrics {
  const registry = new Registry();
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `featherpress_worker_${name}_total`, help, labelNames, registers: [registry] });
  const engineRuns = counter('engine_runs', 'Engine runs by file type and result.', 'kind', 'result');
  const jobs = new Histogram({
    name: 'featherpress_worker_job_seconds',
    help: 'Time from the receipt of a message to the end of its job, by file type and result.',
    labelNames: ['kind', 'result'] as const,
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300],
    registers: [registry],
  });
  const bytes = counter('bytes', 'Bytes of files of ended jobs, sent and given back.', 'kind', 'direction');
  const replaced = counter('engine_restarts', 'Engine processes that were replaced, by reason.', 'reason');
  const partErrors = counter('part_errors', 'Parts left unchanged because of an internal error.', 'kind');
  const postponed = counter(
    'postponed',
    'Deliveries returned because a backend or an engine start failed, by whether the job is open or has ended.',
    'state',
  );
  const deadLetters = counter('dead_letters', 'Dead letters by result.', 'result');
  const deliveries = counter('deliveries', 'Attempts to deliver by type and result.', 'type', 'result');
  const unreadable = counter('unreadable_records', 'Job records that this version cannot read.');
  // From zero on: of a count that begins with its first event Prometheus sees no rise, and an alert rule no failure.
  for (const kind of INPUT_KINDS) {
    partErrors.inc({ kind }, 0);
    for (const result of ['engine-crashed', 'timed-out', 'internal']) engineRuns.inc({ kind, result }, 0);
  }
  for (const reason of ['ended', 'retired']) replaced.inc({ reason }, 0);
  for (const state of ['open', 'ended']) postponed.inc({ state }, 0);
  for (const result of ['ended', 'failed']) deadLetters.inc({ result }, 0);
  for (const type of DELIVERY_TYPES)
    for (const result of ['delivered', 'retried', 'failed']) deliveries.inc({ type, result }, 0);
  const waits = new Histogram({
    name: 'featherpress_worker_wait_seconds',
    help: 'Time from the sending of a message to its receipt, by engine.',
    labelNames: ['engine'] as const,
    buckets: [0.1, 0.5, 1, 2, 5, 10, 30, 60, 300, 1_800, 7_200],
    registers: [registry],
  });
  return {
    registry,
    engineRun: (kind, result) => engineRuns.inc({ kind, result }),
    jobEnded({ kind, result, seconds, sourceBytes, outputBytes }) {
      jobs.observe({ kind, result }, seconds);
      bytes.inc({ kind, direction: 'in' }, sourceBytes);
      bytes.inc({ kind, direction: 'out' }, outputBytes);
    },
    engineReplaced: (reason) => replaced.inc({ reason }),
    showInFlight: (inFlight) =>
      void new Gauge({
        name: 'featherpress_worker_in_flight',
        help: 'Jobs that are worked on.',
        registers: [registry],
        collect() {
          this.set(inFlight());
        },
      }),
    showProcess: () => collectDefaultMetrics({ register: registry }),
    partErrors: (kind, count) => partErrors.inc({ kind }, count),
    waited: (engine, seconds) => waits.observe({ engine }, Math.max(0, seconds)),
    postponed: (state) => postponed.inc({ state }),
    deadLetter: (result) => deadLetters.inc({ result }),
    delivery: (type, result) => deliveries.inc({ type, result }),
    unreadableRecord: () => unreadable.inc(),
  };
}
