/**
 * A server, a web server or a worker as the entry points of the product make them, with ports that fail when the run says
 * so. Prints its address, or "ready", when it is up.
 */
import { lockDataFolder } from '#functions/data-folder-lock.ts';
import { createWebServer, type WebServer } from '#functions/web-server.ts';
import { createSqsClient } from '#platform/adapters/aws/aws-clients.ts';
import { SqsJobQueue } from '#platform/adapters/aws/sqs-job-queue.ts';
import { systemClock } from '#platform/clock.ts';
import { readConfig, type Config } from '#platform/config.ts';
import { createPlatform } from '#platform/create-platform.ts';
import { createLogger } from '#platform/logger.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { createHeartbeat } from '#workers/consumer/heartbeat.ts';
import { startWorker, type Worker } from '#workers/start-worker.ts';
import { FaultSwitch, withPortFaults, type FaultOrder } from './port-faults.ts';

/** A killed worker's message comes back so soon: the run would wait a minute for each otherwise. */
const VISIBILITY_SECONDS = 8;

// Whoever started it is gone, perhaps before it was up: nobody will stop it.
process.on('disconnect', () => process.exit(1));
const role = process.argv[2] as 'all' | 'web' | 'worker';
const faults = new FaultSwitch();
process.on('message', (order: FaultOrder) => faults.order(order));

const config = readConfig(undefined, role === 'worker' ? 'worker' : 'web');
const logger = createLogger({ level: config.logLevel });
const unlock = config.mode === 'embedded' ? await lockDataFolder(config.dataDir) : async () => {};
const platform = withPortFaults(await platformFor(config), faults);
const web = role === 'worker' ? undefined : await createWebServer({ config, platform, logger });
const address = await web?.listen();
const worker =
  role === 'web' ? undefined : await startWorker({ config, platform, logger, ...heartbeatFor(config) });
console.log(address?.url ?? 'ready');

process.on('SIGTERM', () => void stop(web, worker));

async function stop(server: WebServer | undefined, consumer: Worker | undefined): Promise<void> {
  await server?.close();
  await consumer?.stop({ graceMs: 5_000 });
  await platform.close();
  await unlock();
  process.exit(0);
}

async function platformFor(given: Config): Promise<Platform> {
  const made = await createPlatform(given, { logger });
  if (given.mode === 'embedded') return made;
  const client = createSqsClient({ region: given.awsRegion, endpoint: given.sqs.endpoint });
  const { queueUrl, smallQueueUrl } = given.sqs;
  const queue = new SqsJobQueue(client, queueUrl, {
    smallQueueUrl,
    visibilityTimeoutSeconds: VISIBILITY_SECONDS,
  });
  return { ...made, queue };
}

function heartbeatFor(given: Config) {
  if (given.mode === 'embedded') return {};
  const { queue } = platform;
  const times = { everySeconds: VISIBILITY_SECONDS / 4, visibilityTimeoutSeconds: VISIBILITY_SECONDS };
  return { heartbeat: createHeartbeat({ queue, clock: systemClock, ...times }) };
}
