import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteExpired } from '#functions/services/expired-objects.ts';
import { createDistributedPlatform } from '#platform/adapters/create-distributed-platform.ts';
import { expiryRules } from '#platform/contracts/expiry-rules.ts';
import { readAll } from '#platform/read-stream.ts';
import { startAwsEmulator } from '#tests/fixtures/aws-emulator.ts';
import { startRedisServer } from '#tests/fixtures/redis-server.ts';
import { freePort } from '../topology/free-port.ts';
import { ChildUnderTest } from './child-under-test.ts';
import { NO_LIMITS, type SystemUnderTest } from './system-under-test.ts';

const HOURS_MS = 3 * 3_600_000;

/** Two web servers and two workers over one redis-server, one S3 and one SQS (an emulator that the real SDK talks to). */
export async function startDistributed(): Promise<SystemUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'chaos-'));
  const [emulator, redis] = await Promise.all([startAwsEmulator(), startRedisServer(folder)]);
  const { endpoint, region, credentials } = emulator.access;
  const bucket = await emulator.createBucket();
  const queueUrl = await emulator.createQueue({ maxReceiveCount: 20 });
  const environment = {
    ...NO_LIMITS,
    HOST: '127.0.0.1',
    S3_BUCKET: bucket,
    SQS_QUEUE_URL: queueUrl,
    S3_ENDPOINT: endpoint,
    SQS_ENDPOINT: endpoint,
    REDIS_URL: redis.url,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    GOOGLE_CLIENT_ID: 'id.apps.googleusercontent.com',
    JWT_SECRET: 'a secret of more than thirty-two characters',
    WORKER_CONCURRENCY: '1',
  };
  const ports = await Promise.all([freePort(), freePort()]);
  const webs = ports.map((port) => new ChildUnderTest('web', { ...environment, PORT: String(port) }));
  const workers = [1, 2].map(() => new ChildUnderTest('worker', { ...environment, PORT: '0' }));
  const children = [...webs, ...workers];
  await Promise.all(children.map((child) => child.launch()));
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  const platform = createDistributedPlatform(
    {
      s3: { bucket, endpoint },
      sqs: { queueUrl, smallQueueUrl: undefined, endpoint },
      redisUrl: redis.url,
      awsRegion: region,
    },
    { credentials: credentials! },
  );
  const keysOf = async (prefix: string) => {
    const keys: string[] = [];
    for await (const { key } of platform.objects.list(prefix)) keys.push(key);
    return keys;
  };
  return {
    urls,
    children,
    whenUp: (url) => webs[urls.indexOf(url)]!.whenUp(),
    async leftovers() {
      const { waiting, inFlight } = await platform.queue.depth();
      const keys = (await Promise.all(['uploads/', 'jobs/'].map(keysOf))).flat();
      return [...keys, ...(waiting + inFlight > 0 ? [`${waiting + inFlight} messages`] : [])];
    },
    async damageRecord(pick) {
      const records = await keysOf('jobs/');
      const key = records[pick(records.length)];
      const stored = key ? await platform.objects.find(key) : null;
      if (!key || !stored) return null;
      const bytes = await readAll(stored.body, 1 << 20);
      await platform.objects.put(key, bytes.subarray(0, bytes.length >> 1), {
        contentType: 'application/json',
      });
      return key.replace(/^jobs\//, '').replace(/\.json.*$/, '');
    },
    fillDisk: null,
    // A file that was stored when its web server was killed is no job; time deletes it.
    expire: async () => void (await deleteExpired(platform.objects, expiryRules({}), Date.now() + HOURS_MS)),
    async stop() {
      await Promise.all(children.map((child) => child.end('SIGKILL')));
      await platform.close();
      await Promise.all([emulator.stop(), redis.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
