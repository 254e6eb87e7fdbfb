import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createRedisClient } from '#platform/adapters/redis/redis-client.ts';
import { RedisCounter } from '#platform/adapters/redis/redis-counter.ts';
import { RedisEventBus } from '#platform/adapters/redis/redis-event-bus.ts';
import { RedisHoldings } from '#platform/adapters/redis/redis-holdings.ts';
import { RedisExpiringCounters } from '#platform/adapters/redis/redis-expiring-counters.ts';
import { RedisTaskLeases } from '#platform/adapters/redis/redis-task-leases.ts';
import { createJobId } from '#platform/job-records.ts';
import type { StatsEvent } from '#platform/contracts/events.ts';
import { startRedisServer, type RedisServer } from '#tests/fixtures/redis-server.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { describeCounter } from './counter-suite.ts';
import { describeEventBus } from './event-bus-suite.ts';
import { describeHoldings } from './holdings-suite.ts';
import { describeExpiringCounters } from './expiring-counters-suite.ts';
import { describeTaskLeases } from './task-leases-suite.ts';
import { PATIENCE_MS } from '../../infra/setup/patience.ts';

const folder = mkdtempSync(join(tmpdir(), 'featherpress-redis-'));
let server: RedisServer;
beforeAll(async () => {
  server = await startRedisServer(folder);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

function openBus(url: string): RedisEventBus {
  const bus = new RedisEventBus(createRedisClient(url), createRedisClient(url));
  onTestFinished(() => bus.close());
  return bus;
}

function openCounter(url: string): RedisCounter {
  const counter = new RedisCounter(createRedisClient(url), 900);
  onTestFinished(() => counter.close());
  return counter;
}

it('connects without a command that an older Redis does not know: it would count as a failure of each', async () => {
  const failed: string[] = [];
  const counter = new RedisCounter(
    createRedisClient(server.url, (call) => call.failed && failed.push(call.operation)),
    900,
  );
  onTestFinished(() => counter.close());
  await counter.read();
  expect(failed).toEqual([]);
});

describeEventBus('RedisEventBus', async () => ({ near: openBus(server.url), far: openBus(server.url) }));

describeCounter('RedisCounter', async () => {
  const redis = new Redis(server.url);
  await redis.flushall();
  await redis.quit();
  return openCounter(server.url);
});

/** Two of an adapter on an empty Redis, closed when the test has finished. */
async function openTwo<Adapter extends { close(): Promise<void> }>(create: (redis: Redis) => Adapter) {
  const redis = new Redis(server.url);
  await redis.flushall();
  await redis.quit();
  const [near, far] = [create(createRedisClient(server.url)), create(createRedisClient(server.url))];
  onTestFinished(async () => void (await Promise.all([near.close(), far.close()])));
  return { near, far, pass: (seconds: number) => setTimeout(seconds * 1000) };
}

describeHoldings('RedisHoldings', () => openTwo((redis) => new RedisHoldings(redis)));

describeTaskLeases('RedisTaskLeases', () => openTwo((redis) => new RedisTaskLeases(redis)));

describeExpiringCounters('RedisExpiringCounters', async () => ({
  ...(await openTwo((redis) => new RedisExpiringCounters(redis))),
  now: () => Date.now(),
}));

describe('Redis adapters', () => {
  it('remember an id for a day longer than the outcome of its job, in at most 60 bytes', async () => {
    const redis = new Redis(server.url);
    onTestFinished(async () => void (await redis.quit()));
    await redis.flushall();
    const counter = openCounter(server.url);
    // Half of an hour of a million files a day.
    const ids = Array.from({ length: 20_000 }, createJobId);
    // Each write to the disk of a busy machine is not what is measured.
    await redis.config('SET', 'appendfsync', 'no');
    // So few at once that a slow machine answers each within the second that is waited.
    while (ids.length > 0) await Promise.all(ids.splice(0, 100).map((id) => counter.addOnce(id, 3_600_000)));
    await redis.config('SET', 'appendfsync', 'always');
    const count = await counter.read();
    expect(count).toBe(20_000);
    const keys = await redis.keys('featherpress:{count}:*');
    const bytes = await Promise.all(keys.map((key) => redis.memory('USAGE', key, 'SAMPLES', 0)));
    // Not all of Redis's memory, in which buffers of lines and of the disk come and go.
    expect(bytes.reduce((sum, each) => sum! + each!, 0)).toBeLessThan(60 * count);
    const key = keys.find((each) => each.startsWith('featherpress:{count}:ids:1:'))!;
    expect(await redis.object('ENCODING', key)).toBe('listpack');
    expect(await redis.ttl(key)).toBeGreaterThan(86_400);
    expect(await redis.ttl(key)).toBeLessThanOrEqual(86_400 + 900);
  });

  it('fail while Redis is away and come back with it', async () => {
    const own = await startRedisServer(temporaryFolder());
    onTestFinished(() => own.stop());
    const [near, far] = [openBus(own.url), openBus(own.url)];
    const counter = openCounter(own.url);
    const seen: StatsEvent[] = [];
    await far.subscribe('stats', (event) => seen.push(event));
    await counter.addOnce('a');
    await counter.addOnce('b');

    await own.kill();
    const event: StatsEvent = { type: 'stats.updated', compressedCount: 2 };
    await expect(near.publish('stats', event)).rejects.toThrow();
    await expect(far.check()).rejects.toThrow();
    await expect(counter.check()).rejects.toThrow();

    await own.restart();
    await vi.waitFor(() => Promise.all([near, far, counter].map((each) => each.check())), {
      timeout: PATIENCE_MS,
    });
    await near.publish('stats', event);
    await expect.poll(() => seen).toEqual([event]);
    expect(await counter.addOnce('a')).toEqual({ count: 2, counted: false });
  });

  it('cost one second in all while Redis hangs, and none while it is stopped, then come back with it', async () => {
    const own = await startRedisServer(temporaryFolder());
    onTestFinished(() => own.stop());
    const redis = createRedisClient(own.url);
    const [counter, expiringCounters, places] = [
      new RedisCounter(redis, 900),
      new RedisExpiringCounters(redis),
      new RedisHoldings(redis),
    ];
    onTestFinished(() => counter.close());
    await counter.read();
    const asked = async () => {
      const start = performance.now();
      for (let round = 0; round < 5; round += 1)
        for (const call of [() => counter.read(), () => expiringCounters.read('a'), () => places.of('a')])
          await expect(call()).rejects.toThrow();
      return performance.now() - start;
    };
    own.freeze();
    // Fifteen seconds, if each call waited.
    expect(await asked()).toBeLessThan(5_000);
    expect(await asked()).toBeLessThan(5_000);
    own.thaw();
    await vi.waitFor(() => counter.read(), { timeout: PATIENCE_MS });
    await own.kill();
    expect(await asked()).toBeLessThan(5_000);
    await own.restart();
    await vi.waitFor(() => counter.read(), { timeout: PATIENCE_MS });
  });

  it('fail soon when there is no Redis at all', async () => {
    const bus = openBus('redis://127.0.0.1:1');
    await expect(bus.check()).rejects.toThrow();
    await bus.subscribe('jobs', () => {});
    await expect(bus.check()).rejects.toThrow();
  });

  it('hear what is said once Redis comes, though it was away when they asked', async () => {
    const own = await startRedisServer(temporaryFolder());
    onTestFinished(() => own.stop());
    await own.kill();
    const [near, far] = [openBus(own.url), openBus(own.url)];
    const seen: StatsEvent[] = [];
    await far.subscribe('stats', (event) => seen.push(event));
    await own.restart();
    await vi.waitFor(() => far.check(), { timeout: PATIENCE_MS });
    const event: StatsEvent = { type: 'stats.updated', compressedCount: 3 };
    await vi.waitFor(
      async () => {
        await near.publish('stats', event);
        expect(seen).toContainEqual(event);
      },
      { timeout: PATIENCE_MS },
    );
  });
});
