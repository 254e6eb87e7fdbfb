import { readFile } from 'node:fs/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { createDistributedPlatform } from '#platform/adapters/create-distributed-platform.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { startAwsEmulator } from '#tests/fixtures/aws-emulator.ts';
import { startRedisServer, type RedisServer } from '#tests/fixtures/redis-server.ts';

/** What the processes of docker-compose.yml stand on, as processes: Redis, and S3 and SQS by an emulator. */
export interface Backends {
  /** Environment of web servers and workers: that of docker-compose.yml with these addresses. */
  readonly environment: Readonly<Record<'web' | 'worker', Readonly<Record<string, string>>>>;
  readonly redis: RedisServer;
  /** To look into the stores. */
  readonly platform: Platform;
  readonly folder: string;
  stop(): Promise<void>;
}

export async function startBackends(): Promise<Backends> {
  const folder = await mkdtemp(join(tmpdir(), 'topology-'));
  const [emulator, redis] = await Promise.all([startAwsEmulator(), startRedisServer(folder)]);
  const { endpoint, region, credentials } = emulator.access;
  const receives = { maxReceiveCount: OPERATING_LIMITS.maxReceiveCount };
  const [bucket, queueUrl, smallQueueUrl] = [
    await emulator.createBucket(),
    await emulator.createQueue(receives),
    await emulator.createQueue(receives),
  ];
  const here = {
    HOST: '127.0.0.1',
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint,
    SQS_QUEUE_URL: queueUrl,
    SQS_SMALL_QUEUE_URL: smallQueueUrl,
    SQS_ENDPOINT: endpoint,
    REDIS_URL: redis.url,
    AWS_REGION: region,
  };
  const platform = createDistributedPlatform(
    {
      s3: { bucket, endpoint },
      sqs: { queueUrl, smallQueueUrl, endpoint },
      redisUrl: redis.url,
      awsRegion: region,
    },
    { credentials: credentials! },
  );
  return {
    environment: {
      web: { ...(await composeEnvironment('web')), ...here },
      worker: { ...(await composeEnvironment('worker')), ...here, HOST: '127.0.0.1' },
    },
    redis,
    platform,
    folder,
    async stop() {
      await platform.close();
      await Promise.all([emulator.stop(), redis.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The environment of a service when nobody sets anything: `${NAME:-default}` is the default. */
async function composeEnvironment(service: 'web' | 'worker'): Promise<Record<string, string>> {
  const text = await readFile(new URL('../../docker-compose.yml', import.meta.url), 'utf8');
  const { services } = parse(text, { merge: true }) as {
    services: Record<string, { environment: Record<string, string> }>;
  };
  const given = Object.entries(services[service]!.environment).map(([name, value]) => [
    name,
    String(value).replace(/\$\{\w+:-([^}]*)\}/g, '$1'),
  ]);
  return Object.fromEntries(given) as Record<string, string>;
}
