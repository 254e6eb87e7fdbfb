import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigError, readConfig, type Config } from '#platform/config.ts';
import { createPlatform } from '#platform/create-platform.ts';
import { createLogger, type Logger } from '#platform/logger.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { startWorker, type Worker } from './start-worker.ts';

/** A worker of a distributed installation: receives jobs until a signal stops it. */
async function main(): Promise<void> {
  const config = readConfig(undefined, 'worker');
  if (config.mode === 'embedded') {
    throw new ConfigError([
      'S3_BUCKET, SQS_QUEUE_URL, REDIS_URL: missing. An embedded server brings its own workers: npm start',
    ]);
  }
  const logger = createLogger({ level: config.logLevel });
  const platform = await createPlatform(config);
  const worker = await startWorker({ config, platform, logger });
  const health = await serveHealth(config, platform, worker, logger);
  logger.info('worker.started', { concurrency: config.workerConcurrency });

  let stopping = false;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (stopping) process.exit(1);
    stopping = true;
    logger.info('worker.stopping', { signal, inFlight: worker.inFlight() });
    await worker.stop();
    health.close();
    await platform.close();
    logger.info('worker.stopped');
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal).catch(die));
}

/** `GET /healthz`, `/readyz` and `/metrics` on loopback: for the container's health check and an agent beside it. */
async function serveHealth(
  config: Config,
  platform: Platform,
  worker: Worker,
  logger: Logger,
): Promise<Server> {
  const server = createServer((request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url === '/healthz') return answer(200, { status: 'ok', inFlight: worker.inFlight() });
    if (request.url === '/metrics') return void sendMetrics(worker, response);
    if (request.url !== '/readyz') return answer(404, { error: 'There is nothing at this address.' });
    // Jobs go on without events and the count.
    void Promise.all([platform.queue.check(), platform.objects.check()]).then(
      () => answer(200, { status: 'ready' }),
      () => answer(503, { status: 'not ready' }),
    );
  });
  server.on('error', (error) => logger.warn('health.unavailable', { port: config.port, error }));
  server.listen(config.port, '127.0.0.1', () => {
    logger.info('health.listening', { port: (server.address() as AddressInfo).port });
  });
  return server;
}

async function sendMetrics({ metrics }: Worker, response: ServerResponse): Promise<void> {
  const text = await metrics.registry.metrics();
  response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text);
}

function die(error: unknown): never {
  process.stderr.write(
    `${error instanceof ConfigError ? error.message : String((error as Error).stack ?? error)}\n`,
  );
  process.exit(1);
}

main().catch(die);
