import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '#platform/config.ts';
import type { Logger } from '#platform/logger.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { createConsumer } from './consumer/consumer.ts';
import type { Heartbeat } from './consumer/heartbeat.ts';
import { EnginePool } from './pool/engine-pool.ts';
import { createWorkspace } from './pool/workspace.ts';
import { prepareDeliveries, type DeliveryChanges } from './start-deliveries.ts';
import { createWorkerMetrics, type WorkerMetrics } from './worker-metrics.ts';

/** A running consumer with its engine processes and its temporary files. */
export interface Worker {
  /** Resolves when every engine process is warm. */
  readonly warm: Promise<void>;
  /** Jobs being worked on. */
  inFlight(): number;
  readonly metrics: WorkerMetrics;
  /** Ids of the engine processes. */
  pids(): number[];
  /** Finishes or gives back what is in flight, ends the processes and removes the temporary files. May be called twice. */
  stop(options?: { graceMs?: number }): Promise<void>;
}

/**
 * Small work runs beside large work on busy cores. With 820 against 335 shares of the scheduler for an engine of the
 * usual niceness 5 it gets more than half of one.
 */
const EXPRESS_NICENESS = 1;
/** Between that and large work: its client has more than its share already. */
const COMPANION_NICENESS = 3;

export async function startWorker(options: {
  readonly config: Config;
  readonly platform: Platform;
  readonly logger: Logger;
  /** For a queue with another visibility timeout than ours [20 s for one of 60 s]. */
  readonly heartbeat?: Heartbeat;
  /** What deliveries are made with in tests: another interval, other name servers. */
  readonly deliveries?: DeliveryChanges;
  /** Whether all engine processes start, and load everything, before the first job [true]. */
  readonly warmUp?: boolean;
}): Promise<Worker> {
  const { config, platform, logger, warmUp = true } = options;
  const workspace = await createWorkspace(temporaryFolder(config));
  const { directory } = workspace;
  const metrics = createWorkerMetrics();
  const { sandboxRequired } = config;
  const engines = { directory, logger, sandboxRequired, warmUp, onReplaced: metrics.engineReplaced };
  const pool = new EnginePool({ ...engines, size: config.workerConcurrency });
  const express = new EnginePool({ ...engines, size: 1, niceness: EXPRESS_NICENESS });
  const companion = new EnginePool({ ...engines, size: 1, niceness: COMPANION_NICENESS });
  const pools = [pool, express, companion];
  const { resultTtlSeconds } = config;
  const deliveries = prepareDeliveries({
    ...{ config, platform, logger, metrics },
    sends: config.deliveries.from === 'workers',
    changes: options.deliveries,
  });
  const consumer = createConsumer({
    beginDeliveries: (record) => deliveries.begin(record),
    ...(options.heartbeat ? { heartbeat: options.heartbeat } : {}),
    ports: platform,
    pool,
    express,
    companion,
    workspace,
    logger,
    metrics,
    resultTtlSeconds,
  });
  metrics.showInFlight(() => consumer.inFlight());
  await consumer.start();
  deliveries.start();
  let stopping: Promise<void> | undefined;
  const stop = async (graceMs: number | undefined): Promise<void> => {
    try {
      await consumer.stop(graceMs === undefined ? {} : { graceMs });
    } finally {
      await deliveries.stop(graceMs === undefined ? {} : { graceMs });
      await Promise.all(pools.map((each) => each.close()));
      await workspace.remove();
    }
  };
  return {
    warm: Promise.all(warmUp ? pools.map((each) => each.warm()) : []).then(() => {}),
    metrics,
    inFlight: () => consumer.inFlight(),
    pids: () => pools.flatMap((each) => each.pids()),
    stop: ({ graceMs } = {}) => (stopping ??= stop(graceMs)),
  };
}

function temporaryFolder(config: Config): string {
  return config.mode === 'embedded' ? join(config.dataDir, 'tmp') : join(tmpdir(), 'featherpress');
}
