import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '#platform/config.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import type { Logger } from '#platform/logger.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { createPushedDeliveries, type PushedDeliveries } from './consumer/pushed-deliveries.ts';
import { EnginePool } from './pool/engine-pool.ts';
import { createWorkspace } from './pool/workspace.ts';
import { prepareDeliveries } from './start-deliveries.ts';

export interface PushedWorker extends Omit<PushedDeliveries, 'close'> {
  /** Ends the engine process and removes the temporary files. */
  stop(): Promise<void>;
}

/** A worker with one engine that is handed its messages: what a function in the cloud is. */
export async function startPushedWorker(options: {
  readonly config: Config;
  readonly platform: Platform;
  readonly logger: Logger;
}): Promise<PushedWorker> {
  const { config, platform, logger } = options;
  const workspace = await createWorkspace(join(tmpdir(), 'featherpress'));
  // A function has its own share of a machine, and ends soon after.
  const longestMs = OPERATING_LIMITS.engineCpuSeconds * 1000;
  const limits = { cpuMs: longestMs, wallMs: longestMs };
  const pool = new EnginePool({ directory: workspace.directory, size: 1, logger, limits });
  const { resultTtlSeconds } = config;
  // A function is frozen between its calls: others send what its jobs leave.
  const toSend = prepareDeliveries({ config, platform, logger, sends: false });
  const jobs = await createPushedDeliveries({
    beginDeliveries: (record) => toSend.begin(record),
    ports: platform,
    pool,
    workspace,
    logger,
    resultTtlSeconds,
  });
  return {
    take: jobs.take,
    bury: jobs.bury,
    async stop() {
      await jobs.close();
      await pool.close();
      await workspace.remove();
    },
  };
}
