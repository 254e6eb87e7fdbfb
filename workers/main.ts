import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { timingSafeEqual } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { createBackendMetrics } from '#platform/backend-metrics.ts';
import { readConfig, type Config } from '#platform/config.ts';
import { ConfigError } from '#platform/config-error.ts';
import { createPlatform, startTracing } from '#platform/create-platform.ts';
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
  const tracing = await startTracing(config, 'worker');
  const backends = createBackendMetrics();
  const platform = await createPlatform(config, { onCall: backends.observe });
  const worker = await startWorker({ config, platform, logger });
  worker.metrics.showProcess();
  const metrics = Registry.merge([worker.metrics.registry, backends.registry]);
  const health = serveHealth({ config, platform, worker, metrics, logger });
  logger.info('worker.started', { concurrency: config.workerConcurrency });

  let stopping = false;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (stopping) process.exit(1);
    stopping = true;
    logger.info('worker.stopping', { signal, inFlight: worker.inFlight() });
    await worker.stop();
    health.close();
    await platform.close();
    await tracing?.stop();
    logger.info('worker.stopped');
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal).catch(die));
}

interface HealthOptions {
  readonly config: Config;
  readonly platform: Platform;
  readonly worker: Worker;
  readonly metrics: Registry;
  readonly logger: Logger;
}

/**
 * `GET /healthz`, `/readyz` and `/metrics`: on loopback, for the container's health check and an agent beside it. With
 * METRICS_TOKEN also from outside, where only the metrics are shown, to whom has the token.
 */
function serveHealth({ config, platform, worker, metrics, logger }: HealthOptions): Server {
  const server = createServer((request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const isLocal = LOOPBACK_ADDRESSES.has(request.socket.remoteAddress ?? '');
    if (request.url === '/metrics' && (isLocal || showsToken(request, config.metricsToken)))
      return void sendMetrics(metrics, response);
    if (isLocal && request.url === '/healthz')
      return answer(200, { status: 'ok', inFlight: worker.inFlight() });
    if (!isLocal || request.url !== '/readyz')
      return answer(404, { error: 'There is nothing at this address.' });
    // Jobs go on without events and the count.
    void Promise.all([platform.queue.check(), platform.objects.check()]).then(
      () => answer(200, { status: 'ready' }),
      () => answer(503, { status: 'not ready' }),
    );
  });
  server.on('error', (error) => logger.warn('health.unavailable', { port: config.port, error }));
  server.listen(config.port, config.metricsToken === undefined ? '127.0.0.1' : config.host, () => {
    logger.info('health.listening', { port: (server.address() as AddressInfo).port });
  });
  return server;
}

const LOOPBACK_ADDRESSES: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

function showsToken({ headers }: IncomingMessage, token: string | undefined): boolean {
  const shown = Buffer.from(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '');
  const expected = Buffer.from(token ?? '');
  return token !== undefined && shown.length === expected.length && timingSafeEqual(shown, expected);
}

async function sendMetrics(metrics: Registry, response: ServerResponse): Promise<void> {
  const text = await metrics.metrics();
  response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
}

function die(error: unknown): never {
  process.stderr.write(
    `${error instanceof ConfigError ? error.message : String((error as Error).stack ?? error)}\n`,
  );
  process.exit(1);
}

main().catch(die);
