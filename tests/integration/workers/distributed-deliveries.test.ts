import { expect, it, onTestFinished } from 'vitest';
import { createDistributedPlatform } from '#platform/adapters/create-distributed-platform.ts';
import { deliveriesOf } from '#platform/delivery-records.ts';
import { createLogger } from '#platform/logger.ts';
import { createAddressPolicy } from '#platform/public-addresses.ts';
import { createWebhookSecret } from '#platform/webhook-secrets.ts';
import { startAwsEmulator } from '#tests/fixtures/aws-emulator.ts';
import { keysOf, newJobRecord } from '#tests/fixtures/jobs.ts';
import { startReceiver } from '#tests/fixtures/receiver.ts';
import { startRedisServer } from '#tests/fixtures/redis-server.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { createDeliveryDispatcher } from '#workers/deliveries/delivery-dispatcher.ts';
import { createWorkerMetrics } from '#workers/worker-metrics.ts';

/** Workers of one installation, each with connections of its own, over real backends. */
async function startInstallation() {
  const [emulator, redis] = await Promise.all([startAwsEmulator(), startRedisServer(temporaryFolder())]);
  const config = {
    s3: { bucket: await emulator.createBucket(), endpoint: emulator.s3Endpoint },
    sqs: {
      queueUrl: await emulator.createQueue({ maxReceiveCount: 3 }),
      smallQueueUrl: undefined,
      endpoint: emulator.access.endpoint,
    },
    redisUrl: redis.url,
    awsRegion: 'us-east-1',
  };
  onTestFinished(async () => {
    await Promise.all([emulator.stop(), redis.stop()]);
  });
  return () => {
    const platform = createDistributedPlatform(config, emulator.access);
    const deliveries = createDeliveryDispatcher({
      ...platform,
      guard: { http: true, addresses: createAddressPolicy(['127.0.0.0/8']) },
      webhookSecrets: [createWebhookSecret()],
      metrics: createWorkerMetrics(),
      logger: createLogger({ level: 'silent' }),
      lookEveryMs: 200,
    });
    onTestFinished(async () => {
      await deliveries.stop({ graceMs: 0 });
      await platform.close();
    });
    return { platform, deliveries };
  };
}

it('delivers each webhook once among workers that all look for it, and those of one that died', async () => {
  const startWorker = await startInstallation();
  const [one, other, dead] = [startWorker(), startWorker(), startWorker()];
  const receiver = await startReceiver((response) => setTimeout(() => response.end(), 50));
  one.deliveries.start();
  other.deliveries.start();
  await dead.deliveries.stop();
  const jobs = Array.from({ length: 16 }, () =>
    newJobRecord({
      status: 'completed',
      finishedAt: new Date().toISOString(),
      deliver: { webhook: receiver.url },
    }),
  );
  // The one that died had ended half of the jobs and sent nothing.
  await Promise.all(jobs.map((job, at) => (at % 2 ? dead : one).deliveries.begin(job)));

  const states = () =>
    Promise.all(jobs.map(async ({ id }) => (await deliveriesOf(one.platform.objects, id))[0]?.state));
  await expect.poll(states).toEqual(jobs.map(() => 'delivered'));
  const ids = receiver.requests.map(({ headers }) => headers['webhook-id']);
  expect(ids).toHaveLength(jobs.length);
  expect(new Set(ids).size).toBe(jobs.length);
  await expect.poll(() => keysOf(one.platform, 'outbox/')).toEqual([]);
});
