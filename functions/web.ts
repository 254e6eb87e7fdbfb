import { createBackendMetrics } from '#platform/backend-metrics.ts';
import { readConfig, type Config, type DistributedConfig } from '#platform/config.ts';
import { ConfigError } from '#platform/config-error.ts';
import { createPlatform, startTracing } from '#platform/create-platform.ts';
import { createLogger } from '#platform/logger.ts';
import { prepareDeliveries } from '#workers/start-deliveries.ts';
import { createWebServer } from './web-server.ts';

/** A web server of a distributed installation: the workers run elsewhere. */
async function main(): Promise<void> {
  const config = distributedOnly(readConfig());
  const logger = createLogger({ level: config.logLevel });
  const tracing = await startTracing(config, 'web');
  const backends = createBackendMetrics();
  const platform = await createPlatform(config, { onCall: backends.observe });
  const web = await createWebServer({ config, platform, logger, moreMetrics: () => [backends.registry] });
  const { port } = await web.listen();
  const sends = config.deliveries.from === 'web';
  const deliveries = prepareDeliveries({ config, platform, logger, sends });
  deliveries.start();
  logger.info('web.started', { port });

  let stopping = false;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (stopping) process.exit(1); // Asked twice: at once.
    stopping = true;
    logger.info('web.stopping', { signal });
    await Promise.all([web.close(), deliveries.stop()]);
    await platform.close();
    await tracing?.stop();
    logger.info('web.stopped');
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal).catch(die));
}

function distributedOnly(config: Config): DistributedConfig {
  if (config.mode === 'distributed') return config;
  throw new ConfigError([
    'S3_BUCKET, SQS_QUEUE_URL, REDIS_URL: missing. A server that needs none of them is started with: npm start',
  ]);
}

function die(error: unknown): never {
  console.error(error instanceof ConfigError ? error.message : ((error as Error).stack ?? error));
  process.exit(1);
}

main().catch(die);
