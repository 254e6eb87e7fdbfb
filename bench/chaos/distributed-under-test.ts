import { setTimeout as pause } from 'node:timers/promises';
import { deleteExpired } from '#functions/services/expiry/expired-objects.ts';
import { expiryRules } from '#platform/contracts/expiry-rules.ts';
import { readAll } from '#platform/read-stream.ts';
import { startBackends } from '../topology/backends.ts';
import { freePort } from '../../infra/setup/free-port.ts';
import { startProxy } from '../topology/proxy.ts';
import { ChildUnderTest } from './child-under-test.ts';
import { fileNameIn, NO_LIMITS, type SystemUnderTest } from './system-under-test.ts';

const QUIET = { ...NO_LIMITS, LOG_LEVEL: 'silent' } as const;
const HOURS_MS = 3 * 3_600_000;

/** The topology of docker-compose.yml with ports that fail: a proxy, two web servers, two workers, Redis, S3 and SQS. */
export async function startDistributed(): Promise<SystemUnderTest> {
  const backends = await startBackends();
  const { platform, redis } = backends;
  const ports = await Promise.all([freePort(), freePort()]);
  const webs = ports.map(
    (port) => new ChildUnderTest('web', { ...backends.environment.web, ...QUIET, PORT: String(port) }),
  );
  const newWorker = () =>
    new ChildUnderTest('worker', {
      ...backends.environment.worker,
      ...QUIET,
      WORKER_CONCURRENCY: '1',
      PORT: '0',
    });
  const workers = [newWorker(), newWorker()];
  const children = [...webs, ...workers];
  await Promise.all(children.map((child) => child.launch()));
  const proxy = await startProxy(ports, backends.folder);
  // Clients go through the proxy, and to one server by itself: what one was told, another must know.
  const urls = [proxy.url, ...ports.map((port) => `http://127.0.0.1:${port}`)];
  const keysOf = async (prefix: string) => {
    const keys: string[] = [];
    for await (const { key } of platform.objects.list(prefix)) keys.push(key);
    return keys;
  };
  const openMessages = async () => {
    const { waiting, inFlight, dead } = await platform.queue.depth();
    return waiting + inFlight + dead;
  };
  return {
    urls,
    children,
    whenUp: async (url) => webs[urls.indexOf(url) - 1]?.whenUp(),
    async restartRedis(awayMs) {
      await redis.kill();
      await pause(awayMs);
      await redis.restart();
    },
    async scaleWorkers(count) {
      while (workers.length < count) {
        const worker = newWorker();
        workers.push(worker);
        children.push(worker);
        await worker.launch();
      }
      while (workers.length > count) {
        const worker = workers.pop()!;
        children.splice(children.indexOf(worker), 1);
        await worker.end('SIGTERM');
      }
    },
    openMessages,
    async leftovers() {
      const messages = await openMessages();
      const keys = (await Promise.all(['uploads/', 'jobs/'].map(keysOf))).flat();
      return [...keys, ...(messages > 0 ? [`${messages} messages`] : [])];
    },
    async damageRecord(pick, note) {
      const records = await keysOf('jobs/');
      const key = records[pick(records.length)];
      const stored = key ? await platform.objects.find(key) : null;
      if (!key || !stored) return false;
      const bytes = await readAll(stored.body, 1 << 20);
      const name = fileNameIn(bytes);
      if (!name) return false;
      note(name);
      await platform.objects.put(key, bytes.subarray(0, bytes.length >> 1), {
        contentType: 'application/json',
      });
      return true;
    },
    fillDisk: null,
    // A file that was stored when its web server was killed is no job; time deletes it.
    expire: async () => void (await deleteExpired(platform.objects, expiryRules({}), Date.now() + HOURS_MS)),
    async stop() {
      await proxy.stop();
      await Promise.all(children.map((child) => child.end('SIGKILL')));
      await backends.stop();
    },
  };
}
